import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { hotspots, pagedService, post, settledPages } from "./paged-app.ts";

const events = { accept: "text/event-stream" };

/** The events of a stream, as a parser of the standard reads them. */
async function eventsOf(response: Response) {
  const found: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => found.push(event),
    onError: (error) => assert.fail(error),
  });
  parser.feed(await response.text());
  return found.map(({ event, data }) => ({ event, data: JSON.parse(data) }));
}

test("a call streams its progress, then the same result as without a stream", async () => {
  const service = pagedService();
  const input = { ...hotspots, group_by: ["day"] };
  const response = await post(service, "/tools/summarize_features", input, events);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const all = await eventsOf(response);
  const progress = all.filter(({ event }) => event === "progress").map(({ data }) => data);
  assert.ok(progress.length >= 1, "at least one progress event");
  assert.match(progress.at(-1).message, /^\d+ features read$/);
  const numbers = progress.map(({ progress }) => progress);
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
  );
  const { event, data } = all.at(-1)!;
  assert.equal(event, "result");
  const plain = await post(service, "/tools/summarize_features", input);
  assert.deepEqual(data, await plain.json());
});

test("a call that fails ends its stream with problem details that name the request", async () => {
  const service = pagedService({ onPage: () => new Response("down", { status: 500 }) });
  const headers = { ...events, "x-request-id": "r-7" };
  const response = await post(service, "/tools/query_features", hotspots, headers);
  const [last] = (await eventsOf(response)).slice(-1);
  assert.equal(last!.event, "error");
  const { code, status, request_id } = last!.data;
  assert.deepEqual(
    { code, status, request_id },
    { code: "service_failed", status: 502, request_id: "r-7" },
  );
});

test("proxies are asked neither to collect the events nor to compress them", async () => {
  const response = await post(pagedService(), "/tools/list_collections", {}, events);
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  assert.match(response.headers.get("cache-control")!, /no-transform/);
  await response.text();
});

test("the client that closes the stream ends the call: no page is requested after", async () => {
  let leave: () => Promise<void> = async () => {};
  let left: Promise<void> | undefined;
  const service = pagedService({
    count: 10_000,
    onPage: (page) => {
      if (page === 3) left = leave();
      return undefined;
    },
  });
  const response = await post(service, "/tools/summarize_features", hotspots, events);
  const reader = response.body!.getReader();
  leave = () => reader.cancel();
  await reader.read();
  while (!left) await new Promise((resolve) => setImmediate(resolve));
  await left;
  assert.equal(await settledPages(service), 3);
});

test("a reader that stops does not make progress pile up", async () => {
  const service = pagedService({ count: 2000 });
  const response = await post(service, "/tools/summarize_features", hotspots, events);
  while (service.pages() < 200) await new Promise((resolve) => setImmediate(resolve));
  const all = await eventsOf(response);
  assert.ok(all.length < 20, `${all.length} events for 200 pages that nobody read`);
  assert.equal(all.at(-1)!.event, "result");
});
