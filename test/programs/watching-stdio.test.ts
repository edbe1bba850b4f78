import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cleanEnvironment, programs, root } from "@emberline/test-support/programs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const uri = "emberline://places/50%2C10";

/** Detections of a service that get more; a new one is listed before its request is answered. */
let features: object[] = [];
let onCounted = () => {};

const hotspots = { id: "svc:hotspots", title: "Hotspots", links: [] };
const service = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url!, "http://service");
  const isHotspots = decodeURIComponent(pathname).includes("svc:hotspots");
  const body = pathname.endsWith("/token")
    ? { access_token: "token", expires_in: 3600, token_type: "Bearer" }
    : pathname.endsWith("/collections")
      ? { collections: [hotspots], links: [] }
      : pathname.endsWith("/queryables")
        ? { queryables: [{ id: "datetime", type: "dateTime" }] }
        : pathname.endsWith("/items")
          ? { type: "FeatureCollection", features, links: [] }
          : hotspots;
  const isKnown = isHotspots || /\/(?:token|collections)$/.test(pathname);
  response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(isKnown ? body : { code: "NotFound" }));
  if (isHotspots && searchParams.has("bbox")) onCounted();
});

before(() => new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve)));
after(() => service.close());

function add(): void {
  features.push({
    type: "Feature",
    id: `h${features.length}`,
    geometry: { type: "Point", coordinates: [10, 50] },
    properties: { datetime: new Date().toISOString() },
  });
}

for (const [revision, options] of [
  ["2026-07-28", { versionNegotiation: { mode: "auto" as const } }],
  ["2025-11-25", {}],
] as const) {
  test(`over stdio, revision ${revision}: whoever watches a place gets a notification of a new detection there`, async () => {
    features = [];
    const { port } = service.address() as AddressInfo;
    const client = new Client({ name: "tests", version: "0" }, options);
    const told = new Promise<string>((resolve) => {
      client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
        resolve(params.uri),
      );
    });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, programs.mcp)],
        env: cleanEnvironment({
          EMBERLINE_BASE_URL: `http://127.0.0.1:${port}`,
          EMBERLINE_CLIENT_ID: "demo",
          EMBERLINE_CLIENT_SECRET: "demo-secret",
          EMBERLINE_WATCH_MINUTES: "0.0001",
        }),
        stderr: "ignore",
      }),
    );
    const counted = new Promise<void>((resolve) => {
      onCounted = resolve;
    });
    const subscription =
      revision === "2026-07-28" ? await client.listen({ resourceSubscriptions: [uri] }) : null;
    if (!subscription) await client.subscribeResource({ uri });
    await counted;
    add();
    assert.equal(await told, uri);
    await subscription?.close();
    await client.close();
  });
}
