import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { mock, test } from "node:test";
import { inspect } from "node:util";
import {
  type Client,
  createClient,
  type EmberlineErrorCode,
  isEmberlineError,
} from "../src/index.ts";
import { clientId, clientSecret, idsOf, pageOf, points } from "./support/fake-service.ts";
import { type RawRequest, startSocketServer, writeAnswer } from "./support/socket-server.ts";

/*
 * Faults on the wire, each against every kind of call, each once and always. Every cell states its
 * expected end: the answer of the run without faults, or one class of error, each with its number
 * of requests.
 */

const features = points(25);
const allIds = features.map(({ id }) => id);
const token = "tok-very-secret-0123456789";
/** Of every call; it passes only in faults that make it pass. */
const timeoutMs = 30_000;

type Call = "list" | "iterate" | "get" | "token";

const calls: Record<
  Call,
  { run(client: Client): Promise<unknown>; answer: unknown; hit(path: string): boolean }
> = {
  list: {
    run: async (client) => (await client.collections.list()).map(({ id }) => id),
    answer: ["svc:hotspots"],
    hit: (path) => path.includes("/collections?"),
  },
  iterate: {
    run: (client) => idsOf(client.features.iterate("svc:hotspots", { pageSize: 10 })),
    answer: allIds,
    hit: (path) => path.includes("offset=10"),
  },
  get: {
    run: async (client) => (await client.features.get("svc:hotspots", "f7")).id,
    answer: "f7",
    hit: (path) => path.endsWith("/items/f7"),
  },
  token: {
    run: async (client) =>
      (await client.features.page("svc:hotspots")).features.map(({ id }) => id),
    answer: allIds,
    hit: (path) => path === "/v1/token",
  },
};

async function honestBody(url: URL): Promise<string> {
  if (url.pathname === "/v1/token")
    return JSON.stringify({ access_token: token, expires_in: 3600, token_type: "Bearer" });
  if (url.pathname.endsWith("/collections"))
    return JSON.stringify({ collections: [{ id: "svc:hotspots", links: [] }] });
  if (url.pathname.endsWith("/items")) return pageOf(features, url).text();
  return JSON.stringify(features[7]);
}

/** The affected call, as seen by the client. */
interface RunningCall {
  /** Resolves when the client has the head of the answer. */
  hasHead: Promise<void>;
  /** Its time limit passes. */
  timeOut(): void;
}

interface Fault {
  name: string;
  strike(socket: Socket, body: string, request: RawRequest, call: RunningCall): void;
  /** If the fault occurs once: the answer after this many affected requests, or an error. */
  once: number | EmberlineErrorCode;
  /** If it always occurs: still the answer (1), or an error after this many requests. */
  always: 1 | [EmberlineErrorCode, requests: number];
  /** Different expectations for the token exchange. */
  token?: { once: number | EmberlineErrorCode; always: [EmberlineErrorCode, requests: number] };
}

const half = (body: string): string => body.slice(0, body.length / 2);
const html = { "content-type": "text/html" };
const soon = (): string => new Date(0).toUTCString();
const passing = (code: EmberlineErrorCode): Pick<Fault, "once" | "always"> => ({
  once: 2,
  always: [code, 4],
});
const final = (code: EmberlineErrorCode): Pick<Fault, "once" | "always"> => ({
  once: code,
  always: [code, 1],
});
const harmless: Pick<Fault, "once" | "always"> = { once: 1, always: 1 };

