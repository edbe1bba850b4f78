import assert from "node:assert/strict";
import { test } from "node:test";
import { pagedService, post } from "./paged-app.ts";

interface Problem {
  readonly detail: string;
  readonly parameter?: string;
  readonly candidates?: readonly { readonly value: unknown; readonly label: string }[];
}

const collection = "svc:hotspots";

async function problemOf(args: object): Promise<Problem> {
  const response = await post(pagedService(), "/tools/query_features", args);
  assert.ok(response.status >= 400);
  return (await response.json()) as Problem;
}

const faults: readonly (readonly [parameter: string, args: object])[] = [
  ["collection", {}],
  ["colour", { collection, colour: "red" }],
  ["limit", { collection, limit: 0 }],
  ["near", { collection, near: "-33.8" }],
  ["near", { collection, near: "Nowhere at all, Atlantis" }],
  ["lon", { collection, lat: 3 }],
  ["within", { collection, within: "Atlantis" }],
  ["bbox", { collection, bbox: [10, 50, 5, -60] }],
  ["bbox", { collection, bbox: [1, 2, 3, 400] }],
  ["radius_km", { collection, radius_km: 5 }],
  ["time", { collection, time: "the other day" }],
  ["time_zone", { collection, time: "yesterday", time_zone: "Mars/Olympus" }],
  ["filter", { collection, filter: "frp > AND x" }],
  ["sort", { collection, sort: "distance" }],
  ["cursor", { collection, cursor: "made-up" }],
];

for (const [parameter, args] of faults) {
  test(`the problem of ${JSON.stringify(args)} names ${parameter}`, async () => {
    assert.equal((await problemOf(args)).parameter, parameter);
  });
}

test("a name of several places is refused with them as candidates, each of which is taken", async () => {
  const { parameter, candidates = [] } = await problemOf({ collection, near: "Springfield" });
  assert.equal(parameter, "near");
  assert.ok(candidates.some(({ value }) => value === "Springfield, Oregon, United States"));
  for (const { value, label } of candidates) {
    const near = { collection, near: value, limit: 1 };
    assert.equal((await post(pagedService(), "/tools/query_features", near)).status, 200);
    assert.ok(label.startsWith(String(value)));
  }
});

test("a misspelt place, a box in another order and an unclear date come with what was meant", async () => {
  const place = await problemOf({ collection, near: "Springfeld" });
  assert.equal(place.candidates?.[0]?.value, "Springfield, Missouri, United States");
  const box = await problemOf({ collection, bbox: [112, -10, 154, -44] });
  assert.deepEqual(box.candidates?.[0]?.value, [112, -44, 154, -10]);
  const date = await problemOf({ collection, time: "06/07/2025" });
  assert.deepEqual(date.candidates?.map(({ value }) => value).sort(), ["2025-06-07", "2025-07-06"]);
});
