import assert from "node:assert/strict";
import { it } from "node:test";
import type { Polygon, Position } from "@emberline/geo";
import type { TimedFeature } from "../src/store/feature-store.ts";
import { MemoryStore } from "../src/store/memory-store.ts";

const positionCount = 100_000;
const open = Array.from({ length: positionCount }, (_, i): Position => {
  const angle = (i / positionCount) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
});
const outline: Polygon = { type: "Polygon", coordinates: [[...open, open[0]!]] };

function perimeter(id: string, start: number): TimedFeature {
  const properties = { name: id };
  return { type: "Feature", id, geometry: outline, properties, time: { start, end: start } };
}

/** Turns that count how often work could have given way. */
function countedTurns() {
  const counted = { pauses: 0 };
  const pauseOf = () => () => {
    counted.pauses++;
    return undefined;
  };
  return { counted, pauseOf };
}

it("an outline of many positions is stored and read for feeds in many turns", async () => {
  const turns = countedTurns();
  const store = new MemoryStore(turns);
  await store.apply({ put: [perimeter("a", 1)], remove: [] });
  assert.ok(turns.counted.pauses > positionCount / 5000, `${turns.counted.pauses} to store it`);
  turns.counted.pauses = 0;
  const read = await store.stored.get("a");
  assert.deepEqual(read?.geometry, outline);
  const { length } = JSON.stringify(outline);
  assert.ok(turns.counted.pauses > length / 20_000, `${turns.counted.pauses} to read it`);
});

it("a store that frees the rows of removed outlines neither parses nor prints the others", async () => {
  const store = new MemoryStore(countedTurns());
  const put = ["a", "b", "c"].map((id, i) => perimeter(id, i));
  await store.apply({ put, remove: [] });
  const parse = JSON.parse;
  JSON.parse = () => assert.fail("a geometry was parsed");
  try {
    await store.apply({ put: [], remove: ["a", "b"] });
    const ids: string[] = [];
    for await (const { id } of store.stored.during({ start: -1, end: 9 })) ids.push(id);
    assert.deepEqual(ids, ["c"]);
  } finally {
    JSON.parse = parse;
  }
  assert.deepEqual((await store.stored.get("c"))?.geometry, outline);
});
