import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import type { Client } from "@modelcontextprotocol/client";
import { decode } from "fast-png";
import { everyMcpClient } from "./support/mcp-clients.ts";

let clients: Awaited<ReturnType<typeof everyMcpClient>>;

before(async () => {
  clients = await everyMcpClient();
});
after(() => Promise.all(clients.map(({ client }) => client.close())));

function withEveryClient(fact: string, check: (client: Client) => Promise<void>): void {
  test(fact, async (t) => {
    for (const { name, client } of clients) await t.test(name, () => check(client));
  });
}

/** The JSON of a resource that has no picture. */
async function read(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri });
  assert.deepEqual(
    contents.map((each) => [each.uri, each.mimeType]),
    [[uri, "application/json"]],
  );
  return JSON.parse((contents[0] as { text: string }).text);
}

const featureIn = async (file: string, id: string) =>
  (await readFile(join(fixtures, file), "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .find((feature) => feature.id === id);

withEveryClient("each collection is listed with its description and queryables", async (client) => {
  const { resources: listed } = await client.listResources();
  const resources = listed.filter(({ uri }) => uri.startsWith("emberline://"));
  const ids = ["svc:satellite-perimeters", "svc:static-heat-sources", "svc:hotspots"];
  assert.deepEqual(
    resources.map(({ uri }) => decodeURIComponent(uri)).sort(),
    [
      "emberline://collections",
      "emberline://simulations",
      ...ids.flatMap((id) => [
        `emberline://collections/${id}`,
        `emberline://collections/${id}/queryables`,
      ]),
    ].sort(),
  );
  for (const { name, title, description, mimeType, annotations } of resources) {
    assert.ok(name && title && description);
    assert.equal(mimeType, "application/json");
    assert.deepEqual(annotations?.audience, ["assistant"]);
  }
});

withEveryClient("a listed size is that of the bytes that are read", async (client) => {
  const uri = "emberline://collections/svc%3Ahotspots/queryables";
  for (const each of ["emberline://collections", uri]) await read(client, each);
  // The client would answer from its own cache.
  const { resources } = await client.listResources({}, { cacheMode: "bypass" });
  const sized = resources.filter(({ size }) => size !== undefined);
  assert.ok(sized.some((each) => each.uri === uri));
  for (const each of sized) {
    const { contents } = await client.readResource({ uri: each.uri });
    assert.equal(Buffer.byteLength((contents[0] as { text: string }).text), each.size);
  }
});

withEveryClient("a feature is read with the properties of the data", async (client) => {
  const hotspot = await read(client, "emberline://collections/svc:hotspots/features/h2");
  const { properties, geometry } = await featureIn("hotspots.geojsonl", "h2");
  assert.equal(hotspot.properties.frp, properties.frp);
  assert.deepEqual([hotspot.lon, hotspot.lat], geometry.coordinates);
  const perimeter = "emberline://collections/svc:satellite-perimeters/features/p1?geometry=full";
  const outline = await featureIn("satellite-perimeters.geojsonl", "p1");
  assert.deepEqual((await read(client, perimeter)).geometry, outline.geometry);
});

withEveryClient("queryables are read as a whole and one by one", async (client) => {
  const uri = "emberline://collections/svc:hotspots/queryables";
  const { collection, properties } = await read(client, uri);
  assert.equal(collection, "svc:hotspots");
  const names = properties.map(({ name }: { name: string }) => name);
  for (const name of ["frp", "confidence", "datetime"]) assert.ok(names.includes(name));
  const { name, unit, max } = await read(client, `${uri}/frp`);
  // The greatest of the file.
  assert.deepEqual([name, unit, max], ["frp", "MW (fire radiative power)", 99.94]);
});

withEveryClient("pages of simulations follow each other without a gap", async (client) => {
  const all = (await read(client, "emberline://simulations?limit=500")).rows;
  const first = await read(client, "emberline://simulations?limit=2");
  const cursor = encodeURIComponent(first.next_cursor);
  const second = await read(client, `emberline://simulations?limit=2&cursor=${cursor}`);
  const ids = (rows: string[][]) => rows.map(([id]) => id);
  assert.deepEqual([...ids(first.rows), ...ids(second.rows)], ids(all).slice(0, 4));
});

withEveryClient(
  "a map is a picture of the size asked for, and its facts as JSON",
  async (client) => {
    const uri = "emberline://map/bbox/9.5,49.5,10.5,50.5?width=500&height=480";
    const { contents } = await client.readResource({ uri });
    const [picture, facts] = contents as { blob?: string; text?: string }[];
    assert.deepEqual(
      contents.map(({ mimeType }) => mimeType),
      ["image/png", "application/json"],
    );
    const { width, height } = decode(Buffer.from(picture!.blob!, "base64"));
    assert.deepEqual([width, height], [500, 480]);
    assert.deepEqual(JSON.parse(facts!.text!).selection.area.bbox, [9.5, 49.5, 10.5, 50.5]);
  },
);

withEveryClient(
  "the situation at a position and the story of a fire are resources",
  async (client) => {
    const place = "emberline://places/50%2C10?radius_km=20&time=2024-07-01%2F2024-07-02";
    assert.equal((await read(client, place)).matched > 0, true);
    assert.equal((await read(client, "emberline://fires/alpha")).fire.name, "ALPHA");
  },
);

for (const [uri, why] of [
  ["emberline://collections/svc:hotspot", /Unknown collection.*Did you mean "svc:hotspots"/],
  ["emberline://collections/svc:hotspots/features/h99", /h99/],
  ["emberline://collections/svc:hotspots/queryables/fr", /its properties are .*frp/],
  ["emberline://fires/Nowhere", /No fire .* named "Nowhere"/],
  ["emberline://collections/%E0%A4%A/queryables", /resources\/list/],
  ["emberline://someone@collections", /resources\/list/],
  ["https://example.org/", /resources\/list/],
  ["test", /resources\/list/],
  [`emberline://fires/${"x".repeat(9000)}`, /resources\/list/],
] as const) {
  withEveryClient(`not found, with the URI and the reason: ${uri.slice(0, 60)}`, async (client) => {
    await assert.rejects(client.readResource({ uri }), (error: Error & Record<string, unknown>) => {
      assert.equal(error.code, -32_602);
      assert.equal((error.data as { uri: string }).uri, uri);
      assert.match(error.message, why);
      return true;
    });
  });
}

for (const [uri, why] of [
  ["emberline://simulations?limt=2", /no parameter "limt"\. Did you mean "limit"\?/],
  ["emberline://simulations?limit=2&limit=3", /"limit" twice/],
  ["emberline://simulations?limit=many", /limit is the text "many", but must be a number/],
  ["emberline://map/bbox/1,2,x,4", /bbox/],
] as const) {
  withEveryClient(`refused in one sentence: ${uri}`, async (client) => {
    await assert.rejects(client.readResource({ uri }), { code: -32_602, message: why });
  });
}

test("answers of the newest revision say how long they stay true, and for whom", async () => {
  const { client } = clients.find(({ name }) => name === "HTTP, 2026-07-28")!;
  const hints = ({ ttlMs, cacheScope }: Record<string, unknown>) => ({ ttlMs, cacheScope });
  const minute = { ttlMs: 60_000, cacheScope: "private" };
  const hour = { ttlMs: 3_600_000, cacheScope: "public" };
  assert.deepEqual(hints(await client.listResources()), minute);
  assert.deepEqual(hints(await client.readResource({ uri: "emberline://collections" })), minute);
  assert.deepEqual(hints(await client.listResourceTemplates()), hour);
  assert.deepEqual(hints(await client.listPrompts()), hour);
});
