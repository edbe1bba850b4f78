import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings, startServer } from "emberline";

const style = {
  version: 8,
  sprite: "https://sprites.example/basic",
  glyphs: "https://glyphs.example/{fontstack}/{range}.pbf?key=hush",
  sources: {
    raster: { type: "raster", tiles: ["https://tiles.example/{z}/{x}/{y}.png?key=hush"] },
    shapes: { type: "geojson", data: "https://shapes.example/land.json" },
  },
  layers: [],
};

async function inFolder(text: string, run: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-style-"));
  const path = join(folder, "style.json");
  await writeFile(path, text);
  await run(path).finally(() => rm(folder, { recursive: true }));
}

const start = (mapStyle: string | undefined) =>
  startServer(
    readSettings({
      args: ["--port", "0", "--synthetic"],
      environment: mapStyle === undefined ? {} : { EMBERLINE_MAP_STYLE: mapStyle },
    }),
  );

/** The values of a directive of the page's policy. */
async function policyOf(origin: string, directive: string): Promise<string[]> {
  const { headers } = await fetch(`${origin}/`, { headers: { accept: "text/html" } });
  const found = headers
    .get("content-security-policy")!
    .split("; ")
    .find((each) => each.startsWith(`${directive} `))!;
  return found.split(" ").slice(1);
}

test("the hosts of a style, and no others, are in the page's policy; the page gets the style", async () => {
  const plain = await start(undefined);
  const before = await policyOf(plain.origin, "connect-src");
  assert.equal((await fetch(`${plain.origin}/basemap/style.json`)).status, 404);
  await plain.close();
  await inFolder(JSON.stringify(style), async (path) => {
    const { origin, close } = await start(path);
    const after = await policyOf(origin, "connect-src");
    assert.deepEqual(
      after.filter((each) => !before.includes(each)),
      ["glyphs", "shapes", "sprites", "tiles"].map((name) => `https://${name}.example`),
    );
    assert.ok((await policyOf(origin, "img-src")).includes("https://tiles.example"));
    assert.deepEqual(await (await fetch(`${origin}/basemap/style.json`)).json(), style);
    const status = await (await fetch(`${origin}/playground/status`)).json();
    assert.equal(status.map_style, true);
    await close();
  });
});

for (const [what, text, sentence] of [
  ["no JSON", "{", /the style is no JSON object/],
  ["another object", '{"version": 1}', /is no style of MapLibre: it needs version 8/],
  [
    "plain HTTP",
    JSON.stringify({ ...style, sprite: "http://sprites.example/a?key=hush" }),
    /names http:\/\/sprites\.example: its addresses must be complete and begin with https/,
  ],
  [
    "a relative address",
    JSON.stringify({ ...style, sprite: "sprites/a?key=hush" }),
    /names an address without a host/,
  ],
] as const) {
  test(`a style with ${what} is refused in a sentence without its keys`, async () => {
    await inFolder(text, async (path) => {
      await assert.rejects(start(path), ({ message }: Error) => {
        assert.match(message, /^EMBERLINE_MAP_STYLE /);
        assert.match(message, sentence);
        assert.doesNotMatch(message, /hush/);
        return true;
      });
    });
  });
}

test("a source that is described elsewhere brings the host of its tiles", async () => {
  const described = createServer((_, response) => {
    response.end(JSON.stringify({ tiles: ["https://far.example/{z}/{x}/{y}.pbf"] }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => described.once("listening", resolve));
  const { port } = described.address() as AddressInfo;
  const sources = { vector: { type: "vector", url: `http://127.0.0.1:${port}/tiles.json` } };
  await inFolder(JSON.stringify({ version: 8, sources, layers: [] }), async (path) => {
    const { origin, close } = await start(path);
    assert.ok((await policyOf(origin, "connect-src")).includes("https://far.example"));
    await close();
  });
  described.close();
});

test("a style whose host is away leaves the offline map, and the tools", async () => {
  const { origin, close } = await start("http://127.0.0.1:9/style.json?key=hush");
  const status = await (await fetch(`${origin}/playground/status`)).json();
  assert.equal(status.map_style, false);
  assert.equal((await fetch(`${origin}/tools`)).status, 200);
  await close();
});
