import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const { context } = contextOf({
  features: { [collection]: [point("h1", -121.2, 40.3, { datetime: "2025-06-20T11:00:00Z" })] },
});

async function centerOf(near: string) {
  const { selection } = await answerOf("query_features", { collection, near }, context);
  return selection.area.center;
}

for (const near of [
  "40.3, -121.2",
  "40.3°N, -121.2°W",
  "40.3 N 121.2 W",
  "+40.3N, -121.2w",
  "(40.3° N; 121.2° W)",
  "lat 40.3, lon -121.2",
  "lon: -121.2°W, lat: 40.3°N",
  "40.3, \u2212121.2",
  "[40.3, -121.2]",
  "40.3° North, 121.2° West",
  "40.3 degrees north, 121.2 degrees west",
  "40.3º N, 121.2º W",
  "N 40.3, W 121.2",
  "N40.3 W121.2",
  "W 121.2 N 40.3",
  "121.2°W, 40.3°N",
  "40°18'N, 121°12'W",
  "40° 18′ 0″ N 121° 12′ 0″ W",
  "40 18 N, 121 12 W",
  "40:18:00 N, 121:12:00 W",
  "40 deg 18 min N, 121 deg 12 min W",
  "-121°12', 40°18'N",
  "40,3°N 121,2°W",
  "POINT(-121.2 40.3)",
  "SRID=4326;POINT Z (-121.2 40.3 1500)",
  "geo:40.3,-121.2",
  '{"lat": 40.3, "lng": -121.2}',
]) {
  test(`near ${near} is in California`, async () => {
    assert.deepEqual(await centerOf(near), [-121.2, 40.3]);
  });
}

test("a negative southern latitude stays in the south", async () => {
  assert.deepEqual(await centerOf("-33.9 S, 151.2 E"), [151.2, -33.9]);
  assert.deepEqual(await centerOf("33.9°S, 151.2°E"), [151.2, -33.9]);
  const { rows } = await answerOf("find_place", { name: "-33.9 S, 151.2", limit: 1 }, context);
  assert.ok(
    rows[0].includes("Sydney") || rows[0].some((each: unknown) => /Sydney/.test(`${each}`)),
  );
});

for (const [near, candidates] of [
  ["-40.3 N, 121.2 W", ["-40.3,-121.2", "40.3,-121.2"]],
  ["+33.9 S, 151.2 E", ["33.9,151.2", "-33.9,151.2"]],
  ["33.9 S, -151.2 E", ["-33.9,-151.2", "-33.9,151.2"]],
] as const) {
  test(`near ${near} contradicts itself, and both readings are offered`, async () => {
    for (const [tool, argument] of [
      ["query_features", "near"],
      ["find_place", "name"],
    ] as const) {
      const input = tool === "find_place" ? { name: near } : { collection, near };
      const result = await call(tool, input, context);
      assert.ok(!result.ok);
      assert.equal(result.error.code, "invalid_input");
      assert.match(result.error.message, /a sign contradicts its letter/);
      const offered = result.error.fault!.candidates!.map(({ value }) => value);
      assert.deepEqual(offered, candidates);
      for (const each of candidates)
        assert.ok(result.error.message.includes(JSON.stringify({ [argument]: each })));
    }
  });
}

test("what has two readings is refused with both, and what has one is read", async () => {
  const refusal = async (near: string) => {
    const result = await call("query_features", { collection, near }, context);
    assert.ok(!result.ok, near);
    assert.equal(result.error.code, "invalid_input", near);
    return result.error;
  };
  for (const near of [[-8.4, 40.2], { x: 1, y: 2 }, [1, 2, 3], [[1, 2]], 40.3])
    assert.ok(!(await call("query_features", { collection, near }, context)).ok, `${near}`);
  const { fault } = await refusal("[-8.4, 40.2]");
  assert.deepEqual(
    fault!.candidates!.map(({ value }) => value),
    ["-8.4,40.2", "40.2,-8.4"],
  );
  for (const half of ["40° 18 W", "40° 18", "12° 30 W", "40 18 W", "52,5 N", "40.3N, 121.2N"])
    assert.match((await refusal(half)).message, /is not a position or a place/);
  for (const [near, ...offered] of [
    ["40,3 -121,2", "40.3,-121.2"],
    ["40,3; -121,2", "40.3,-121.2"],
    ["40,3, -121,2", "40.3,-121.2"],
    ["40 N 12", "12,40", "40,12"],
    ["121.2 N, 40.3 W", "40.3,-121.2"],
    ["POINT(40.3 -121.2)", "40.3,-121.2"],
    ["POINT(-8.4, 40.2)", "-8.4,40.2", "40.2,-8.4"],
  ] as const) {
    const { message, fault } = await refusal(near);
    assert.deepEqual(
      fault!.candidates!.map(({ value }) => value),
      offered,
      near,
    );
    for (const each of offered) assert.ok(message.includes(JSON.stringify({ near: each })), near);
  }
  // Corners of a box.
  for (const corners of ["10,20 30,40", "10,20,30,40", "10 20 30 40"]) await refusal(corners);
  assert.deepEqual(await centerOf("-0 N, 10 E"), [10, -0]);
});
