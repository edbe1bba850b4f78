import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, start } from "./child.ts";
import { featuresOf, newFolder, open } from "./folders.ts";
import { featuresAfter, stepOf } from "./steps.ts";

const committing = new URL("./committing.ts", import.meta.url);

/**
 * Kills a writer again and again at random moments. Each time, all that it acknowledged is there,
 * at most one step more, and nothing else.
 */
export async function killed(t: TestContext, kills: number): Promise<void> {
  const folder = await newFolder(t);
  const problems: string[] = [];
  const reader = await open(t, folder, problems);
  let acknowledged = 0;
  for (let i = 0; i < kills; i++) {
    const writer = start([...commandOf(committing), folder]);
    t.after(() => writer.kill());
    assert.equal(await writer.line(), "leased");
    const target = acknowledged + Math.floor(Math.random() * 25);
    while (acknowledged < target) acknowledged = Number(await writer.line());
    // Anywhere in a step, whatever its length.
    await sleep(Math.random() * 15);
    acknowledged = Number((await writer.kill()).at(-1) ?? acknowledged);
    const step = stepOf(await reader.records());
    const moment = `kill ${i}: step ${acknowledged} was acknowledged, ${step} is on disk`;
    assert.ok(step === acknowledged || step === acknowledged + 1, moment);
    const { all, sure } = featuresAfter(step);
    for (const journal of [reader, await open(t, folder, problems)]) {
      const features = await featuresOf(journal);
      for (const [id, feature] of features) assert.deepEqual(feature, all.get(id), moment);
      assert.ok(features.size >= sure && features.size <= all.size, moment);
      if (journal !== reader) await journal.close();
    }
    acknowledged = step;
  }
  assert.deepEqual(problems, []);
}
