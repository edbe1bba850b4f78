import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallLimits, CallQueue, ToolError } from "../src/index.ts";
import { call, contextOf, point } from "./support.ts";

const limits = {
  maxRunning: 3,
  maxRunningPerCaller: 2,
  maxWaiting: 4,
  maxWaitingPerCaller: 2,
  maxWaitMs: 60_000,
};
const never = new AbortController().signal;

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A queue, and the calls that entered it by name, in the order in which they run. */
function open(given: Partial<CallLimits> = {}) {
  const queue = new CallQueue({ ...limits, ...given });
  const running = new Map<string, () => void>();
  const refused = new Map<string, ToolError>();
  const enter = async (name: string, signal = never, isLight = false) => {
    const [caller] = name;
    await queue.enter(caller!, signal, isLight).then(
      (slot) => running.set(name, slot.leave),
      (error) => refused.set(name, error),
    );
  };
  const leave = (name: string) => {
    running.get(name)!();
    running.delete(name);
  };
  return { queue, running, refused, enter, leave, names: () => [...running.keys()] };
}

test("calls run up to the limits per caller and in total, and a free slot is taken at once", async () => {
  const { enter, leave, names, refused } = open();
  for (const name of ["a1", "a2", "a3", "b1", "b2"]) enter(name);
  await settle();
  assert.deepEqual(names(), ["a1", "a2", "b1"]);
  leave("a1");
  await settle();
  assert.deepEqual(names(), ["a2", "b1", "a3"]);
  leave("a3");
  await settle();
  assert.deepEqual(names(), ["a2", "b1", "b2"]);
  assert.equal(refused.size, 0);
});

test("a free slot goes to the caller with the fewest running calls, not to the first in line", async () => {
  const { enter, leave, names } = open({ maxRunning: 2 });
  for (const name of ["a1", "a2", "a3", "a4", "b1"]) enter(name);
  await settle();
  assert.deepEqual(names(), ["a1", "a2"]);
  leave("a1");
  await settle();
  assert.deepEqual(names(), ["a2", "b1"]);
  leave("a2");
  await settle();
  assert.deepEqual(names(), ["b1", "a3"]);
});

