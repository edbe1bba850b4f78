import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser } from "eventsource-parser";
import { hotspots, pagedService, post } from "./paged-app.ts";

const path = "/tools/call";
const events = { accept: "text/event-stream" };
const keyed = (key: string) => ({ "idempotency-key": key });
const toolUse = (id: string, name: string, input: object) => ({
  type: "tool_use",
  id,
  name,
  input,
});
const reading = toolUse("toolu_1", "query_features", { ...hotspots, limit: 1 });
const list = toolUse("toolu_2", "list_collections", {});

interface Turn {
  messages: { content: { tool_use_id: string; content: string }[] }[];
}
const resultsOf = ({ messages }: Turn) => messages[0]!.content;
const textOf = (turn: Turn, index: number) => resultsOf(turn)[index]!.content;

test("with ?dry_run each result is the plan of its call, and no features are requested", async () => {
  const service = pagedService();
  const turn = (await (await post(service, `${path}?dry_run`, [reading, list])).json()) as Turn;
  assert.equal(service.pages(), 0);
  for (const [index, { name, input }] of [reading, list].entries()) {
    const alone = await (await post(service, `/tools/${name}?dry_run=true`, input)).json();
    const plan = JSON.parse(textOf(turn, index));
    assert.deepEqual({ ...plan, metadata_requests: 0 }, { ...alone, metadata_requests: 0 });
    assert.equal(plan.dry_run, true);
  }
});

test("dry_run must be true or false", async () => {
  const response = await post(pagedService(), `${path}?dry_run=perhaps`, [list]);
  assert.equal(response.status, 400);
});

test("a turn that is sent again with its key gets the same answer without new work", async () => {
  const service = pagedService();
  const first = await post(service, path, [reading, list], keyed('"t-1"'));
  const { length } = service.requests;
  const again = await post(service, path, [reading, list], keyed('"t-1"'));
  assert.equal(await again.text(), await first.text());
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal(first.headers.get("idempotency-replayed"), null);
  assert.equal(service.requests.length, length);
});

test("another turn, other parameters and a single call with the same key are refused by 422", async () => {
  const service = pagedService();
  await post(service, path, [list], keyed('"t-1"'));
  for (const response of [
    await post(service, path, [reading], keyed('"t-1"')),
    await post(service, `${path}?others=refuse`, [list], keyed('"t-1"')),
    await post(service, "/tools/list_collections", {}, keyed('"t-1"')),
  ])
    assert.equal(response.status, 422);
});

test("a turn in which a call failed for a passing reason is not kept", async () => {
  const service = pagedService({
    onPage: (page) => (page === 1 ? new Response("down", { status: 500 }) : undefined),
  });
  const first = (await (await post(service, path, [reading], keyed('"t-1"'))).json()) as Turn;
  assert.match(textOf(first, 0), /^\{"code":"service_failed",.*"retry":"later"/);
  const second = await post(service, path, [reading], keyed('"t-1"'));
  assert.equal(second.headers.get("idempotency-replayed"), null);
  assert.equal(JSON.parse(textOf((await second.json()) as Turn, 0)).returned, 1);
});

test("a call that will always be refused is kept with its turn", async () => {
  const service = pagedService();
  const wrong = toolUse("toolu_1", "query_features", { colection: "svc:hotspots" });
  await post(service, path, [wrong], keyed('"t-1"'));
  const again = await post(service, path, [wrong], keyed('"t-1"'));
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("as a stream each call comes as it ends, then the answer that comes without a stream", async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const service = pagedService({
    onPage: () => held.then(() => new Response("down", { status: 400 })),
  });
  const response = await post(service, path, [reading, list], events);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  // biome-ignore lint/suspicious/noExplicitAny: the members differ by event
  const found: { event: string | undefined; data: any }[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      found.push({ event, data: JSON.parse(data) });
      // The reading is held until the other call was told.
      if (event === "call") release();
    },
  });
  const decoder = new TextDecoder();
  for await (const part of response.body!) parser.feed(decoder.decode(part, { stream: true }));
  const calls = found.filter(({ event }) => event === "call").map(({ data }) => data);
  assert.deepEqual(
    calls.map(({ id, name }) => [id, name]),
    [
      ["toolu_2", "list_collections"],
      ["toolu_1", "query_features"],
    ],
  );
  const { event, data } = found.at(-1)!;
  assert.equal(event, "result");
  const results = resultsOf(data);
  assert.deepEqual(
    calls.map((call) => resultsOf(call)[0]),
    [results[1], results[0]],
  );
  const plain = await (await post(service, path, [reading, list])).json();
  assert.deepEqual(data, plain);
});

test("a stream of events repeats the answer of the same turn", async () => {
  const service = pagedService();
  const first = await (await post(service, path, [list], keyed('"t-1"'))).text();
  const { length } = service.requests;
  const again = await post(service, path, [list], { ...events, ...keyed('"t-1"') });
  assert.ok((await again.text()).includes(`event: result\ndata: ${first}\n\n`));
  assert.equal(service.requests.length, length);
});

test("a turn that is refused as a stream ends in problem details", async () => {
  const service = pagedService();
  await post(service, path, [list], keyed('"t-1"'));
  const refused = await post(service, path, [reading], { ...events, ...keyed('"t-1"') });
  assert.match(await refused.text(), /event: error\ndata: \{.*"code":"idempotency_key_reused"/);
});
