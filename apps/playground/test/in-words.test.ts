import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentsInWords } from "../src/answer/in-words.ts";

const cases: [string, Record<string, unknown>][] = [
  ["near “Medford, Oregon”, 60 km", { radius_km: 60, near: "Medford, Oregon" }],
  [
    "hotspots, in “Oregon”, 2026-07-16 to 2026-07-20, by day, fire",
    {
      collection: "svc:hotspots",
      group_by: ["day", "fire"],
      time: "2026-07-16/2026-07-20",
      within: "Oregon",
    },
  ],
  [
    "hotspots, where frp > 50, most frp first, at most 3",
    { collection: "svc:hotspots", limit: 3, sort: "-frp", filter: "frp > 50" },
  ],
  ["box 1, 2, 3, 4", { bbox: [1, 2, 3, 4] }],
  ["near 151.7, -30.5 (lon, lat)", { lat: -30.5, lon: 151.7 }],
  ["2023-08-10, then yesterday", { before: "2023-08-10", after: "yesterday" }],
  ["latest per fire, no union, cell deg 2", { latest_per_fire: true, union: false, cell_deg: 2 }],
  ["", {}],
];

for (const [words, args] of cases) {
  test(`${JSON.stringify(args)} reads “${words}”`, () => {
    assert.equal(argumentsInWords(args), words);
  });
}

test("arguments of any type and length make a short phrase", () => {
  const hostile = {
    near: { toString: null },
    bbox: "x",
    time: ["a"],
    [`${"é".repeat(1e5)}`]: null,
  };
  assert.ok(argumentsInWords(hostile).length <= 301);
  assert.equal(
    argumentsInWords({ constructor: 1, near: "constructor" }),
    "near “constructor”, constructor 1",
  );
});
