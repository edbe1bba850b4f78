import assert from "node:assert/strict";
import { test } from "node:test";
import { linkAbort, settleOrAbort } from "../src/index.ts";

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A caller's signal that says how many listeners it has. */
function countedSignal(): { controller: AbortController; listeners(): number } {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1;
    remove.apply(signal, args);
  };
  return { controller, listeners: () => listeners };
}

test("a linked signal aborts with its caller's, for the caller's reason", () => {
  const reason = new Error("enough");
  const caller = new AbortController();
  const before = linkAbort({ signal: caller.signal });
  caller.abort(reason);
  const after = linkAbort({ signal: caller.signal });
  for (const { signal } of [before, after]) assert.equal(signal.reason, reason);
});

test("a linked signal aborts after its time limit and by its owner, without the caller", async () => {
  const caller = new AbortController();
  const limited = linkAbort({ signal: caller.signal, timeoutMs: 1, timeoutReason: "time" });
  await new Promise((resolve) => limited.signal.addEventListener("abort", resolve));
  assert.equal(limited.signal.reason, "time");
  const owned = linkAbort({ signal: caller.signal });
  owned.abort("owner");
  assert.equal(owned.signal.reason, "owner");
  assert.equal(caller.signal.aborted, false);
});

test("a released signal has no listeners and no time limit", async () => {
  const { controller, listeners } = countedSignal();
  const linked = linkAbort({ signal: controller.signal, timeoutMs: 1 });
  assert.equal(listeners(), 1);
  linked.release();
  assert.equal(listeners(), 0);
  controller.abort();
  await later(20);
  assert.equal(linked.signal.aborted, false);
});

test("work that ignores its signal is abandoned with the signal's reason", async () => {
  const reason = new Error("enough");
  const controller = new AbortController();
  const waiting = settleOrAbort(new Promise(() => {}), controller.signal);
  controller.abort(reason);
  await assert.rejects(waiting, reason);
  await assert.rejects(settleOrAbort(Promise.resolve(1), AbortSignal.abort(reason)), reason);

  const calm = countedSignal();
  assert.equal(await settleOrAbort(Promise.resolve(1), calm.controller.signal), 1);
  await assert.rejects(settleOrAbort(Promise.reject(reason), calm.controller.signal), reason);
  await later(0);
  assert.equal(calm.listeners(), 0);
});
