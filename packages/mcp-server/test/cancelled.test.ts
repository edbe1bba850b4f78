import assert from "node:assert/strict";
import { test } from "node:test";
import { CallQueue } from "@emberline/tools";
import { modern, openHandler, requestOf } from "./support/handler.ts";

const hotspots = { id: "svc:hotspots", title: "Hotspots", links: [] };

/** A service whose hotspots never end; the request with the number `holdAt` is never answered. */
function endlessService() {
  const running = new Set<AbortSignal>();
  let asked = 0;
  let holdAt = Number.POSITIVE_INFINITY;
  let onHeld = () => {};
  let isLeft = false;
  let late = 0;
  const bodyOf = ({ pathname, href }: URL): object => {
    if (pathname.endsWith("/collections")) return { collections: [hotspots], links: [] };
    if (pathname.endsWith("/queryables"))
      return { queryables: [{ id: "datetime", type: "dateTime" }] };
    if (!pathname.endsWith("/items")) return hotspots;
    const next = new URL(href);
    next.searchParams.set("from", String(asked));
    return { type: "FeatureCollection", features: [], links: [{ rel: "next", href: next.href }] };
  };
  return {
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      asked++;
      if (isLeft) late++;
      const { signal } = init!;
      running.add(signal!);
      try {
        if (asked >= holdAt) {
          onHeld();
          await new Promise((_, reject) => {
            const leave = () => reject(signal!.reason);
            if (signal!.aborted) leave();
            else signal!.addEventListener("abort", leave, { once: true });
          });
        }
        return Response.json(bodyOf(new URL(input instanceof Request ? input.url : input)));
      } finally {
        running.delete(signal!);
      }
    },
    /** Resolves when a request is held, after this many others. */
    holdAfter: (requests: number) =>
      new Promise<void>((resolve) => {
        onHeld = resolve;
        holdAt = asked + requests + 1;
      }),
    /** Notes that the caller leaves; then no request may come. */
    leave() {
      isLeft = true;
    },
    /** Notes that there is a caller again. */
    enter() {
      isLeft = false;
      holdAt = Number.POSITIVE_INFINITY;
    },
    /** How many requests came after the caller had left. */
    late: () => late,
    running,
  };
}

/** A queue that tells when a call begins to wait. */
class WatchedQueue extends CallQueue {
  onWait = () => {};

  override enter(...args: Parameters<CallQueue["enter"]>): ReturnType<CallQueue["enter"]> {
    this.onWait();
    return super.enter(...args);
  }

  nextWait(): Promise<void> {
    return new Promise((resolve) => {
      this.onWait = resolve;
    });
  }
}

function open(maxRunning = 4) {
  const service = endlessService();
  const queue = new WatchedQueue({ maxRunning, maxRunningPerCaller: maxRunning });
  const handler = openHandler({ fetch: service.fetch, context: { queue } });
  const post = (body: object, headers: Record<string, string>, signal?: AbortSignal) =>
    handler.fetch(requestOf(body, headers, signal));
  return { service, queue, post };
}

type Opened = ReturnType<typeof open>;
type Post = Opened["post"];

