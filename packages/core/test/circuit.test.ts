import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type CircuitState,
  type ClientOptions,
  type Clock,
  createCircuit,
  isEmberlineError,
} from "../src/index.ts";
import { type Answer, clientOf, fakeClock, fakeService } from "./support/fake-service.ts";

const startMs = Date.UTC(2026, 0, 1, 14, 3);
const unreachable: Answer = () => {
  throw new TypeError("fetch failed");
};
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(null, { status: code, headers });

function untilAborted(_: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A client without retries of a service that answers as the test says. */
function broken(
  answer: Answer,
  options: Partial<ClientOptions> = {},
  sleep: Clock["sleep"] = untilAborted,
) {
  const clock = fakeClock(startMs);
  const states: CircuitState[] = [];
  const circuit = createCircuit({
    clock: { ...clock, sleep },
    onChange: (state) => states.push(state),
  });
  let current: Answer = answer;
  const service = fakeService({ answer: (request, count) => current(request, count) });
  const client = clientOf(service, { clock, circuit, retry: { maxRetries: 0 }, ...options });
  const call = (signal?: AbortSignal) => client.features.page("svc:hotspots", { signal });
  return {
    clock,
    states,
    circuit,
    service,
    call,
    /** Calls this often, each a second after the one before. */
    async fail(times: number) {
      for (let i = 0; i < times; i++) {
        await assert.rejects(call());
        clock.pass(1000);
      }
    },
    answer: (next: Answer) => {
      current = next;
    },
  };
}

test("after three failures in a row, calls are refused at once with the time of the next attempt", async () => {
  const { fail, call, clock, service, states } = broken(unreachable);
  await fail(3);
  clock.pass(500);
  const error = await call().catch((reason) => reason);
  assert.ok(isEmberlineError(error) && error.code === "network");
  assert.equal(
    error.message,
    "The service at https://service.example has not answered since 14:03 UTC; the next attempt is in 4 s.",
  );
  assert.deepEqual([error.attempts, error.retryAfterMs], [0, 4000]);
  assert.equal(service.requests().length, 3);
  assert.deepEqual(states, ["open"]);
});

test("one answer to a probe closes the circuit, and a failed probe doubles the wait, up to a minute", async () => {
  const { fail, call, clock, circuit, service, states, answer } = broken(status(503));
  await fail(3);
  const waitsMs: number[] = [];
  for (let probes = 0; probes < 6; probes++) {
    const refused = await call().catch((reason) => reason);
    waitsMs.push(refused.retryAfterMs);
    clock.pass(refused.retryAfterMs);
    assert.equal(circuit.state, "half-open");
    await assert.rejects(call(), { code: "service", attempts: 1 });
  }
  // The first is 5 s, of which one has passed.
  assert.deepEqual(waitsMs, [4000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  assert.equal(service.requests().length, 3 + 6);
  clock.pass(60_000);
  answer(() => undefined);
  assert.equal((await call()).features.length, 25);
  assert.equal(circuit.state, "closed");
  assert.deepEqual(states.slice(-2), ["half-open", "closed"]);
});

test("only failures of the service itself open the circuit", async () => {
  const cases: [string, Answer, number | null][] = [
    ["no connection", unreachable, null],
    ["500", status(500), null],
    ["504", status(504), null],
    ["429 that asks to wait", status(429, { "retry-after": "7" }), null],
    ["429", status(429), 10],
    ["400", status(400), 10],
    ["401", status(401), 10],
    ["404", status(404), 10],
    ["408", status(408), 10],
    ["501", status(501), 10],
    ["an answer that is not JSON", () => new Response("<html>"), 10],
  ];
  for (const [name, answer, allowed] of cases) {
    const { fail, circuit } = broken(answer);
    await fail(allowed ?? 3);
    assert.equal(circuit.state, allowed === null ? "open" : "closed", name);
  }
});

test("an answer in between starts the count again", async () => {
  const { fail, call, circuit, answer } = broken(unreachable);
  for (let round = 0; round < 3; round++) {
    answer(unreachable);
    await fail(2);
    answer(() => undefined);
    await call();
  }
  assert.equal(circuit.state, "closed");
});

test("the retries of a call, and requests that start together, count as one failure", async () => {
  const retried = broken(unreachable, { retry: { maxRetries: 4, random: () => 0.5 } });
  await retried.fail(2);
  assert.equal(retried.service.requests().length, 10);
  assert.equal(retried.circuit.state, "closed");
  await retried.fail(1);
  assert.equal(retried.circuit.state, "open");

  const together = broken(unreachable);
  await Promise.allSettled(Array.from({ length: 20 }, () => together.call()));
  assert.equal(together.circuit.state, "closed");
});

test("a failed token exchange counts as the failure of the request that needs it", async () => {
  const clock = fakeClock(startMs);
  const circuit = createCircuit({ clock });
  const service = fakeService({ exchange: unreachable });
  const client = clientOf(service, { clock, circuit, retry: { maxRetries: 0 } });
  for (let i = 0; i < 3; i++) {
    assert.equal(circuit.state, "closed");
    await assert.rejects(client.collections.list(), { code: "network" });
    clock.pass(1000);
  }
  assert.equal(circuit.state, "open");
  assert.equal(service.exchanges(), 3);
});

/** An answer that never comes; the test ends the wait. */
function silent(): { answer: Answer; held: () => Promise<void> } {
  let onHeld: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    onHeld = resolve;
  });
  return {
    answer: () => {
      onHeld();
      return new Promise(() => {});
    },
    held: () => held,
  };
}

test("calls that waited in vain open the circuit; cancelled and short ones do not", async () => {
  const cases: [string, unknown, waitedMs: number, CircuitState][] = [
    ["no answer within 20 s", new DOMException("", "TimeoutError"), 20_000, "open"],
    ["no answer within 2 s", new DOMException("", "TimeoutError"), 2000, "closed"],
    ["cancelled after 20 s", undefined, 20_000, "closed"],
  ];
  for (const [name, reason, waitedMs, expected] of cases) {
    const { answer, call, clock, circuit } = broken(unreachable);
    for (let i = 0; i < 3; i++) {
      const slow = silent();
      answer(slow.answer);
      const caller = new AbortController();
      const running = assert.rejects(call(caller.signal));
      await slow.held();
      clock.pass(waitedMs);
      caller.abort(reason);
      await running;
      if (i === 0) assert.equal(circuit.state, "closed", `one call: ${name}`);
    }
    assert.equal(circuit.state, expected, name);
  }
});

/** A service whose circuit has opened, and whose next answer the test gives. */
async function probing(sleep?: Clock["sleep"]) {
  const all = broken(unreachable, {}, sleep);
  await all.fail(3);
  all.clock.pass(5000);
  let settle: (response: Response | undefined) => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    all.answer((_, count) => {
      if (count > 4) return undefined;
      resolve();
      return new Promise((answered) => {
        settle = answered;
      });
    });
  });
  const leaving = new AbortController();
  const probe = all.call(leaving.signal);
  await isHeld;
  return { ...all, probe, settle, leave: () => leaving.abort() };
}

