import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { catalogue } from "@emberline/tools";
import "./every-tool/list-collections.ts";
import "./every-tool/describe-collection.ts";
import "./every-tool/query-features.ts";
import "./every-tool/get-feature.ts";
import "./every-tool/summarize-features.ts";
import "./every-tool/assess-location.ts";
import "./every-tool/assess-fire.ts";
import "./every-tool/compare-periods.ts";
import "./every-tool/list-simulations.ts";
import "./every-tool/find-place.ts";
import "./every-tool/show-map.ts";
import "./every-tool/export-features.ts";
import { answerOf, errorOf } from "@emberline/test-served/surfaces";
import { onBothKinds, onEverySurface } from "./support/every-surface.ts";

/*
 * The tests of each tool are in every-tool/, in a file with its name, which can also run alone.
 * Here they share the programs that they call.
 */

test("every tool has a file of tests", () => {
  const files = readdirSync(new URL("every-tool/", import.meta.url));
  const tools = catalogue.map(({ name }) => `${name.replaceAll("_", "-")}.ts`);
  assert.deepEqual(files.sort(), tools.sort());
});

onEverySurface("every tool refuses unknown names, with the nearest known one", async (surface) => {
  for (const { name } of catalogue) {
    const message = await errorOf(surface, name, {
      collection: "svc:hotspots",
      id: "h1",
      max_token: 600,
    });
    assert.match(message, /invalid_input/);
    assert.match(message, /max_tokens/);
  }
});

onBothKinds("empty texts and nulls count as absent", async (surface) => {
  const answer = await answerOf(surface, "query_features", {
    collection: "svc:hotspots",
    bbox: null,
    near: "",
    time: "",
    sort: "",
    cursor: null,
    limit: null,
  });
  assert.equal(answer.matched, 10);
});
