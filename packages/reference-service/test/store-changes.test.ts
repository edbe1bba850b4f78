import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seededRandom } from "@emberline/test-support/random";
import { type Pause, processTurns } from "@emberline/turns";
import { MemoryStore } from "../src/store/memory-store.ts";
import { changeCases } from "./store-change-cases.ts";
import { asText, inOrder, randomFeature } from "./store-oracle.ts";

/** Small segments, so that some hundred features are cut and joined again and again. */
const fullSegment = 64;

changeCases(async () => new MemoryStore(processTurns, fullSegment));

const free: Pause = () => undefined;

/** A pause that waits at its call of a number, counted from `start` on, until `end`. */
function holdAt(number: number) {
  let calls = Number.NEGATIVE_INFINITY;
  let end = () => {};
  let onReached = () => {};
  const reached = new Promise<void>((resolve) => {
    onReached = resolve;
  });
  const pause: Pause = () => {
    if (calls++ !== number) return undefined;
    onReached();
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  const start = () => {
    calls = 0;
  };
  return { pause, reached, start, end: () => end() };
}

describe("a change of the store in memory", () => {
  it("is not seen by readers until all of it is there, wherever it pauses", async () => {
    const random = seededRandom(9);
    const before = Array.from({ length: 200 }, (_, i) => randomFeature(random, `f-${i}`, 1));
    const put = before.slice(0, 100).map(({ id }) => randomFeature(random, id, 9));
    const remove = before.slice(100, 150).map(({ id }) => id);
    const texts = inOrder(before).map(asText);
    const textsAfter = inOrder([...put, ...before.slice(150)]).map(asText);
    let stops = 0;
    for (let isOver = false; !isOver; stops++) {
      const held = holdAt(stops);
      const store = new MemoryStore({ pauseOf: () => held.pause }, fullSegment);
      await store.apply({ put: before, remove: [] });
      await store.queryables();
      held.start();
      const changing = store.apply({ put, remove });
      isOver = await Promise.race([held.reached.then(() => false), changing.then(() => true)]);
      if (isOver) break;
      for (const feature of before) assert.equal(await store.get(feature.id), asText(feature));
      assert.deepEqual([...(await store.find({}, { limit: 500 }, free)).features], texts);
      const always = { start: -Infinity, end: Infinity };
      assert.equal(await store.count({ interval: always }, free), 200);
      held.end();
      await changing;
      assert.deepEqual([...(await store.find({}, { limit: 500 }, free)).features], textsAfter);
    }
    assert.ok(stops > 10, `${stops} stops`);
  });
});
