import assert from "node:assert/strict";
import { type Answer, answerOf } from "@emberline/test-served/surfaces";
import { onBothKinds, onEverySurface } from "../support/every-surface.ts";

onEverySurface("describe_collection lists types, units, ranges and values", async (surface) => {
  const answer = await answerOf(surface, "describe_collection", { collection: "svc:hotspots" });
  const property = (name: string) => answer.properties.find((each: Answer) => each.name === name);
  assert.deepEqual([property("frp").min, property("frp").max], [0.4, 99.94]);
  assert.match(property("frp").unit, /MW/);
  assert.ok(
    property("confidence").types.length > 1,
    "confidence is a number for one satellite, a letter for another",
  );
  assert.ok(property("satellite").values.includes("N20"));
});

onBothKinds(
  "describe_collection gives filters that are valid for the collection",
  async (surface) => {
    for (const collection of [
      "svc:hotspots",
      "svc:satellite-perimeters",
      "svc:static-heat-sources",
    ]) {
      const { filters } = await answerOf(surface, "describe_collection", { collection });
      assert.equal(filters.length, 3, collection);
      for (const filter of filters)
        await answerOf(surface, "query_features", { collection, filter });
    }
  },
);
