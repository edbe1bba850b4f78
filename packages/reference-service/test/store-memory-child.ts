// Prints what a store holds, in bytes of heap and buffers, as features come, change and go.
import type { TimedFeature } from "../src/store/feature-store.ts";
import { MemoryStore } from "../src/store/memory-store.ts";

const count = 150_000;

function features(round: number): TimedFeature[] {
  return Array.from({ length: count }, (_, i) => ({
    type: "Feature",
    id: `detection-${i}`,
    geometry: { type: "Point", coordinates: [(i % 3600) / 10 - 180, (i % 1700) / 10 - 85] },
    properties: { frp: i / 7 + round, note: `${round} of ${i}`, satellite: i % 2 ? "N20" : "N21" },
    time: { start: i, end: i },
  }));
}

async function usedBytes(): Promise<number> {
  // Answers fill the caches and the indexes.
  await store.queryables();
  for (let i = 0; i < 20; i++) await store.count({ box: [i, -10, i + 1, 10] });
  for (let i = 0; i < 3; i++) globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const store = new MemoryStore();
const empty = await usedBytes();
await store.apply({ put: features(0), remove: [] });
const full = (await usedBytes()) - empty;
for (let round = 1; round <= 4; round++) await store.apply({ put: features(round), remove: [] });
const replaced = (await usedBytes()) - empty;
await store.removeBefore(count * 0.9);
const tenth = (await usedBytes()) - empty;
await store.removeBefore(count);
const none = (await usedBytes()) - empty;
process.stdout.write(JSON.stringify({ full, replaced, tenth, none }));
