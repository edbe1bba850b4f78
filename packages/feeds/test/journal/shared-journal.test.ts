import assert from "node:assert/strict";
import { test } from "node:test";
import { type Child, commandOf, start } from "./support/child.ts";
import { featuresOf, newFolder, open } from "./support/folders.ts";
import { filled } from "./support/full-disk.ts";
import { featuresAfter, stepOf } from "./support/steps.ts";

const committing = new URL("./support/committing.ts", import.meta.url);
const filling = new URL("./support/filling.ts", import.meta.url);

test("of three processes one writes; when it is killed, another goes on", async (t) => {
  const folder = await newFolder(t);
  const children = [1, 2, 3].map(() => start([...commandOf(committing), folder]));
  t.after(() => Promise.all(children.map((child) => child.kill())));
  const journal = await open(t, folder);
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
    if (waiting.size > 0) continue;
    const step = stepOf(await journal.records());
    const { all } = featuresAfter(step);
    for (const [id, feature] of await featuresOf(journal)) assert.deepEqual(feature, all.get(id));
  }
});

test("when a file may not grow, the commit is refused, and the next ones work", {
  skip: process.platform === "win32",
}, async (t) => {
  const limited = `trap "" XFSZ; ulimit -f 2048; exec "$@"`;
  const folder = await newFolder(t);
  await filled(["sh", "-c", limited, "sh", ...commandOf(filling), folder]);
});
