import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, start } from "./support/child.ts";
import { featuresAfter, newFolder, readAnew, stepOf } from "./support/folders.ts";

const committing = new URL("./support/committing.ts", import.meta.url);

test("a process that hangs loses the lease, and writes nothing when it wakes", {
  skip: process.platform === "win32",
}, async (t) => {
  const folder = await newFolder(t);
  const holder = start([...commandOf(committing), folder]);
  t.after(() => holder.kill());
  assert.equal(await holder.line(), "leased");
  await holder.line();
  holder.process.kill("SIGSTOP");
  const next = start([...commandOf(committing), folder]);
  t.after(() => next.kill());
  assert.equal(await next.line(), "leased");
  const first = Number(await next.line());
  holder.process.kill("SIGCONT");
  let last = 0;
  for (let line = await holder.line(); line !== "not_leased"; line = await holder.line())
    last = Number(line);
  // The one before may have been on disk without being acknowledged.
  assert.ok(first === last + 1 || first === last + 2, `${first} after ${last}`);
  await next.kill();
  const { features, records } = await readAnew(t, folder);
  assert.deepEqual(features, featuresAfter(stepOf(records)));
});