test("calls that come while a probe runs wait for its answer, and are sent after it", async () => {
  const { probe, call, settle, service } = await probing();
  const others = [call(), call()];
  await new Promise(setImmediate);
  assert.equal(service.requests().length, 4);
  settle(undefined);
  const pages = await Promise.all([probe, ...others]);
  assert.deepEqual(
    pages.map(({ features }) => features.length),
    [25, 25, 25],
  );
});

test("calls that come while a probe runs are refused when it fails, without a request", async () => {
  const { probe, call, settle, service } = await probing();
  const other = call();
  settle(new Response(null, { status: 503 }));
  await assert.rejects(probe, { code: "service" });
  await assert.rejects(other, {
    code: "network",
    message: /has answered only with errors since 14:03 UTC; the next attempt is in 10 s\.$/,
  });
  assert.equal(service.requests().length, 4);
});

test("a probe that its caller cancels leaves the next call to be the probe", async () => {
  const { probe, call, leave, service, states } = await probing();
  const other = call();
  leave();
  await assert.rejects(probe, { code: "aborted" });
  assert.equal((await other).features.length, 25);
  assert.equal(service.requests().length, 5);
  assert.deepEqual(states, ["open", "half-open", "half-open", "closed"]);
});

test("a call waits for the probe of another one for 5 s, or until its caller leaves", async () => {
  const waits: number[] = [];
  const all = await probing(async (ms) => {
    waits.push(ms);
    all.clock.pass(ms);
  });
  await assert.rejects(all.call(), {
    code: "network",
    retryAfterMs: 1000,
    message: /has not answered since 14:03 UTC; an attempt is running\.$/,
  });
  assert.deepEqual(waits, [5000]);
  all.settle(undefined);
  await all.probe;

  const waiting = await probing();
  await assert.rejects(waiting.call(AbortSignal.abort()), { code: "aborted" });
  const leaving = new AbortController();
  const other = waiting.call(leaving.signal);
  await new Promise(setImmediate);
  leaving.abort();
  await assert.rejects(other, { code: "aborted" });
  assert.equal(waiting.service.requests().length, 4);
  waiting.settle(undefined);
  await waiting.probe;
});

test("a service that asks to wait is left alone that long, at most five minutes", async () => {
  for (const [asked, waitedMs] of [
    ["40", 40_000],
    ["86400", 300_000],
  ] as const) {
    const { fail, call, clock } = broken(status(429, { "retry-after": asked }));
    await fail(3);
    clock.pass(waitedMs - 2000);
    await assert.rejects(call(), {
      code: "rate-limited",
      attempts: 0,
      retryAfterMs: 1000,
      message: /has refused requests as too many since 14:03 UTC; the next attempt is in 1 s\.$/,
    });
  }
});

test("on a later day the message has the date too", async () => {
  const { fail, call, clock } = broken(unreachable);
  await fail(3);
  clock.jump(86_400_000);
  await assert.rejects(call(), { message: /since 2026-01-01 14:03 UTC;/ });
});

test("without a circuit every call is sent", async () => {
  const service = fakeService({ answer: unreachable });
  const client = clientOf(service, { retry: { maxRetries: 0 } });
  for (let i = 0; i < 10; i++) await assert.rejects(client.features.page("svc:hotspots"));
  assert.equal(service.requests().length, 10);
});
