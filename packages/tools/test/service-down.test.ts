import assert from "node:assert/strict";
import { test } from "node:test";
import { createCircuit, createClient } from "@emberline/core";
import { CallQueue, callTool, catalogue, openClient } from "../src/index.ts";
import { jumpingTime } from "./support.ts";

const service = {
  baseUrl: "https://service.test",
  clientId: "id",
  clientSecret: "hush-hush",
  retry: { maxRetries: 0 },
};
const tool = catalogue.find(({ name }) => name === "query_features")!;

/** A client of a service that cannot be reached. */
function unreachable(maxFailures: number) {
  let requests = 0;
  const lines: string[] = [];
  const fetch = async () => {
    requests++;
    throw new TypeError("fetch failed");
  };
  const { client } = openClient({ ...service, fetch } as typeof service, maxFailures, (line) =>
    lines.push(line),
  );
  const context = { client, now: Date.now, notices: [], queue: new CallQueue() };
  const call = () => callTool(tool, { collection: "svc:hotspots" }, context);
  return { call, lines, requests: () => requests };
}

test("a call says that the service is down and when it is tried again, without a request", async () => {
  const { call, lines, requests } = unreachable(1);
  await call();
  const sent = requests();
  const result = await call();
  assert.ok(!result.ok);
  const { code, message, retryAfterSeconds } = result.error;
  assert.equal(code, "service_unreachable");
  const seconds = retryAfterSeconds ?? 0;
  assert.ok(seconds > 0 && seconds <= 5);
  assert.match(
    message,
    /^The service has not answered since \d\d:\d\d UTC; the next attempt is in \d s\. /,
  );
  assert.match(message, /this does not mean that there are no fires\.$/);
  assert.equal(requests(), sent);
  assert.deepEqual(lines, ["the service does not answer: calls are refused"]);
});

test("where the operator wants it, every call is sent", async () => {
  const { call, lines, requests } = unreachable(0);
  for (let calls = 1; calls <= 5; calls++) {
    await call();
    assert.ok(requests() >= calls);
  }
  assert.deepEqual(lines, []);
});

for (const [how, code, state] of [
  ["runs out of time", "timed_out", "open"],
  ["is cancelled", "cancelled", "closed"],
] as const) {
  test(`a call that ${how} leaves the circuit ${state}`, async (t) => {
    const jump = jumpingTime(t);
    let nowMs = 0;
    const circuit = createCircuit({ maxFailures: 1, clock: { monotonicMs: () => nowMs } });
    const cancel = new AbortController();
    const fetch = () => {
      nowMs = 30_000;
      if (code === "cancelled") cancel.abort();
      else jump(30_000);
      return new Promise<Response>(() => {});
    };
    const client = createClient({ ...service, fetch, circuit });
    const context = { client, now: Date.now, notices: [], signal: cancel.signal };
    const result = await callTool(tool, { collection: "svc:hotspots" }, context);
    assert.ok(!result.ok);
    assert.equal(result.error.code, code);
    // The request ends with the call, but only after its answer.
    await new Promise(setImmediate);
    assert.equal(circuit.state, state);
  });
}
