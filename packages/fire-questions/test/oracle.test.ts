import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuestions, loadData, publicSeed } from "fire-questions";
import { naiveAnswer } from "./naive.ts";

const data = loadData();

/** Kinds whose answers `naive.ts` computes in another way. */
const minKinds = 16;

for (const seed of [publicSeed, "another"]) {
  test(`what a beginner computes on a sphere is the answer to each question of "${seed}"`, () => {
    const kinds = new Set<string>();
    for (const question of createQuestions({ seed, data })) {
      const { id, kind, expected } = question;
      if (expected.is === "obstacle") continue;
      const naive = naiveAnswer(question, data);
      if (naive === undefined) continue;
      kinds.add(kind);
      if (expected.is === "number") {
        const off = Math.abs(Number(naive) - expected.value);
        assert.ok(off <= expected.tolerance, `${id}: ${naive} is not ${expected.value}`);
      } else assert.equal(naive, expected.value, id);
    }
    assert.equal(kinds.size, minKinds);
  });
}
