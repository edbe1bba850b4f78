import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import {
  perimeterFile,
  readFeatures,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import {
  bboxOf,
  checkBbox,
  type Feature,
  parseBbox,
  parseInterval,
  printInterval,
} from "../src/index.ts";

test("a box is four numbers or six, and may cross the antimeridian", () => {
  assert.deepEqual(parseBbox("113,-44,154,-10"), [113, -44, 154, -10]);
  assert.deepEqual(parseBbox(" 170, -50 ,-170,-30"), [170, -50, -170, -30]);
  assert.deepEqual(checkBbox([170, -50, 0, -170, -30, 100]), [170, -50, 0, -170, -30, 100]);
  assert.deepEqual(checkBbox([-180, -90, 180, 90]), [-180, -90, 180, 90]);
});

test("an impossible box is refused in a sentence with an example", () => {
  const refused: [number[], RegExp][] = [
    [[1, 2, 3], /four numbers/],
    [[1, 2, 3, 4, 5], /four numbers/],
    [[1, 2, 3, Number.NaN], /not a number/],
    [[1, 2, 3, Infinity], /not a number/],
    [[113, -10, 154, -44], /south -10 above its north -44/],
    [[-44, 113, -10, 154], /latitude 113/],
    [[181, 0, 182, 1], /longitude 181/],
    [[0, 0, 9, 1, 1, 3], /lowest height 9/],
  ];
  for (const [bbox, message] of refused) {
    assert.throws(() => checkBbox(bbox), { code: "invalid-request", message });
    assert.throws(() => checkBbox(bbox), { message: /for example 113,-44,154,-10/ });
  }
  for (const text of ["", ",,,", "1,2,3,x", "113;-44;154;-10"]) {
    assert.throws(() => parseBbox(text), { code: "invalid-request" });
  }
});

test("an interval is read with open ends, offsets and fractions, and printed in UTC", () => {
  const cases: [text: string, printed: string][] = [
    ["2019-09-10T00:00:00Z", "2019-09-10T00:00:00Z"],
    [
      "2019-09-10T00:00:00Z/2019-09-10T23:59:59.999Z",
      "2019-09-10T00:00:00Z/2019-09-10T23:59:59.999Z",
    ],
    ["2019-09-10T02:00:00+02:00/..", "2019-09-10T00:00:00Z/.."],
    ["../2024-02-29t12:00:00.5z", "../2024-02-29T12:00:00.500Z"],
    ["/2024-02-29T12:00:00Z", "../2024-02-29T12:00:00Z"],
    ["2024-02-29T12:00:00Z/", "2024-02-29T12:00:00Z/.."],
    ["../..", "../.."],
    ["2019-09-10T00:00:00Z/2019-09-10T00:00:00Z", "2019-09-10T00:00:00Z"],
    // RFC 3339 section 5.8: a leap second.
    ["1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"],
  ];
  for (const [text, printed] of cases) assert.equal(printInterval(parseInterval(text)), printed);
});

test("an invalid time is refused in a sentence with an example", () => {
  const refused: [string, RegExp][] = [
    ["2019-09-10", /2019-09-10T00:00:00Z\/2019-09-10T23:59:59.999Z/],
    ["2019-09-10T00:00:00", /time zone/],
    ["2023-02-29T00:00:00Z", /does not exist/],
    ["2023-13-01T00:00:00Z", /does not exist/],
    ["2023-00-01T00:00:00Z", /does not exist/],
    ["2023-01-01T24:00:00Z", /does not exist/],
    ["2023-01-01T00:60:00Z", /does not exist/],
    ["2023-01-01T00:00:00+24:00", /does not exist/],
    ["2019-09-11T00:00:00Z/2019-09-10T00:00:00Z", /ends before it starts/],
    ["a/b/c", /more than one slash/],
    ["yesterday", /RFC 3339/],
    ["", /RFC 3339/],
  ];
  for (const [text, message] of refused) {
    assert.throws(() => parseInterval(text), { code: "invalid-request", message });
    assert.throws(() => parseInterval(text), { message: /for example 2025-06-20T00:00:00Z/ });
  }
});

test("every day of a leap year and of a common year exists, and no other", () => {
  for (const year of [1900, 2000, 2023, 2024]) {
    for (let month = 1; month <= 12; month += 1) {
      for (let day = 1; day <= 31; day += 1) {
        const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}T00:00:00Z`;
        const moved = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1;
        if (moved) assert.throws(() => parseInterval(text));
        else assert.equal(printInterval(parseInterval(text)), text);
      }
    }
  }
});

const oneIn = amount(8, 1);

test("the box of a perimeter is the box of its positions", {
  skip: skipWithoutSharedData,
}, async () => {
  for (const { id, geometry } of readFeatures<Feature>(perimeterFile, sharedData, oneIn)) {
    const { coordinates } = geometry as { coordinates: unknown[] };
    const numbers = coordinates.flat(4) as number[];
    const box = [180, 90, -180, -90];
    for (const [i, number] of numbers.entries()) {
      box[i % 2] = Math.min(box[i % 2]!, number);
      box[(i % 2) + 2] = Math.max(box[(i % 2) + 2]!, number);
    }
    assert.deepEqual(bboxOf(geometry!), box, String(id));
  }
});
