import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { CallQueue, catalogue } from "@emberline/tools";
import { hotspots, pagedService, post, settledPages } from "./paged-app.ts";

const rows = { accept: "application/x-ndjson" };

async function linesOf(response: Response) {
  const text = await response.text();
  assert.ok(text.endsWith("\n"));
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("every row is a line; the last line says that it was all", async () => {
  const response = await post(pagedService(), "/tools/query_features", hotspots, rows);
  assert.equal(response.headers.get("content-type"), "application/x-ndjson");
  const lines = await linesOf(response);
  const { summary } = lines.pop();
  assert.deepEqual(
    lines.map(({ id }) => id),
    Array.from({ length: 95 }, (_, i) => `h${i}`),
  );
  assert.deepEqual([summary.returned, summary.matched, summary.complete], [95, 95, true]);
  assert.equal(summary.selection.collection, "svc:hotspots");
});

test("with rows=geojson every line but the last is a Feature", async () => {
  const path = "/tools/query_features?rows=geojson";
  const lines = await linesOf(await post(pagedService(), path, hotspots, rows));
  assert.deepEqual(
    lines.slice(0, -1).map(({ type }) => type),
    Array(95).fill("Feature"),
  );
  assert.ok(lines.at(-1).summary);
  const wrong = await post(pagedService(), "/tools/query_features?rows=kml", hotspots, rows);
  assert.equal(wrong.status, 400);
});

test("a stream that the service breaks off ends with the cursor of the rest", async () => {
  const service = pagedService({
    onPage: (page) => (page === 4 ? new Response("down", { status: 500 }) : undefined),
  });
  const first = await linesOf(await post(service, "/tools/query_features", hotspots, rows));
  const { summary } = first.pop();
  assert.deepEqual([first.length, summary.complete], [30, false]);
  const next = { ...hotspots, cursor: summary.next_cursor };
  const rest = await linesOf(await post(service, "/tools/query_features", next, rows));
  assert.equal(rest.pop().summary.complete, true);
  assert.deepEqual(
    [...first, ...rest].map(({ id }) => id),
    Array.from({ length: 95 }, (_, i) => `h${i}`),
  );
});

test("a call that fails before its first row is answered by its problem", async () => {
  const service = pagedService({ onPage: () => new Response("down", { status: 500 }) });
  const down = await post(service, "/tools/query_features", hotspots, rows);
  assert.deepEqual(
    [down.status, down.headers.get("content-type")],
    [502, "application/problem+json"],
  );
  const wrong = await post(service, "/tools/query_features", { collection: 7, colour: 1 }, rows);
  assert.equal(wrong.status, 400);
});

test("a stream that breaks off without a cursor ends with its problem and the request's id", async () => {
  const broken = { ...catalogue.find(({ name }) => name === "query_features")! };
  broken.stream = async (_input, _context, sink) => {
    await sink.write("{}");
    throw new Error("a fault of the tool");
  };
  const { app } = pagedService({ options: { tools: [broken] }, context: { log: () => {} } });
  const headers = { ...rows, "x-request-id": "r-8" };
  const [row, last] = await linesOf(
    await post({ app }, "/tools/query_features", hotspots, headers),
  );
  assert.deepEqual(row, {});
  const { complete, returned, error } = last.summary;
  assert.deepEqual(
    [complete, returned, error.code, error.request_id],
    [false, 1, "internal", "r-8"],
  );
});

test("a tool without rows is refused by 406, unless JSON is accepted too", async () => {
  const service = pagedService();
  const refused = await post(service, "/tools/describe_collection", hotspots, rows);
  assert.equal(refused.status, 406);
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.equal(code, "not_acceptable");
  assert.match(detail, /query_features or list_simulations/);
  const both = { accept: "application/x-ndjson, application/json;q=0.5" };
  assert.equal((await post(service, "/tools/describe_collection", hotspots, both)).status, 200);
});

test("pages are requested no faster than the rows are read", async () => {
  const service = pagedService({ count: 100_000 });
  const response = await post(service, "/tools/query_features", hotspots, rows);
  const pages = await settledPages(service);
  assert.ok(pages < 300, `${pages} pages of 10,000 before anybody read`);
  const reader = response.body!.getReader();
  for (let part = 0; part < 3; part++) await reader.read();
  assert.ok((await settledPages(service)) > pages);
  await reader.cancel();
});

test("the client that closes the stream ends the reading: no page is requested after", async () => {
  const service = pagedService({ count: 100_000 });
  const leave = new AbortController();
  const closed = await post(service, "/tools/query_features", hotspots, rows, leave.signal);
  await closed.body!.getReader().read();
  leave.abort();
  const pages = service.pages();
  assert.equal(await settledPages(service), pages);

  const cancelled = await post(service, "/tools/query_features", hotspots, rows);
  const reader = cancelled.body!.getReader();
  await reader.read();
  await reader.cancel();
  const before = service.pages();
  assert.equal(await settledPages(service), before);
});

/** More than a body takes unread. */
const unreadRows = 3000;

/** Streams whose rows nobody reads, begun by callers one after the other. */
function unreadStreams(callers: readonly string[], queue: CallQueue) {
  const leave = new AbortController();
  const responses: Response[] = [];
  for (const caller of callers) {
    const service = pagedService({ count: unreadRows, context: { queue, caller } });
    // A stream that waits for a slot has no response yet.
    void post(service, "/tools/query_features", hotspots, rows, leave.signal).then(
      (response) => responses.push(response),
      () => {},
    );
  }
  /** Lets time pass, in small steps, until something holds. */
  const until = async (holds: () => boolean) => {
    for (let step = 0; step < 50_000 && !holds(); step++) {
      mock.timers.tick(10);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(holds());
  };
  return { responses, until, end: () => leave.abort() };
}

test("streams that nobody reads leave their slots to others, and are cut after 30 s", async (t) => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  t.after(() => mock.timers.reset());
  const queue = new CallQueue();
  const callers = [...Array(12).fill("a"), ...Array(12).fill("b")];
  const { responses, until, end } = unreadStreams(callers, queue);
  t.after(end);
  await until(() => responses.length > 0);
  assert.ok(queue.load.readings.running <= 8);
  await until(() => queue.load.readings.running === 0);
  // Streams have half of the slots; the others wait for up to 10 s.
  await until(() => responses.length === callers.length);
  const begun = responses.filter(({ status }) => status === 200);
  assert.equal(begun.length, 8);
  // The 30 s of the last one begin when it waits for its reader too.
  await until(() => queue.load.readings.running === 0);
  const endMs = Date.now() + 30_000;
  await until(() => Date.now() > endMs);
  for (const { body } of begun) await assert.rejects(body!.pipeTo(new WritableStream()), /cut/);
});

test("a stream that is read again after a pause goes on to its end", async (t) => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  t.after(() => mock.timers.reset());
  const queue = new CallQueue();
  const { responses, until } = unreadStreams(["a"], queue);
  await until(() => responses.length === 1 && queue.load.readings.running === 0);
  mock.timers.reset();
  const lines = await linesOf(responses[0]!);
  assert.deepEqual(
    [lines.length, lines.at(-1).summary.complete, queue.load.readings.running],
    [unreadRows + 1, true, 0],
  );
});
