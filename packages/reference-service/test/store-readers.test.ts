import assert from "node:assert/strict";
import { it } from "node:test";
import { Turns } from "@emberline/turns";
import type { TimedFeature } from "../src/store/feature-store.ts";
import { MemoryStore } from "../src/store/memory-store.ts";

/** Enough for a search by the spatial index, and for several steps of each preparation. */
const count = 40_000;

function detection(i: number, round: number): TimedFeature {
  const [longitude, latitude] = [(i % 360) - 180, ((i * 7) % 170) - 85];
  return {
    type: "Feature",
    id: `detection-${i}`,
    geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: { frp: i / 7 + round, note: `${round} of ${i}`, satellite: i % 2 ? "N20" : "N21" },
    time: { start: i, end: i },
  };
}

const detections = (from: number, to: number, round: number) =>
  Array.from({ length: to - from }, (_, i) => detection(from + i, round));

it("the first answer after a change does no more than the one before it", async () => {
  let steps = 0;
  const pauseOf = () => () => {
    steps++;
    return undefined;
  };
  const store = new MemoryStore({ pauseOf });
  await store.apply({ put: detections(0, count, 0), remove: [] });
  let boxes = 0;
  /** Steps of an answer for a box of its own, which no earlier answer helps. */
  const answer = async () => {
    const before = steps;
    const west = boxes++ / 100;
    await store.find(
      { box: [west, 10, west + 2, 12], filter: { op: ">", args: [{ property: "frp" }, 1] } },
      { limit: 10 },
    );
    await store.queryables();
    await store.extent();
    return steps - before;
  };
  const first = await answer();
  const prepared = await answer();
  assert.ok(
    first > 3 * prepared,
    `${first} steps with what later answers need, ${prepared} without`,
  );
  for (let round = 1; round <= 3; round++) {
    await store.apply({
      put: detections(count - 2000, count + 2000 * round, round),
      remove: ["detection-1"],
    });
    const after = await answer();
    assert.ok(after <= prepared + 5, `${after} steps after change ${round}, ${prepared} before`);
  }
});

it("answers during a change have nearly all turns, also while their successors are prepared", async () => {
  let ms = 0;
  let turnsGiven = 0;
  const loop = {
    // So that every pause ends its slice, however fast this machine is.
    now: () => {
      ms += 20;
      return ms;
    },
    defer(run: () => void) {
      setImmediate(() => {
        turnsGiven++;
        run();
      });
    },
  };
  const store = new MemoryStore(new Turns(loop));
  await store.apply({ put: detections(0, count, 0), remove: [] });
  let boxes = 0;
  const answer = async () => {
    const before = turnsGiven;
    const west = boxes++ / 100;
    await store.find(
      { box: [west, -80, west + 100, 80], interval: { start: count - 2400, end: count } },
      { limit: 10 },
    );
    return turnsGiven - before;
  };
  await answer();
  const quiet = await answer();
  let isOver = false;
  const change = { put: detections(count - 2000, count + 4000, 1), remove: [] };
  const changing = store.apply(change).then(() => {
    isOver = true;
  });
  let longest = 0;
  let answers = 0;
  for (; !isOver; answers++) longest = Math.max(longest, await answer());
  await changing;
  assert.ok(answers > 2, `${answers} answers during the change`);
  // One of eight turns goes to whoever waits longest.
  assert.ok(longest < quiet * 1.3 + 10, `${longest} turns during the change, ${quiet} without`);
});
