import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { amount } from "@emberline/test-support/amount";
import { commandOf, start } from "./support/child.ts";
import { damagedAt, truncatedAt } from "./support/damage.ts";
import { featuresOf, newFolder, open } from "./support/folders.ts";
import { filled } from "./support/full-disk.ts";
import { killed } from "./support/kills.ts";
import { featuresAfter, stepOf } from "./support/steps.ts";

const committing = new URL("./support/committing.ts", import.meta.url);
const filling = new URL("./support/filling.ts", import.meta.url);

test("kills lose nothing that was acknowledged, and leave nothing half", async (t) => {
  // Two writers in folders of their own; most of the time is the start of a process.
  await Promise.all([killed(t, amount(6, 20)), killed(t, amount(6, 20))]);
});

test("whatever of the last kilobyte is cut, the commits before it are served", async (t) => {
  const cuts = Array.from({ length: 1024 }, (_, i) => i + 1);
  // Each byte of the last blocks, and some of those before.
  await truncatedAt(
    t,
    cuts.filter((bytes) => bytes <= 200 || bytes % amount(20, 5) === 0),
  );
});

test("changed bytes are reported or harmless, and what is served is right", async (t) => {
  await damagedAt(t, amount(100, 300));
});

test("a process that hangs loses the lease, and writes nothing when it wakes", async (t) => {
  const folder = await newFolder(t);
  const holder = start([...commandOf(committing), folder]);
  t.after(() => holder.kill());
  assert.equal(await holder.line(), "leased");
  let last = Number(await holder.line());
  holder.process.kill("SIGSTOP");
  const next = start([...commandOf(committing), folder]);
  t.after(() => next.kill());
  assert.equal(await next.line(), "leased");
  const first = Number(await next.line());
  holder.process.kill("SIGCONT");
  for (let line = await holder.line(); line !== "not_leased"; line = await holder.line()) {
    assert.ok(Number(line) > last, `the holder ended with ${line}`);
    last = Number(line);
  }
  // The one before may have been on disk without being acknowledged.
  assert.ok(first === last + 1 || first === last + 2, `${first} after ${last}`);
  await next.line();
  await next.kill();
  const journal = await open(t, folder);
  const { all } = featuresAfter(stepOf(await journal.records()));
  for (const [id, feature] of await featuresOf(journal)) assert.deepEqual(feature, all.get(id));
});

test("a full disk refuses the commit, and the next ones work once there is room", async (t) => {
  const mount = dirname(await newFolder(t));
  await mkdir(mount, { recursive: true });
  const small = `mount -t tmpfs -o size=3m tmpfs "$1"; shift; exec "$@"`;
  const space = ["unshare", "--mount", ...(process.getuid?.() ? ["--map-root-user"] : [])];
  const command = [...commandOf(filling), join(mount, "feeds"), join(mount, "ballast")];
  await filled([...space, "sh", "-c", small, "sh", mount, ...command]);
});
