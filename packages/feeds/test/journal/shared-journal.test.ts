import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { amount } from "@emberline/test-support/amount";
import { type Child, commandOf, start } from "./support/child.ts";
import { featuresAfter, newFolder, readAnew, stepOf } from "./support/folders.ts";

const committing = new URL("./support/committing.ts", import.meta.url);
const filling = new URL("./support/filling.ts", import.meta.url);

async function assertWhole(t: TestContext, folder: string): Promise<number> {
  const problems: string[] = [];
  const { features, records } = await readAnew(t, folder, { problems });
  const step = stepOf(records);
  assert.deepEqual(features, featuresAfter(step));
  assert.deepEqual(problems, []);
  return step;
}

test("of three processes one writes; when it is killed, another goes on", async (t) => {
  const folder = await newFolder(t);
  const children = [1, 2, 3].map(() => start([...commandOf(committing), folder]));
  t.after(() => Promise.all(children.map((child) => child.kill())));
  let last = 0;
  const waiting = new Map(children.map((child) => [child, child.line()]));
  while (waiting.size > 0) {
    const holder = await Promise.race(
      [...waiting].map(async ([child, line]): Promise<Child> => {
        assert.equal(await line, "leased");
        return child;
      }),
    );
    waiting.delete(holder);
    const steps = [Number(await holder.line())];
    while (steps.length < 8) steps.push(Number(await holder.line()));
    steps.push(...(await holder.kill()).map(Number));
    assert.ok(steps[0] === last + 1 || steps[0] === last + 2, `${steps[0]} after ${last}`);
    assert.deepEqual(
      steps,
      steps.map((_, i) => steps[0]! + i),
    );
    last = steps.at(-1)!;
  }
  await assertWhole(t, folder);
});

test("a writer that is killed loses nothing that it acknowledged, and leaves nothing half", async (t) => {
  const folder = await newFolder(t);
  let acknowledged = 0;
  for (let i = 0; i < amount(3, 40); i++) {
    const writer = start([...commandOf(committing), folder]);
    t.after(() => writer.kill());
    assert.equal(await writer.line(), "leased");
    const target = acknowledged + Math.floor(Math.random() * 25);
    while (acknowledged < target) acknowledged = Number(await writer.line());
    // Anywhere in a step, whatever its length.
    await sleep(Math.random() * 15);
    acknowledged = Number((await writer.kill()).at(-1) ?? acknowledged);
    const step = await assertWhole(t, folder);
    assert.ok(step === acknowledged || step === acknowledged + 1, `${step} of ${acknowledged}`);
    acknowledged = step;
  }
});

test("when a file may not grow, the commit is refused, and the next ones work", {
  skip: process.platform === "win32",
}, async (t) => {
  const limited = `trap "" XFSZ; ulimit -f 2048; exec "$@"`;
  const folder = await newFolder(t);
  const child = start(["sh", "-c", limited, "sh", ...commandOf(filling), folder]);
  const line = await child.line();
  await child.kill();
  assert.ok(line, "nothing was printed");
  const { message, ...seen } = JSON.parse(line);
  assert.match(message, /lacks the last change.*the disk is full/);
  assert.deepEqual(seen, { code: "storage", after: [null, null], isWhole: true, problems: [] });
});