const summary = { name: "summarize_features", arguments: { collection: "svc:hotspots" } };
const callOf = (id: number, meta: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { ...summary, ...meta },
});
const cancelledOf = (requestId: number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** The headers of a new session of an older revision. */
async function session(post: Post, revision = "2025-11-25"): Promise<Record<string, string>> {
  const params = {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: "tests", version: "0" },
  };
  const response = await post({ jsonrpc: "2.0", id: 0, method: "initialize", params }, {});
  await response.text();
  const headers = {
    "mcp-session-id": response.headers.get("mcp-session-id")!,
    "mcp-protocol-version": revision,
  };
  await post({ jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  return headers;
}

const foreignSession = () => ({
  "mcp-session-id": crypto.randomUUID(),
  "mcp-protocol-version": "2025-11-25",
});

const modernHeaders = { ...modern.headersFor("tools/call"), "mcp-name": summary.name };

/** A call, begun; `leave` is how its caller goes. */
interface Begun {
  leave(): unknown;
  readonly ended: Promise<unknown>;
}

/** How the callers of each generation begin a call and leave it. */
const callers: Record<string, (post: Post) => Promise<(id: number) => Begun>> = {
  "2026-07-28, the connection is closed": async (post) => (id) => {
    const leaving = new AbortController();
    const ended = post(callOf(id, modern.meta), modernHeaders, leaving.signal).then((r) =>
      r.text(),
    );
    return { leave: () => leaving.abort(), ended };
  },
  "2025-11-25, notifications/cancelled": async (post) => {
    const headers = await session(post);
    return (id) => {
      const ended = post(callOf(id), headers).then((response) => response.text());
      return { leave: () => post(cancelledOf(id), headers), ended };
    };
  },
  "2025-11-25, notifications/cancelled in a session of another process": async (post) => {
    const headers = foreignSession();
    return (id) => {
      const ended = post(callOf(id), headers).then((response) => response.text());
      return { leave: () => post(cancelledOf(id), headers), ended };
    };
  },
  "2025-11-25, the connection is closed": async (post) => {
    const headers = await session(post);
    return (id) => {
      const leaving = new AbortController();
      const left = new Promise((resolve) => leaving.signal.addEventListener("abort", resolve));
      const ended = post(callOf(id), headers, leaving.signal).then(async (response) => {
        await left;
        // As a server does when the connection is closed.
        await response.body!.cancel();
      });
      return { leave: () => leaving.abort(), ended };
    };
  },
};

for (const [name, connect] of Object.entries(callers)) {
  test(`${name}: of 40 calls that are left at various requests nothing is left`, async () => {
    const { service, queue, post } = open();
    const begin = await connect(post);
    for (let i = 1; i <= 40; i++) {
      service.enter();
      const held = service.holdAfter(i % 7);
      const call = begin(i);
      await held;
      service.leave();
      await call.leave();
      await call.ended.catch(() => {});
      assert.deepEqual([...service.running], []);
    }
    assert.equal(service.late(), 0);
    // Resolves when every call has given its place back.
    await queue.close();
  });

  test(`${name}: a call that is left in the queue asks nothing`, async () => {
    const { service, queue, post } = open(1);
    const begin = await connect(post);
    const held = service.holdAfter(0);
    const first = begin(1);
    await held;
    service.leave();
    for (let i = 2; i <= 20; i++) {
      const waits = queue.nextWait();
      const waiting = begin(i);
      await waits;
      await waiting.leave();
      await waiting.ended.catch(() => {});
    }
    await first.leave();
    await first.ended.catch(() => {});
    assert.deepEqual([...service.running], []);
    assert.equal(service.late(), 0);
    await queue.close();
  });
}

for (const [name, headersOf] of [
  ["in a session", session],
  ["in a session of another process", async () => foreignSession()],
] as const) {
  test(`a cancellation that overtakes its call on another connection ends it, ${name}`, async () => {
    const { service, queue, post } = open();
    const headers = await headersOf(post);
    await post(cancelledOf(1), headers);
    service.leave();
    await (await post(callOf(1), headers)).text();
    assert.equal(service.late(), 0);
    await queue.close();
  });
}

test("of a batch with a cancelled call the other calls are answered, and its stream ends", async () => {
  const { service, post } = open();
  const headers = await session(post, "2025-03-26");
  const held = service.holdAfter(0);
  const place = { name: "find_place", arguments: { name: "50,10", limit: 1 } };
  const other = { jsonrpc: "2.0", id: 2, method: "tools/call", params: place };
  const response = await post([callOf(1), other], headers);
  await held;
  await post(cancelledOf(1), headers);
  const text = await response.text();
  const answers = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!));
  assert.ok(!answers.find(({ id }) => id === 2).result.isError);
});
