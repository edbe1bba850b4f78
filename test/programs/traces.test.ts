import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import {
  cleanEnvironment,
  programs,
  root,
  startServerProcess,
} from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { createApp, readSettings } from "emberline";
import { startCollector } from "./support/collector.ts";

const origin = "http://127.0.0.1:3000";
const callersSpan = "00f067aa0ba902b7";
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

before(() => provider.register({ propagator: new W3CTraceContextPropagator() }));
after(async () => {
  trace.disable();
  context.disable();
  propagation.disable();
  await provider.shutdown();
});

/** The trace of one test, and the header that names it. */
function newTrace() {
  const id = crypto.randomUUID().replaceAll("-", "");
  return { id, traceparent: `00-${id}-${callersSpan}-01` };
}

interface Sent {
  readonly path: string;
  readonly traceparent: string | null;
}

/** The app over a service of which every request is recorded. */
async function startApp(
  intercept: (request: Request) => Promise<Response> | undefined = () => undefined,
) {
  const credentials = { clientId: "demo", clientSecret: "demo-secret" };
  const service = await createReferenceService({
    clients: [{ id: credentials.clientId, secret: credentials.clientSecret }],
    now: () => Date.UTC(2026, 6, 20, 12),
    seed: 1,
  });
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "https://service.example",
    ...credentials,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      sent.push({ path: pathname, traceparent: request.headers.get("traceparent") });
      return (await intercept(request)) ?? service.fetch(request);
    },
  });
  const key = new Uint8Array(32).fill(1);
  const upstream = { client, cursorKeys: () => [key], linkKeys: () => [key], notices: [] };
  const app = createApp(readSettings({ args: [], environment: {} }), upstream);
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const request = new Request(input, init);
    request.headers.set("host", "127.0.0.1:3000");
    return app.fetch(request);
  };
  return { fetch, sent };
}

const spansOf = (id: string): ReadableSpan[] =>
  exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === id);

/** Each name with those of its parents, from the outside. */
function pathsOf(spans: readonly ReadableSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const pathOf = (span: ReadableSpan): string => {
    const parent = span.parentSpanContext?.spanId ?? "";
    const above = byId.get(parent);
    return `${above ? pathOf(above) : parent} > ${span.name}`;
  };
  return [...new Set(spans.map(pathOf))].sort();
}

const features = "/ogc/features/v1/collections/{collection}";
const requests = [
  `GET ${features}`,
  `GET ${features}/items`,
  `GET ${features}/queryables`,
  "POST /v1/token",
];

/** Every request to the service names the span that stands for it. */
function assertPropagated(sent: readonly Sent[], spans: readonly ReadableSpan[]): void {
  const ids = spans.map((span) => span.spanContext().spanId);
  assert.ok(sent.length >= requests.length);
  for (const { path, traceparent } of sent) {
    const [, id, span, flags] = traceparent?.split("-") ?? [];
    assert.equal(id, spans[0]!.spanContext().traceId, path);
    assert.ok(ids.includes(span!), path);
    assert.equal(flags, "01");
  }
}

const post = (input: object, more: RequestInit & { headers?: Record<string, string> }) => ({
  method: "POST",
  body: JSON.stringify(input),
  ...more,
  headers: { "content-type": "application/json", ...more.headers },
});
const hotspots = { collection: "svc:hotspots", limit: 2 };

test("a call over HTTP is one trace: the request, the tool, and its requests to the service", async () => {
  const { fetch, sent } = await startApp();
  const { id, traceparent } = newTrace();
  const headers = { traceparent };
  const response = await fetch(`${origin}/tools/query_features`, post(hotspots, { headers }));
  assert.equal(response.status, 200);
  const spans = spansOf(id);
  const request = `${callersSpan} > POST /tools/{name}`;
  assert.deepEqual(pathsOf(spans), [
    request,
    `${request} > execute_tool query_features`,
    ...requests.map((each) => `${request} > execute_tool query_features > ${each}`),
  ]);
  assertPropagated(sent, spans);
  const [own] = spans.filter(({ name }) => name === "POST /tools/{name}");
  assert.deepEqual(own!.attributes["http.response.header.x-request-id"], [
    response.headers.get("x-request-id"),
  ]);
});

