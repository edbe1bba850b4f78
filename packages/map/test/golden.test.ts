import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { drawMap, layOutMap } from "../src/index.ts";
import { goldenMaps } from "./areas.ts";

// GOLDEN=write rewrites them: look at each one before committing it.
const isWriting = process.env.GOLDEN === "write";

for (const [name, make] of Object.entries(goldenMaps)) {
  test(`the map ${name} is drawn as it was when a person approved it`, {
    skip: skipWithoutSharedData,
  }, async () => {
    const { request, places } = make();
    const svg = await drawMap(layOutMap(request), places);
    const file = new URL(`./golden/${name}.svg`, import.meta.url);
    if (isWriting) writeFileSync(file, svg);
    assert.equal(svg, readFileSync(file, "utf8"));
  });
}
