import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type RoundRobin, startRoundRobin } from "./support/round-robin.ts";

const info = { name: "emberline-tests", version: "0" };

let proxy: RoundRobin;
let replicas: readonly ServerProcess[];

before(async () => {
  proxy = await startRoundRobin();
  const env = {
    EMBERLINE_CLIENT_ID: "replicas",
    EMBERLINE_CLIENT_SECRET: "secret-of-both-replicas",
    EMBERLINE_PUBLIC_URL: proxy.url,
  };
  replicas = await Promise.all([1, 2].map(() => startServerProcess(["--data", fixtures], { env })));
  proxy.targets = replicas.map(({ url }) => url);
});
after(async () => {
  await proxy.close();
  await Promise.all(replicas.map((replica) => replica.stop()));
});

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

interface Caller {
  call(name: string, args: object): Promise<Answer>;
  close(): Promise<void>;
}

/** Clients of both SDK lines, whose every request goes to the other replica. */
const lines: Record<string, (url: string) => Promise<Caller>> = {
  async "2026-07-28, stateless"(url) {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
    return {
      call: async (name, args) =>
        (await client.callTool({ name, arguments: { ...args } })) as unknown as Answer,
      close: () => client.close(),
    };
  },
  async "2025-11-25, with a session"(url) {
    const client = new OlderClient(info, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => assert.fail("asked"));
    await client.connect(new OlderTransport(new URL("/mcp", url)));
    return {
      call: async (name, args) =>
        (await client.callTool({ name, arguments: { ...args } })) as unknown as Answer,
      close: () => client.close(),
    };
  },
};

const ambiguous = { name: "assess_location", arguments: { near: "Springfield" } };

/** The ids that the file of the fixtures has. */
const ids = readFileSync(join(fixtures, "hotspots.geojsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { id: string }).id);

for (const [name, connect] of Object.entries(lines)) {
  test(`${name}: two replicas in turn answer page after page, each with the other's cursor`, async () => {
    const client = await connect(proxy.url);
    const before = new Map(proxy.counts);
    const found: unknown[] = [];
    let cursor: unknown;
    do {
      const { isError, structuredContent, content } = await client.call("query_features", {
        collection: "svc:hotspots",
        limit: 3,
        cursor,
      });
      assert.ok(!isError, content[0]?.text);
      const { columns, rows } = structuredContent as { columns: string[]; rows: unknown[][] };
      found.push(...rows.map((row) => row[columns.indexOf("id")]));
      cursor = structuredContent.next_cursor;
    } while (cursor !== undefined);
    await client.close();
    assert.deepEqual(found.sort(), [...ids].sort());
    for (const { url } of replicas)
      assert.ok(proxy.counts.get(url)! >= (before.get(url) ?? 0) + 2, `${url} was not asked`);
  });

  test(`${name}: a replica accepts the signature of the other's link to a picture, and says that it lacks the file`, async () => {
    const client = await connect(proxy.url);
    const { structuredContent } = await client.call("show_map", { near: "50,10" });
    await client.close();
    const link = new URL(String(structuredContent.picture_url));
    assert.equal(link.origin, proxy.url);
    const answers = await Promise.all(
      replicas.map(({ url }) => fetch(new URL(link.pathname + link.search, url))),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 404]);
    link.searchParams.set("expires", "9999999999");
    for (const { url } of replicas)
      assert.equal((await fetch(new URL(link.pathname + link.search, url))).status, 403);
  });
}

test("2026-07-28: the replica that did not ask which place is meant takes the answer", async () => {
  const options = {
    versionNegotiation: { mode: "auto" as const },
    capabilities: { elicitation: { form: {} } },
  };
  const client = new Client(info, options);
  let asked = 0;
  client.setRequestHandler("elicitation/create", () => {
    asked++;
    return { action: "accept", content: { near: "39.80172,-89.64371" } };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", proxy.url)));
  for (let i = 1; i <= 2; i++) {
    const { isError } = await client.callTool(ambiguous);
    assert.ok(!isError);
    assert.equal(asked, i);
  }
  await client.close();
});

test("2025-11-25: nobody is asked what only one replica could hear, and each answers with the candidates", async () => {
  const client = await lines["2025-11-25, with a session"]!(proxy.url);
  for (let i = 0; i < 4; i++) {
    const { isError, content } = await client.call(ambiguous.name, ambiguous.arguments);
    assert.ok(isError);
    assert.match(content[0]!.text!, /may be several places: Springfield, Missouri/);
  }
  await client.close();
});

test("a client of the older revisions goes on when the replica that began its session has stopped", async () => {
  const env = { EMBERLINE_CLIENT_ID: "replicas", EMBERLINE_CLIENT_SECRET: "secret-of-both" };
  const first = await startServerProcess(["--data", fixtures], { env });
  const own = await startRoundRobin();
  own.targets = [first.url];
  const client = await lines["2025-11-25, with a session"]!(own.url);
  const place = { name: "50,10", limit: 1 };
  assert.ok(!(await client.call("find_place", place)).isError);
  own.targets = [replicas[0]!.url];
  await first.stop();
  assert.ok(!(await client.call("find_place", place)).isError);
  await client.close();
  await own.close();
});

test("a replica refuses the answer to a question that it has not asked, as an unknown session", async () => {
  const response = await fetch(new URL("/mcp", replicas[0]!.url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      "mcp-session-id": crypto.randomUUID(),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, result: { action: "cancel" } }),
  });
  assert.equal(response.status, 404);
  const { error } = (await response.json()) as { error: { code: number } };
  assert.equal(error.code, -32_001);
});
