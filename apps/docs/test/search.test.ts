import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openSearch } from "../src/find.ts";

/* The search of the site as it was built. */

const assets = fileURLToPath(new URL("../../server/dist/site/assets/", import.meta.url));
const index = readdirSync(assets).find((name) => /^search-.*\.json$/.test(name))!;
const json = readFileSync(assets + index, "base64");
const find = await openSearch(`data:application/json;base64,${json}`);

for (const [text, address] of [
  ["docker", "/operate#docker"],
  ["docker compose", "/operate#docker"],
  ["rate limit", "/operate#rate-limits"],
  ["acres", "/tools#units"],
  ["hectares", "/tools#units"],
  ["EMBERLINE_MAX_CALLS", "/operate#settings-of-the-server"],
  // Without a section that has all words, those with some of them.
  ["docker qqqqqq", "/operate#docker"],
] as const) {
  test(`“${text}” finds ${address} first`, () => {
    assert.equal(find(text)[0]?.address, address);
  });
}

test("words that no section has find nothing", () => {
  assert.deepEqual(find("qqqqqq"), []);
});
