import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openWorkers } from "../src/node.ts";

const outlines = { positions: new Float64Array([9, 45]), shapes: [{ type: "Point" as const }] };
const never = new AbortController().signal;

/** Threads do not keep the process alive, even while it waits for them. */
function stayAlive(t: TestContext): void {
  const timer = setInterval(() => {}, 1000);
  t.after(() => clearInterval(timer));
}

test("each task fails where the file of the threads cannot be loaded", async (t) => {
  stayAlive(t);
  const workers = openWorkers(new URL("./no-such-worker.js", import.meta.url));
  t.after(() => workers.close());
  const run = () => workers.run("measure", outlines, never);
  const together = await Promise.allSettled([run(), run(), run(), run()]);
  const later = [...(await Promise.allSettled([run()])), ...(await Promise.allSettled([run()]))];
  for (const { status } of [...together, ...later]) assert.equal(status, "rejected");
});
