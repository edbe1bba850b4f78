import assert from "node:assert/strict";
import { test } from "node:test";
import { SeenIds } from "../src/features/seen-ids.ts";

const atLeast = 1000;
const ids = Array.from({ length: 10 * atLeast }, (_, i) => `hotspot-${i}`);

test("an id is new once among the last ids, however many came before", () => {
  const seen = new SeenIds(atLeast);
  for (const [i, id] of ids.entries()) {
    assert.ok(seen.add(id), id);
    const recent = ids[Math.max(0, i - atLeast + 1)]!;
    assert.ok(!seen.add(recent), `${recent} is known after ${id}`);
  }
});

test("ids of long ago are forgotten, so that memory does not grow with a listing", () => {
  const seen = new SeenIds(atLeast);
  for (const id of ids) seen.add(id);
  const again = ids.slice(0, atLeast - 1).filter((id) => seen.add(id));
  assert.equal(again.length, atLeast - 1);
});
