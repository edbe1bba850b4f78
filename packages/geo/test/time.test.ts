import assert from "node:assert/strict";
import { test } from "node:test";
import {
  dayUs,
  parseDateUs,
  parseInstantUs,
  parseTimeMs,
  parseTimestampUs,
  printInstant,
} from "../src/index.ts";

test("the examples of RFC 3339 section 5.8 are the instants that it gives", () => {
  const examples: [text: string, epochUs: number][] = [
    ["1985-04-12T23:20:50.52Z", Date.UTC(1985, 3, 12, 23, 20, 50, 520) * 1000],
    ["1996-12-19T16:39:57-08:00", Date.UTC(1996, 11, 20, 0, 39, 57) * 1000],
    // Leap seconds, both at the end of 1990.
    ["1990-12-31T23:59:60Z", Date.UTC(1991, 0, 1) * 1000],
    ["1990-12-31T15:59:60-08:00", Date.UTC(1991, 0, 1) * 1000],
    // Dutch time: twenty minutes ahead.
    ["1937-01-01T12:00:27.87+00:20", Date.UTC(1937, 0, 1, 11, 40, 27, 870) * 1000],
  ];
  for (const [text, epochUs] of examples) {
    assert.equal(parseInstantUs(text), epochUs, text);
    assert.equal(parseTimestampUs(text), epochUs, text);
    assert.equal(parseTimeMs(text), epochUs / 1000, text);
  }
});

test("letters may be in lower case, and -00:00 is UTC", () => {
  const epochUs = Date.UTC(2024, 7, 1, 12) * 1000;
  for (const text of ["2024-08-01t12:00:00z", "2024-08-01T12:00:00-00:00"])
    assert.equal(parseInstantUs(text), epochUs);
});

test("fractions count to the microsecond, and finer ones are truncated", () => {
  const secondUs = Date.UTC(2024, 7, 1, 12) * 1000;
  const at = (fraction: string) => parseInstantUs(`2024-08-01T12:00:00.${fraction}Z`)! - secondUs;
  assert.equal(at("5"), 500_000);
  assert.equal(at("000001"), 1);
  assert.equal(at("123456"), 123_456);
  assert.equal(at("9999999999"), 999_999);
  // Before 1970 as well: cut off, never rounded into the second before.
  assert.equal(parseInstantUs("1969-12-31T23:59:59.9999999Z"), -1);
});

const loose: [text: string, same: string][] = [
  ["2024-08-01 12:00:00Z", "2024-08-01T12:00:00Z"],
  ["2024-08-01T12:00:00", "2024-08-01T12:00:00Z"],
  ["2024-08-01T12:00", "2024-08-01T12:00:00Z"],
  ["2024-08-01 12:00:00.250", "2024-08-01T12:00:00.250Z"],
  ["2024-08-01T12:00:00+0530", "2024-08-01T06:30:00Z"],
  ["2024-08-01T12:00-07", "2024-08-01T19:00:00Z"],
];
for (const [text, same] of loose) {
  test(`${text} is read in the lenient form of data, but is not RFC 3339`, () => {
    assert.equal(parseTimestampUs(text), parseInstantUs(same));
    assert.equal(parseInstantUs(text), undefined);
  });
}

const wrong = [
  "",
  "yesterday",
  "2024-08-01",
  "2024-08-01T",
  "2024-8-1T12:00:00Z",
  "24-08-01T12:00:00Z",
  "2024/08/01T12:00:00Z",
  "2023-02-29T00:00:00Z",
  "2024-13-01T00:00:00Z",
  "2024-00-01T00:00:00Z",
  "2024-04-31T00:00:00Z",
  "2024-04-00T00:00:00Z",
  "2024-08-01T24:00:00Z",
  "2024-08-01T12:60:00Z",
  "2024-08-01T12:00:61Z",
  // A leap second ends a day in UTC.
  "2024-08-01T12:59:60Z",
  "2016-12-31T23:59:60+01:00",
  "2024-08-01T12:00:00.Z",
  "2024-08-01T12:00:00,5Z",
  "2024-08-01T12:00:00+24:00",
  "2024-08-01T12:00:00+05:60",
  "2024-08-01T12:00:00+5:00",
  "2024-08-01T12:00:00Z, and more",
  "2024-08-01T12:00:00ZZ",
  " 2024-08-01T12:00:00Z",
  "2024-08-01T1e:00:00Z",
  "२०२४-08-01T12:00:00Z",
];
for (const text of wrong) {
  test(`${JSON.stringify(text)} is not a time`, () => {
    assert.equal(parseTimestampUs(text), undefined);
    assert.equal(parseInstantUs(text), undefined);
  });
}

test("every day of leap and common years exists, and no other, as the platform's calendar has them", () => {
  for (const year of [0, 4, 100, 1600, 1900, 1970, 2000, 2023, 2024, 9999]) {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 31; day++) {
        const parts = [String(year).padStart(4, "0"), month, day];
        const text = parts.map((part) => String(part).padStart(2, "0")).join("-");
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const exists = date.getUTCMonth() === month - 1;
        assert.equal(parseDateUs(text), exists ? date.getTime() * 1000 : undefined, text);
      }
    }
  }
});

test("a date is its midnight in UTC", () => {
  assert.equal(parseDateUs("1970-01-02"), dayUs);
  assert.equal(parseTimeMs("2024-02-29"), Date.UTC(2024, 1, 29));
  assert.equal(parseDateUs("2024-02-29T00:00:00Z"), undefined);
  assert.equal(parseTimeMs("2024-02-30"), undefined);
});

test("an instant is printed in UTC, with milliseconds only if it has any", () => {
  assert.equal(printInstant(Date.UTC(1996, 11, 20, 0, 39, 57)), "1996-12-20T00:39:57Z");
  assert.equal(printInstant(Date.UTC(1985, 3, 12, 23, 20, 50, 520)), "1985-04-12T23:20:50.520Z");
});
