import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../question.ts";
import { isRight, parseAnswer } from "../score.ts";

test("the answer is read from the last line ANSWER, in the form of the right one", () => {
  const cases: [reply: string, expected: Answer, answer: Answer | undefined][] = [
    ["ANSWER: 9176", 1, 9176],
    ["**ANSWER:** 9,176 hotspots", 1, 9176],
    ["ANSWER: -12.5 km", 1, -12.5],
    ["ANSWER: 1\nNo, wait.\nANSWER: 2", 1, 2],
    ["ANSWER: none", 1, "none"],
    ["It is 12.", 1, undefined],
    ['ANSWER: "Durkee".', "name", "Durkee"],
    ["ANSWER: 9546, 9176, 10114", [1, 1, 1], [9546, 9176, 10114]],
    ["ANSWER: [2019-09-10, 1317]", ["date", 1], ["2019-09-10", 1317]],
  ];
  for (const [reply, expected, answer] of cases) {
    assert.deepEqual(parseAnswer(reply, expected), answer, reply);
  }
});

test("numbers are right within the tolerance, words in any case, lists in order and length", () => {
  assert.ok(isRight(2501.54, 2501.5, 0.05));
  assert.ok(!isRight(2501.54, 2501.4, 0.05));
  assert.ok(!isRight(39, 40));
  assert.ok(isRight(0.3, 0.1 + 0.2));
  assert.ok(isRight("DURKEE", "Durkee"));
  assert.ok(!isRight(3, "3"));
  assert.ok(isRight([1, "b"], [1, "B"]));
  assert.ok(!isRight([1, 2], [2, 1]));
  assert.ok(!isRight([1, 2], [1]));
  assert.ok(!isRight([1], 1));
});
