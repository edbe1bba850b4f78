import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Outage } from "../src/outage.ts";

test("while Redis does not answer, only the probe waits for it, however long that takes", async () => {
  const outage = new Outage(() => {});
  const asked: string[] = [];
  const ask = (who: string, more: { isProbe?: boolean } = {}) =>
    outage.attempt({
      run: async () => `Redis to ${asked.push(who) && who}`,
      substitute: async () => `memory to ${who}`,
      ...more,
    });
  assert.equal(await ask("first"), "Redis to first");
  outage.began({ code: "closed" });
  assert.equal(await ask("second"), "memory to second");
  await sleep(1100);
  assert.equal(await ask("third"), "memory to third");
  assert.equal(outage.condition, "away");
  assert.equal(await ask("probe", { isProbe: true }), "Redis to probe");
  assert.equal(await ask("fourth"), "Redis to fourth");
  assert.deepEqual(asked, ["first", "probe", "fourth"]);
});