const faults: Fault[] = [
  {
    name: "no answer",
    ...final("timeout"),
    strike: (_socket, _body, _request, { timeOut }) => timeOut(),
  },
  {
    name: "a body that drips without end",
    ...final("timeout"),
    strike: async (socket, _body, _request, { hasHead, timeOut }) => {
      socket.write(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{",
      );
      const timer = setInterval(() => socket.write(" "), 20);
      socket.on("close", () => clearInterval(timer));
      await hasHead;
      timeOut();
    },
  },
  {
    name: "a reset before the answer",
    ...passing("network"),
    strike: (socket) => socket.destroy(),
  },
  { name: "an end before the answer", ...passing("network"), strike: (socket) => socket.end() },
  {
    name: "a reset in the middle of the body",
    ...passing("network"),
    strike: async (socket, body, _request, { hasHead }) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${half(body)}`,
      );
      await hasHead;
      socket.resetAndDestroy?.() ?? socket.destroy();
    },
  },
  {
    name: "an end before the stated length",
    ...passing("network"),
    strike: (socket, body) => writeAnswer(socket, { body: half(body), contentLength: body.length }),
  },
  {
    name: "something that is not HTTP",
    ...passing("network"),
    strike: (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
  },
  ...["0", soon()].flatMap((retryAfter): Fault[] => [
    {
      name: `429 with Retry-After ${retryAfter}`,
      ...passing("rate-limited"),
      strike: (socket) =>
        writeAnswer(socket, { status: 429, headers: { "retry-after": retryAfter } }),
    },
    {
      name: `503 with Retry-After ${retryAfter}`,
      ...passing("service"),
      strike: (socket) =>
        writeAnswer(socket, { status: 503, headers: { "retry-after": retryAfter } }),
    },
  ]),
  {
    name: "429 with a Retry-After beyond the remaining time",
    ...final("rate-limited"),
    strike: (socket) => writeAnswer(socket, { status: 429, headers: { "retry-after": "3600" } }),
  },
  {
    name: "500 with JSON",
    ...passing("service"),
    strike: (socket) =>
      writeAnswer(socket, { status: 500, body: '{"code":"server-error","description":"no"}' }),
  },
  {
    name: "500 with HTML",
    ...passing("service"),
    strike: (socket) =>
      writeAnswer(socket, { status: 500, headers: html, body: "<html>no</html>" }),
  },
  {
    name: "500 that repeats the request with its secrets",
    ...passing("service"),
    strike: (socket, _, { headers, body }) =>
      writeAnswer(socket, {
        status: 500,
        headers: html,
        body: `${JSON.stringify([...headers])} ${body} ${encodeURIComponent(body)}`,
      }),
  },
  {
    name: "400 that repeats the request with its secrets",
    ...final("invalid-request"),
    token: { once: "authentication", always: ["authentication", 1] },
    strike: (socket, _, { headers, body }) =>
      writeAnswer(socket, {
        status: 400,
        body: JSON.stringify({
          code: body || "bad",
          description: `${headers.get("authorization")} ${body}`,
        }),
      }),
  },
  {
    name: "truncated JSON",
    ...passing("response"),
    strike: (socket, body) => writeAnswer(socket, { body: half(body) }),
  },
  { name: "an empty body", ...passing("response"), strike: (socket) => writeAnswer(socket, {}) },
  {
    name: "JSON of another shape",
    ...final("response"),
    strike: (socket) => writeAnswer(socket, { body: '{"type":"Other"}' }),
  },
  {
    name: "a page of HTML with status 200",
    ...final("response"),
    strike: (socket) => writeAnswer(socket, { headers: html, body: "<html>Log in</html>" }),
  },
  {
    name: "a byte order mark",
    ...harmless,
    strike: (socket, body) => writeAnswer(socket, { body: `\ufeff${body}` }),
  },
  {
    name: "a wrong content type",
    ...harmless,
    strike: (socket, body) =>
      writeAnswer(socket, { headers: { "content-type": "text/plain" }, body }),
  },
  {
    name: "404 with HTML",
    ...final("not-found"),
    token: { once: "authentication", always: ["authentication", 1] },
    strike: (socket) =>
      writeAnswer(socket, { status: 404, headers: html, body: "<html>Not found</html>" }),
  },
  {
    name: "401",
    once: 2,
    always: ["authentication", 2],
    token: { once: "authentication", always: ["authentication", 1] },
    strike: (socket) => writeAnswer(socket, { status: 401, body: '{"code":"invalid-token"}' }),
  },
  {
    name: "a redirect to another host",
    ...final("response"),
    strike: (socket) =>
      writeAnswer(socket, { status: 307, headers: { location: "http://localhost:1/elsewhere" } }),
  },
  {
    name: "a redirect out of the feature API",
    ...final("response"),
    strike: (socket) => writeAnswer(socket, { status: 302, headers: { location: "/admin" } }),
  },
];

for (const fault of faults) {
  for (const name of Object.keys(calls) as Call[]) {
    test(`${fault.name}, in ${name}: once and always`, async () => {
      const expected = name === "token" ? { ...fault, ...fault.token } : fault;
      for (const strikes of [1, Infinity]) {
        const { outcome, sent } = await run(fault, name, strikes);
        if (strikes === 1 && typeof expected.once === "number") {
          assert.deepEqual(outcome, calls[name].answer);
          assert.equal(sent, expected.once);
        } else if (expected.always === 1) {
          assert.deepEqual(outcome, calls[name].answer);
        } else {
          const [code, requests] = strikes === 1 ? [expected.once, 1] : expected.always;
          assert.ok(isEmberlineError(outcome), inspect(outcome));
          assert.equal(outcome.code, code, inspect(outcome));
          assert.equal(sent, requests);
          assertNoSecret(outcome);
        }
      }
    });
  }
}

/**
 * How a call ends when the fault strikes its first requests, and how many requests of that kind the
 * client sent.
 */
async function run(
  fault: Fault,
  name: Call,
  strikes: number,
): Promise<{ outcome: unknown; sent: number }> {
  const { hit, run } = calls[name];
  // Counted at the client: some platforms repeat a request by
  // themselves when its connection is closed.
  let sent = 0;
  let headArrived = (): void => {};
  const hasHead = new Promise<void>((resolve) => {
    headArrived = resolve;
  });
  const call: RunningCall = { hasHead, timeOut: () => mock.timers.tick(timeoutMs) };
  const server = await startSocketServer(async (request, socket) => {
    const body = await honestBody(new URL(request.path, server.url));
    if (hit(request.path) && sent <= strikes) fault.strike(socket, body, request, call);
    else writeAnswer(socket, { body });
  });
  const events: unknown[] = [];
  const client = createClient({
    baseUrl: server.url,
    clientId,
    clientSecret,
    timeoutMs,
    clock: { monotonicMs: () => 0, sleep: async () => {} },
    onRequest: (event) => {
      events.push(event);
      if (hit(event.url.slice(server.url.length))) sent += 1;
    },
    onResponse: (event) => {
      if (hit(event.url.slice(server.url.length))) headArrived();
    },
    onRetry: (event) => events.push(event),
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const outcome = await run(client).catch((error: unknown) => error);
    assertNoSecret(events);
    return { outcome, sent };
  } finally {
    mock.timers.reset();
    await server.close();
  }
}

function assertNoSecret(value: unknown): void {
  const shown = inspect(value, { depth: 10, showHidden: true }) + JSON.stringify(value);
  assert.ok(!shown.includes(clientSecret) && !shown.includes(token), shown);
}

test("a host without a name, and a port without a server, are network errors", async () => {
  const server = await startSocketServer(() => {});
  await server.close();
  for (const baseUrl of [server.url, "http://no-such-host.invalid"]) {
    const client = createClient({ baseUrl, retry: { baseDelayMs: 1 } });
    await assert.rejects(client.collections.list(), { code: "network", attempts: 4 });
  }
});

test("a redirect under the feature API is followed, with the token", async () => {
  const server = await startSocketServer((request, socket) => {
    const moved = request.path.endsWith("/collections?f=application/json");
    if (moved)
      writeAnswer(socket, {
        status: 301,
        headers: { location: "/ogc/features/v1/collections/?f=json" },
      });
    else writeAnswer(socket, { body: "[]" });
  });
  const client = createClient({ baseUrl: server.url, token });
  assert.deepEqual(await client.collections.list(), []);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.get("authorization")),
    [`Bearer ${token}`, `Bearer ${token}`],
  );
  await server.close();
});

test("a fetch that ignores its signal does not extend a call beyond its limit or its caller's abort", async () => {
  const deaf = createClient({
    baseUrl: "https://service.example",
    fetch: () => new Promise(() => {}),
    timeoutMs: 20,
  });
  await assert.rejects(deaf.collections.list(), { code: "timeout", attempts: 1 });
  const caller = new AbortController();
  const waiting = deaf.collections.list({ signal: caller.signal, timeoutMs: 60_000 });
  const reason = new Error("enough");
  caller.abort(reason);
  await assert.rejects(waiting, { code: "aborted", cause: reason });
  await assert.rejects(deaf.collections.list({ signal: caller.signal }), {
    code: "aborted",
    attempts: 0,
  });
  await assert.rejects(
    deaf.collections.list({ signal: AbortSignal.timeout(5), timeoutMs: 60_000 }),
    { code: "timeout" },
  );
});

test("a listing that its caller aborts ends with the current page", async () => {
  const server = await startSocketServer(async ({ path }, socket) =>
    writeAnswer(socket, { body: await honestBody(new URL(path, server.url)) }),
  );
  const client = createClient({ baseUrl: server.url });
  const caller = new AbortController();
  const seen: unknown[] = [];
  const listing = async (): Promise<void> => {
    for await (const { id } of client.features.iterate("svc:hotspots", {
      pageSize: 10,
      prefetch: true,
      signal: caller.signal,
    })) {
      seen.push(id);
      if (id === "f3") caller.abort();
    }
  };
  await assert.rejects(listing(), { code: "aborted" });
  assert.deepEqual(seen, allIds.slice(0, 10));
  await server.close();
});
