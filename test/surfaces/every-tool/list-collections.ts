import assert from "node:assert/strict";
import { type Answer, answerOf } from "@emberline/test-served/surfaces";
import { onEverySurface } from "../support/every-surface.ts";

onEverySurface("list_collections states what each collection covers", async (surface) => {
  const { collections } = await answerOf(surface, "list_collections");
  assert.deepEqual(collections.map(({ id }: Answer) => id).sort(), [
    "svc:hotspots",
    "svc:satellite-perimeters",
    "svc:static-heat-sources",
  ]);
  const hotspots = collections.find(({ id }: Answer) => id === "svc:hotspots");
  assert.equal(Date.parse(hotspots.newest), Date.parse("2024-07-03T10:00:00Z"));
  assert.equal(Date.parse(hotspots.interval[0]), Date.parse("2024-07-01T01:00:00Z"));
  assert.equal(
    collections.find(({ id }: Answer) => id === "svc:static-heat-sources").newest,
    "unknown",
  );
});