test("callers with equally many running calls have free slots in turn", async () => {
  const { enter, leave, names } = open({ maxRunning: 1, maxWaitingPerCaller: 4, maxWaiting: 8 });
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) enter(name);
  const order: string[] = [];
  for (let i = 0; i < 6; i++) {
    await settle();
    const [running] = names();
    order.push(running!);
    leave(running!);
  }
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("new callers that keep coming do not keep a caller from its next slot", async () => {
  const { enter, leave, names } = open({ maxRunning: 1, maxWaiting: 8 });
  for (const name of ["a1", "a2"]) enter(name);
  const order: string[] = [];
  for (const newcomer of "bcdefghijk") {
    enter(`${newcomer}1`);
    await settle();
    const [running] = names();
    order.push(running!);
    leave(running!);
  }
  // Only the caller that came before the slot was free goes before a2.
  assert.deepEqual(order.slice(0, 4), ["a1", "b1", "a2", "c1"]);
});

test("calls beyond the waiting limit are refused at once with the seconds to wait", async () => {
  const { enter, names, refused, queue } = open();
  for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"]) enter(name);
  await settle();
  assert.deepEqual(names(), ["a1", "a2", "b1"]);
  assert.deepEqual([...refused.keys()], ["a5", "c1"]);
  assert.ok(queue.isFull);
  for (const error of refused.values()) {
    assert.equal(error.code, "busy");
    assert.equal(error.retryAfterSeconds, 2);
  }
  assert.match(
    refused.get("a5")!.message,
    /^2 of your calls are already waiting: try again in 2 s/,
  );
  assert.match(refused.get("c1")!.message, /^The server has too many calls: try again in 2 s\.$/);
});

test("a waiting call whose caller leaves gives up its place", async () => {
  const { enter, leave, names, refused } = open({ maxRunning: 1, maxWaiting: 1 });
  const cancel = new AbortController();
  enter("a1");
  enter("b1", cancel.signal);
  await settle();
  cancel.abort(new Error("left"));
  enter("c1");
  await settle();
  assert.deepEqual(
    [...refused].map(([name, { message }]) => [name, message]),
    [["b1", "left"]],
  );
  leave("a1");
  await settle();
  assert.deepEqual(names(), ["c1"]);
});

test("a call that waits too long is refused, and the calls behind it continue", async () => {
  const { enter, names, refused } = open({ maxRunning: 1, maxWaitMs: 1 });
  enter("a1");
  await enter("b1");
  assert.equal(refused.get("b1")?.code, "busy");
  assert.deepEqual(names(), ["a1"]);
});

test("a closed queue refuses calls, lets the others end, and resolves when they have", async () => {
  const { queue, enter, leave, names, refused } = open({ maxRunning: 1 });
  let isIdle = false;
  enter("a1");
  enter("b1");
  await settle();
  const closed = queue.close().then(() => {
    isIdle = true;
  });
  enter("c1");
  await settle();
  assert.match(refused.get("c1")!.message, /shutting down: try again in 10 s/);
  leave("a1");
  await settle();
  assert.deepEqual(names(), ["b1"]);
  assert.equal(isIdle, false);
  leave("b1");
  await closed;
});

test("a queue without calls closes at once", async () => {
  await new CallQueue().close();
});

const hotspots = { "svc:hotspots": [point("h1", 10, 50, { datetime: "2025-06-20T11:00:00Z" })] };

test("a tool call leaves the queue however it ends", async () => {
  const queue = new CallQueue({ maxRunning: 1, maxRunningPerCaller: 1, maxWaiting: 0 });
  const { context } = contextOf({ features: hotspots }, undefined, { queue });
  const cancelled = { ...context, signal: AbortSignal.abort() };
  for (const [input, code, given] of [
    [{ collection: "svc:hotspots" }, undefined, context],
    [{ collection: "svc:none" }, "not_found", context],
    [{ colection: 1 }, "invalid_input", context],
    [{ collection: "svc:hotspots" }, "cancelled", cancelled],
    [{ collection: "svc:hotspots" }, undefined, context],
  ] as const) {
    const result = await call("query_features", input, given);
    assert.equal(result.ok ? undefined : result.error.code, code);
  }
});

test("a call that is cancelled while it waits sends no request to the service", async () => {
  const queue = new CallQueue({ maxRunning: 1 });
  const slot = await queue.enter("other", never);
  const cancel = new AbortController();
  const { context, requests } = contextOf({ features: hotspots }, undefined, {
    queue,
    signal: cancel.signal,
  });
  const result = call("query_features", { collection: "svc:hotspots" }, context);
  await settle();
  cancel.abort();
  const ended = await result;
  assert.equal(ended.ok ? "" : ended.error.code, "cancelled");
  slot.leave();
  await settle();
  assert.equal(requests.length, 0);
});

test("a tool call beyond the limits is an error with the seconds to wait", async () => {
  const queue = new CallQueue({ maxRunning: 1, maxWaiting: 0 });
  await queue.enter("other", never);
  const { context, requests } = contextOf({ features: hotspots }, undefined, { queue });
  const result = await call("query_features", { collection: "svc:hotspots" }, context);
  assert.ok(!result.ok);
  assert.deepEqual([result.error.code, result.error.retryAfterSeconds], ["busy", 2]);
  assert.ok(result.error instanceof ToolError);
  assert.equal(requests.length, 0);
});

test("light calls have slots of their own and never wait behind readings", async () => {
  const { enter, names, leave, queue, refused } = open({ maxRunning: 1, maxRunningPerCaller: 1 });
  for (const name of ["a1", "b1", "c1"]) enter(name);
  for (const name of ["a2", "b2"]) enter(name, never, true);
  await settle();
  assert.deepEqual(names(), ["a1", "a2"]);
  leave("a2");
  await settle();
  assert.deepEqual(names(), ["a1", "b2"]);
  const closed = queue.close();
  enter("d1", never, true);
  await settle();
  assert.deepEqual([...refused.keys()], ["d1"]);
  for (const name of ["b2", "a1"]) leave(name);
  await settle();
  leave("b1");
  await settle();
  leave("c1");
  await closed;
});

test("a place is found at once while readings of all callers fill the queue", async () => {
  const queue = new CallQueue({ ...limits, maxRunning: 1, maxWaiting: 0 });
  await queue.enter("somebody", never);
  const service = { features: { "svc:hotspots": [point("a", 1, 2)] } };
  const { context } = contextOf(service, undefined, { queue, caller: "other" });
  const reading = await call("query_features", { collection: "svc:hotspots" }, context);
  assert.equal(!reading.ok && reading.error.code, "busy");
  for (const [name, input] of [
    ["find_place", { name: "Lisbon" }],
    ["list_collections", {}],
    ["describe_collection", { collection: "svc:hotspots" }],
    ["get_feature", { collection: "svc:hotspots", id: "a" }],
  ] as const) {
    const result = await call(name, input, context);
    assert.ok(result.ok, result.ok ? "" : `${name}: ${result.error.message}`);
  }
});

const megabyte = 1e6;

test("readings start only while there is memory for two pages of each", async () => {
  const { enter, leave, names } = open({ maxHeldBytes: 60 * megabyte, maxRunningPerCaller: 3 });
  for (const name of ["a1", "b1", "c1"]) enter(name);
  await enter("d1", never, true);
  await settle();
  assert.deepEqual(names(), ["a1", "b1", "d1"]);
  leave("a1");
  await settle();
  assert.deepEqual(names(), ["b1", "d1", "c1"]);
});

test("one caller leaves memory for others", async () => {
  const { enter, names } = open({
    maxHeldBytes: 96 * megabyte,
    maxRunning: 9,
    maxRunningPerCaller: 9,
  });
  for (const name of ["a1", "a2", "a3", "a4", "b1"]) enter(name);
  await settle();
  assert.deepEqual(names(), ["a1", "a2", "a3", "b1"]);
});

test("a call that needs more memory waits until another has ended, before new ones start", async () => {
  const queue = new CallQueue({ maxHeldBytes: 100 * megabyte });
  const [first, second] = [await queue.enter("a", never), await queue.enter("b", never)];
  const told: string[] = [];
  const growing = first.hold(90 * megabyte, never).then(() => told.push("grown"));
  const third = queue.enter("c", never).then(() => told.push("started"));
  await settle();
  assert.deepEqual(told, []);
  second.leave();
  await growing;
  await settle();
  assert.deepEqual(told, ["grown"]);
  first.leave();
  await third;
});

test("of calls that all need more memory, one is refused as busy, so that the others go on", async () => {
  const queue = new CallQueue({ maxHeldBytes: 100 * megabyte });
  const [first, second] = [await queue.enter("a", never), await queue.enter("b", never)];
  const growing = first.hold(90 * megabyte, never);
  await assert.rejects(second.hold(90 * megabyte, never), {
    code: "busy",
    retryAfterSeconds: 2,
    message: "The calls that run here need all the memory: try again in 2 s.",
  });
  second.leave();
  await growing;
});

test("when only calls that wait for memory are left, the last of them is refused", async () => {
  const queue = new CallQueue({ maxHeldBytes: 100 * megabyte });
  const enter = (caller: string) => queue.enter(caller, never);
  const [first, second, third] = [await enter("a"), await enter("b"), await enter("c")];
  const growing = first.hold(80 * megabyte, never);
  const last = assert.rejects(second.hold(80 * megabyte, never), { code: "busy" });
  third.leave();
  await last;
  second.leave();
  await growing;
});

test("a call that waits for memory ends with its caller", async () => {
  const queue = new CallQueue({ maxHeldBytes: 100 * megabyte });
  const [first] = [await queue.enter("a", never), await queue.enter("b", never)];
  const cancel = new AbortController();
  const growing = first.hold(90 * megabyte, cancel.signal);
  cancel.abort(new Error("gone"));
  await assert.rejects(growing, /gone/);
  // What it waited for is no longer in the way of others.
  await queue.enter("c", never);
});

test("a call that is too large for the memory is told so, whatever its features are", async () => {
  const ring = Array.from({ length: 200_000 }, (_, i) => [
    Math.cos((i / 100_000) * Math.PI),
    Math.sin((i / 100_000) * Math.PI),
  ]);
  const coordinates = [[...ring, ring[0]]];
  const outline = { ...point("large", 0, 0), geometry: { type: "Polygon", coordinates } };
  const features = { "svc:satellite-perimeters": [outline] };
  for (const [maxHeldBytes, outcome] of [
    [40 * megabyte, "invalid_input"],
    [80 * megabyte, "ok"],
  ] as const) {
    const queue = new CallQueue({ maxHeldBytes });
    const { context } = contextOf({ features }, "2025-06-20T12:00:00Z", { queue });
    const result = await call(
      "query_features",
      { collection: "svc:satellite-perimeters" },
      context,
    );
    assert.equal(result.ok ? "ok" : result.error.code, outcome);
    if (!result.ok)
      assert.equal(
        result.error.message,
        "The call needs more memory than this server has for calls (40 MB): select a smaller area or time.",
      );
  }
});

test("when collections of garbage leave little, no reading starts and one that reads on ends, for each", async () => {
  let collections = 1;
  let shed = 0;
  const memory = {
    isShort: true,
    mustShed: () => shed < collections && shed++ < collections,
  };
  const queue = new CallQueue({ ...limits, maxWaitMs: 5 }, memory);
  const first = await queue.enter("a", never);
  await assert.rejects(queue.enter("b", never), { code: "busy" });
  memory.isShort = false;
  const [second, third] = [await queue.enter("b", never), await queue.enter("c", never)];
  // Whether it holds more than before or not.
  await assert.rejects(second.hold(1 * megabyte, never), { code: "busy" });
  await third.hold(25 * megabyte, never);
  collections++;
  await assert.rejects(first.hold(25 * megabyte, never), { code: "busy" });
});
