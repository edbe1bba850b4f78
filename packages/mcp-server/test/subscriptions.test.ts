import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect, modern, openHandler, requestOf } from "./support/handler.ts";

// Polls alone keep no process alive.
const alive = setInterval(() => {}, 1000);
after(() => clearInterval(alive));

const uri = "emberline://places/50%2C10";

interface Asked {
  readonly signal: AbortSignal;
  answer(): void;
}

/** A service with detections; each request for them waits until the test answers it. */
function heldService() {
  const features: unknown[] = [];
  let added = 0;
  const asked: Asked[] = [];
  const waiting: ((request: Asked) => void)[] = [];
  const hotspots = { id: "svc:hotspots", title: "Hotspots", links: [] };
  const queryables = [
    { id: "datetime", type: "dateTime" },
    { id: "frp", type: "number" },
  ];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const json = (body: object, status = 200) => Response.json(body, { status });
    if (pathname.endsWith("/collections")) return json({ collections: [hotspots], links: [] });
    if (!pathname.includes("svc:hotspots") && !pathname.includes("svc%3Ahotspots"))
      return json({ code: "NotFound" }, 404);
    if (pathname.endsWith("/queryables")) return json({ queryables });
    if (!pathname.endsWith("/items")) return json(hotspots);
    const page = () => json({ type: "FeatureCollection", features: [...features], links: [] });
    // What finds the newest observation has no area.
    if (!searchParams.has("bbox")) return page();
    const signal = init?.signal ?? new AbortController().signal;
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const request = { signal, answer: resolve };
      const next = waiting.shift();
      if (next) next(request);
      else asked.push(request);
    });
    return page();
  };
  return {
    fetch,
    /** Requests that nobody has taken yet. */
    asked,
    /** Lists no longer the oldest detection. */
    remove: () => void features.shift(),
    next: async () => asked.shift() ?? new Promise<Asked>((resolve) => void waiting.push(resolve)),
    /** Lists a new detection. */
    add() {
      const datetime = new Date().toISOString();
      features.push({
        type: "Feature",
        id: `h${++added}`,
        geometry: { type: "Point", coordinates: [10, 50] },
        properties: { datetime, frp: 5 },
      });
    },
  };
}

function open() {
  const service = heldService();
  const handler = openHandler({ fetch: service.fetch, watchMs: 1 });
  return { service, handler };
}

type Handler = ReturnType<typeof open>["handler"];

/** A stream of the newest revision; `next` resolves with its next message. */
async function listen(handler: Handler, uris: readonly string[], id: number, caller = "") {
  const method = "subscriptions/listen";
  const params = { notifications: { resourceSubscriptions: uris }, ...modern.meta };
  const response = await handler.fetch(
    requestOf({ jsonrpc: "2.0", id, method, params }, modern.headersFor(method)),
    { own: { caller } },
  );
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    leave: () => reader.cancel(),
    async next(): Promise<{ method?: string; params?: { uri?: string }; error?: object }> {
      for (;;) {
        const frame = /^(?:event: message\ndata: )?(\{.*\})(?:\n\n|$)/.exec(text);
        if (frame) {
          text = text.slice(frame[0].length);
          return JSON.parse(frame[1]!);
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended: ${text}`);
        text += value;
      }
    },
  };
}

/** Answers the next poll. */
async function poll(service: ReturnType<typeof heldService>): Promise<void> {
  (await service.next()).answer();
}

test("one poll notifies all who watch an area of new data, and ends with the last of them", async () => {
  const { service, handler } = open();
  const streams = await Promise.all([
    listen(handler, [uri], 1),
    listen(handler, [uri, `${uri}?radius_km=50`], 2),
    listen(handler, [uri], 3),
  ]);
  for (const stream of streams)
    assert.equal((await stream.next()).method, "notifications/subscriptions/acknowledged");
  // The same circle asked for with its radius is an area of its own.
  const first = await Promise.all([service.next(), service.next()]);
  assert.equal(service.asked.length, 0);
  for (const request of first) request.answer();
  const second = await Promise.all([service.next(), service.next()]);
  service.add();
  for (const request of second) request.answer();
  for (const stream of streams) {
    const { method, params } = await stream.next();
    assert.equal(method, "notifications/resources/updated");
    assert.ok(params!.uri!.startsWith(uri));
  }
  const third = await Promise.all([service.next(), service.next()]);
  await streams[1]!.leave();
  await streams[0]!.leave();
  assert.equal(third.filter(({ signal }) => signal.aborted).length, 1);
  await streams[2]!.leave();
  assert.ok(third.every(({ signal }) => signal.aborted));
  assert.equal(service.asked.length, 0);
  await handler.close();
});

test("a detection in the place of another is news, though they are as many as before", async () => {
  const { service, handler } = open();
  service.add();
  const stream = await listen(handler, [uri], 1);
  assert.equal((await stream.next()).method, "notifications/subscriptions/acknowledged");
  await poll(service);
  const second = await service.next();
  service.remove();
  service.add();
  second.answer();
  // Told by the second poll, not by a later one.
  const [{ method }] = await Promise.all([stream.next(), service.next()]);
  assert.equal(method, "notifications/resources/updated");
  await stream.leave();
  await handler.close();
});

test("what cannot be watched is refused in one sentence", async () => {
  const { handler } = open();
  for (const wrong of ["emberline://collections", "test"]) {
    const stream = await listen(handler, [wrong], 1);
    const { error } = await stream.next();
    assert.deepEqual(error, {
      code: -32_602,
      message: `"${wrong}" cannot be watched. These can: emberline://areas/{area}{?time,time_zone}, emberline://places/{place}{?radius_km,time,time_zone}, emberline://fires/{fire}{?time,radius_km}.`,
    });
  }
  await handler.close();
});

test("one caller can watch 50 areas and fires, and leaves places for others", async () => {
  const { handler } = open();
  const areas = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `emberline://places/${from + i / 100}%2C10`);
  const acknowledged = async (uris: readonly string[], caller: string) => {
    const stream = await listen(handler, uris, 1, caller);
    return { stream, first: await stream.next() };
  };
  const { stream } = await acknowledged(areas(1, 50), "greedy");
  const { first } = await acknowledged(areas(2, 1), "greedy");
  assert.deepEqual(first.error, {
    code: -32_602,
    message: "You watch 50 areas and fires, the most at a time.",
  });
  for (const caller of ["a", "b", "c"]) {
    const { first: own } = await acknowledged(areas(3, 50), caller);
    assert.equal(own.method, "notifications/subscriptions/acknowledged");
  }
  await stream.leave();
  const { first: again } = await acknowledged(areas(2, 1), "greedy");
  assert.equal(again.method, "notifications/subscriptions/acknowledged");
  await handler.close();
});

test("a client of an older revision gets notifications of new data, and no others, in its session", async () => {
  const { service, handler } = open();
  const { client } = await connect(handler.fetch);
  const told: string[] = [];
  let onTold = () => {};
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    told.push(params.uri);
    onTold();
  });
  assert.equal(client.getServerCapabilities()?.resources?.subscribe, true);
  service.add();
  await client.subscribeResource({ uri });
  for (let i = 0; i < 4; i++) await poll(service);
  service.add();
  const heard = new Promise<void>((resolve) => {
    onTold = resolve;
  });
  await poll(service);
  await heard;
  assert.deepEqual(told, [uri]);
  const { signal } = await service.next();
  await client.unsubscribeResource({ uri });
  assert.ok(signal.aborted);
  await client.close();
  await handler.close();
});
