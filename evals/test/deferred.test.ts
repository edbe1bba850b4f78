import assert from "node:assert/strict";
import { test } from "node:test";
import { missedTools, reportMissed } from "../deferred.ts";
import type { Question } from "../question.ts";
import { questions } from "../questions/index.ts";

const question = (id: string, ask: string, tool: string): Question => ({
  id,
  ask,
  maxCalls: 1,
  maxTokens: 1000,
  async route(call) {
    await call(tool, {});
    return 0;
  },
});

test("a question whose words do not find its first tool is named", async () => {
  const asked = [
    question("map", "Draw a map", "show_map"),
    question("later", "And in July?", "show_map"),
    question("none", "xyzzy", "find_place"),
    question("loaded", "xyzzy", "assess_fire"),
  ];
  const missed = await missedTools(asked);
  assert.equal(
    reportMissed(asked.length, missed),
    [
      "none: find_place is not in none",
      "loaded: assess_fire is not in none",
      "deferred: the first tool is found by 2 of 4 (50.0 %) questions, or loaded at once for 3 of 4 (75.0 %)",
    ].join("\n"),
  );
});

test("the tools that are not loaded at once are found by the words of 95 % of the questions", async () => {
  const missed = await missedTools(questions);
  const summary = reportMissed(questions.length, missed);
  const [, loaded] = /at once for (\d+) of/.exec(summary)!;
  assert.ok(Number(loaded) >= 0.95 * questions.length, summary);
});
