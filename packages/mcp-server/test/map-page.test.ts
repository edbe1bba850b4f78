import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue, chooseTools } from "@emberline/tools";
import type { Client, ClientOptions } from "@modelcontextprotocol/client";
import { connect, openHandler } from "./support/handler.ts";

const pageMimeType = "text/html;profile=mcp-app";
const withPages = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [pageMimeType] } } };

const generations = {
  "2026-07-28": { versionNegotiation: { mode: "auto" as const } },
  "2025-11-25": {},
};

/** A client of the handler over a service that has nothing. */
async function connectTo(options: ClientOptions, tools = catalogue): Promise<Client> {
  const fetch = async () => Response.json({ code: "not-found" }, { status: 404 });
  return (await connect(openHandler({ fetch, tools }).fetch, options)).client;
}

interface UiMeta {
  readonly resourceUri?: string;
  readonly visibility?: readonly string[];
}

async function listed(client: Client) {
  const { tools } = await client.listTools();
  return tools.map(({ name, _meta }) => ({ name, ui: _meta?.ui as UiMeta | undefined }));
}

for (const [generation, options] of Object.entries(generations)) {
  test(`${generation}: the tools with a map name its page`, async () => {
    const client = await connectTo(options);
    const tools = await listed(client);
    assert.deepEqual(
      tools.filter(({ ui }) => ui).map(({ name, ui }) => [name, ui]),
      ["assess_location", "assess_fire", "compare_periods", "show_map"].map((name) => [
        name,
        { resourceUri: "ui://emberline/map" },
      ]),
    );
    assert.deepEqual(
      tools.map(({ name }) => name),
      catalogue.map(({ name }) => name),
    );
    await client.close();
  });

  test(`${generation}: a client that shows pages is also given the tools that only pages call`, async () => {
    const client = await connectTo({ ...options, capabilities: withPages });
    const tools = await listed(client);
    assert.deepEqual(
      tools.slice(catalogue.length).map(({ name, ui }) => [name, ui?.visibility]),
      [
        ["map_features", ["app"]],
        ["map_ground", ["app"]],
      ],
    );
    assert.deepEqual(
      tools.slice(0, catalogue.length).map(({ name }) => name),
      catalogue.map(({ name }) => name),
    );
    await client.close();
  });

  test(`${generation}: the page is one document of at most 450 kB that loads nothing`, async () => {
    const client = await connectTo(options);
    const { contents } = await client.readResource({ uri: "ui://emberline/map" });
    assert.equal(contents.length, 1);
    const { uri, mimeType, text, _meta } = contents[0] as Record<string, unknown> & {
      text: string;
    };
    assert.deepEqual([uri, mimeType], ["ui://emberline/map", pageMimeType]);
    assert.deepEqual(_meta, {
      ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
    });
    assert.ok(new TextEncoder().encode(text).length <= 450_000);
    assert.match(text.slice(0, 100), /^<!doctype html>/i);
    const [style] = /<style>.*?<\/style>/s.exec(text)!;
    const markup = text.replace(/<script.*<\/script>/s, "").replace(style, "");
    assert.doesNotMatch(markup, /(src|href|http-equiv)=/i);
    assert.doesNotMatch(style, /@import|url\(/);
    await client.close();
  });

  test(`${generation}: the ground of the page comes as structured content, once`, async () => {
    const client = await connectTo({ ...options, capabilities: withPages });
    const args = { bbox: [-123, 37, -122, 38], km_per_pixel: 0.5 };
    const result = await client.callTool({ name: "map_ground", arguments: args });
    const { places } = result.structuredContent as { places: [string, ...number[]][] };
    assert.equal(places[0]![0], "San Francisco");
    assert.ok(JSON.stringify(result.content).length < 200);
    await client.close();
  });
}

test("without any of those tools there is no page, nor what belongs to it", async () => {
  const tools = chooseTools(catalogue, { toolsets: ["core"] });
  const client = await connectTo({ capabilities: withPages }, tools);
  assert.deepEqual(
    (await listed(client)).map(({ name }) => name),
    tools.map(({ name }) => name),
  );
  await assert.rejects(
    client.readResource({ uri: "ui://emberline/map" }),
    /No resource has the URI/,
  );
  await assert.rejects(client.callTool({ name: "map_features", arguments: {} }), /no tool/);
  await client.close();
});

test("a list with the tools of pages may not be shared with clients that show none", async () => {
  const scopes: unknown[] = [];
  for (const capabilities of [{}, withPages]) {
    const client = await connectTo({ ...generations["2026-07-28"], capabilities });
    const { cacheScope } = (await client.listTools()) as { cacheScope?: string };
    scopes.push(cacheScope);
    await client.close();
  }
  assert.deepEqual(scopes, ["public", "private"]);
});