for (const [revision, options] of [
  ["2026-07-28", { versionNegotiation: { mode: "auto" as const } }],
  ["2025-11-25", {}],
] as const) {
  test(`a call over MCP of ${revision} is one trace, below the span that _meta or the header names`, async () => {
    const { fetch, sent } = await startApp();
    let header: string | undefined;
    const client = new Client({ name: "traces", version: "0" }, options);
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", origin), {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (header !== undefined) headers.set("traceparent", header);
        return fetch(input, { ...init, headers });
      },
    });
    await client.connect(transport);
    const tool = { name: "query_features", arguments: hotspots };

    const ofMeta = newTrace();
    await client.callTool({ ...tool, _meta: { traceparent: ofMeta.traceparent } });
    const spans = spansOf(ofMeta.id);
    const call = `${callersSpan} > tools/call query_features`;
    assert.deepEqual(pathsOf(spans), [
      call,
      `${call} > execute_tool query_features`,
      ...requests.map((each) => `${call} > execute_tool query_features > ${each}`),
    ]);
    assertPropagated(sent, spans);
    const [mcp] = spans.filter(({ name }) => name === "tools/call query_features");
    assert.equal(mcp!.attributes["mcp.protocol.version"], revision);
    const [link] = mcp!.links;
    const linked = exporter
      .getFinishedSpans()
      .find((span) => span.spanContext().spanId === link?.context.spanId);
    assert.equal(linked?.name, "POST /mcp");

    const ofHeader = newTrace();
    header = ofHeader.traceparent;
    await client.callTool(tool);
    header = undefined;
    const paths = pathsOf(spansOf(ofHeader.id));
    const request = `${callersSpan} > POST /mcp`;
    assert.ok(paths.includes(request));
    assert.ok(
      paths.includes(
        `${request} > tools/call query_features > execute_tool query_features > GET ${features}/items`,
      ),
    );
    await client.close();
  });
}

test("a failed call records the code of its error, and no span has arguments", async () => {
  const { fetch } = await startApp();
  for (const [input, code] of [
    [{ collection: "svc:private-name" }, "not_found"],
    [{ collection: "svc:hotspots", filter: "frp > 'private-name" }, "invalid_input"],
    [{ collection: "svc:hotspots", cursor: "private-name" }, "invalid_input"],
  ] as const) {
    const { id, traceparent } = newTrace();
    const headers = { traceparent };
    // With a query, the call is refused before it begins.
    for (const query of ["?key=private-name", ""])
      await fetch(
        `${origin}/tools/query_features${query}`,
        post(input, { headers: { ...headers, authorization: "Bearer private-name" } }),
      );
    const spans = spansOf(id);
    const [tool] = spans.filter(({ name }) => name === "execute_tool query_features");
    assert.equal(tool!.attributes["error.type"], code);
    assert.equal(tool!.status.code, SpanStatusCode.ERROR);
    const recorded = spans.map(({ name, attributes, events, status }) => [
      name,
      attributes,
      events,
      status,
    ]);
    assert.doesNotMatch(JSON.stringify(recorded), /private-name|demo-secret|Bearer/);
  }
});

test("a cancelled call ends its spans", async () => {
  let onHeld: () => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  const { fetch } = await startApp((request) => {
    if (!request.url.includes("/items")) return undefined;
    onHeld();
    return new Promise(() => {});
  });
  const { id, traceparent } = newTrace();
  const cancel = new AbortController();
  const headers = { traceparent };
  const running = fetch(
    `${origin}/tools/query_features`,
    post(hotspots, { headers, signal: cancel.signal }),
  );
  await isHeld;
  cancel.abort();
  await running;
  // The request to the service ends right after the call.
  await new Promise(setImmediate);
  const faults = new Map(
    spansOf(id).map(({ name, attributes }) => [name, attributes["error.type"]]),
  );
  assert.equal(faults.get("execute_tool query_features"), "cancelled");
  assert.equal(faults.get(`GET ${features}/items`), "aborted");
  assert.equal(faults.has("POST /tools/{name}"), true);
});

test("emberline-mcp sends the spans of its calls to a collector, and ends with all of them sent", async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const client = new Client({ name: "traces", version: "0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, programs.mcp), "--embedded"],
      env: cleanEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
      stderr: "ignore",
    }),
  );
  const { id, traceparent } = newTrace();
  const _meta = { traceparent };
  const near = { near: "Paradise, California" };
  await client.callTool({ name: "show_map", arguments: near, _meta });
  await client.close();
  const spans = collector.spans.filter((span) => span.trace === id);
  const byName = new Map(spans.map((span) => [span.name, span]));
  const call = byName.get("tools/call show_map");
  assert.equal(call?.parent, callersSpan);
  const tool = byName.get("execute_tool show_map");
  assert.equal(tool?.parent, call.id);
  assert.equal(byName.get("POST /v1/token")?.parent, tool.id);
  assert.equal(byName.get(`GET ${features}/items`)?.parent, tool.id);
  assert.equal(byName.get("worker png")?.parent, tool.id);
  assert.doesNotMatch(spans.map(({ raw }) => raw).join(), /Paradise/);
});

test("the server sends its spans to a collector, and a wrong address is one sentence", async (t) => {
  const collector = await startCollector();
  t.after(() => collector.close());
  const server = await startServerProcess([], {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const { id, traceparent } = newTrace();
  const headers = { traceparent };
  await fetch(`${server.url}/tools/query_features`, post(hotspots, { headers }));
  assert.equal(await server.stop(), 0);
  const names = collector.spans.filter((span) => span.trace === id).map(({ name }) => name);
  assert.ok(names.includes("POST /tools/{name}"));
  assert.ok(names.includes("execute_tool query_features"));
  assert.ok(names.includes(`GET /service${features}/items`));
  await assert.rejects(
    startServerProcess([], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" } }),
    /OTEL_EXPORTER_OTLP_ENDPOINT is not a URL: give one such as http:\/\/127\.0\.0\.1:4318\./,
  );
});
