import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { createApp, openUpstream, readSettings } from "../src/index.ts";

const origin = "http://127.0.0.1:3000";
const settings = readSettings({ args: [], environment: {} });
const app = createApp(settings, await openUpstream(settings, origin));

function ask(path: string, headers: Record<string, string> = {}) {
  return app.fetch(
    new Request(`${origin}${path}`, { headers: { host: "127.0.0.1:3000", ...headers } }),
  );
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a tile is a vector tile with its layers, compressed for those who take gzip", async () => {
  const packed = await ask("/basemap/ground/0/0/0", { "accept-encoding": "gzip, br" });
  assert.equal(packed.status, 200);
  assert.equal(packed.headers.get("content-type"), "application/vnd.mapbox-vector-tile");
  assert.equal(packed.headers.get("content-encoding"), "gzip");
  const plain = await ask("/basemap/ground/0/0/0");
  assert.equal(plain.headers.get("content-encoding"), null);
  const tile = gunzipSync(await bytesOf(packed));
  assert.deepEqual(await bytesOf(plain), tile);
  for (const layer of ["land", "coasts", "borders"]) assert.ok(tile.includes(layer), layer);
});

test("the town of La Pine is in the tile where it lies, and nowhere else at its zoom", async () => {
  // Web Mercator: 121.504° W is 20.7 of 128 columns, 43.67° N is 46.8 of 128 rows.
  const tile = await bytesOf(await ask("/basemap/names/7/20/46"));
  assert.ok(tile.includes("La Pine"));
  const next = await bytesOf(await ask("/basemap/names/7/21/46"));
  assert.ok(next.length > 0 && !next.includes("La Pine"));
});

test("main roads are in the tiles of the USA alone", async () => {
  const hasRoads = async (tile: string) => (await bytesOf(await ask(tile))).includes("roads");
  // Utah and the Alps, at zooms with other layers on both.
  assert.equal(await hasRoads("/basemap/ground/6/12/24"), true);
  assert.equal(await hasRoads("/basemap/ground/6/33/22"), false);
  assert.equal(await hasRoads("/basemap/ground/4/3/6"), false, "at a small scale too many");
});

test("the open Pacific, 40° S 140° W, is an empty answer, not an error", async () => {
  for (const path of ["/basemap/ground/6/7/39", "/basemap/names/7/14/79"]) {
    const response = await ask(path);
    assert.equal(response.status, 204, path);
  }
});

test("a tile that the browser has is not sent again", async () => {
  const first = await ask("/basemap/ground/1/0/0");
  const tag = first.headers.get("etag")!;
  const again = await ask("/basemap/ground/1/0/0", { "if-none-match": tag });
  assert.equal(again.status, 304);
  assert.equal((await bytesOf(again)).length, 0);
});

test("what is not a tile is not found", async () => {
  for (const path of ["/basemap/ground/0/0", "/basemap/other/0/0/0", "/basemap/ground/a/b/c"])
    assert.equal((await ask(path)).status, 404, path);
});
