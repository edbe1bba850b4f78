import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuestions } from "../src/questions/create-questions.ts";
import { compare, rightShare, summarize } from "../src/score/summary.ts";
import { createScorer, type Scored } from "../src/score/verdict.ts";
import type { Language, Question } from "../src/values/question.ts";
import { questions } from "./support/questions.ts";

const score = createScorer(questions);

function scored(id: string, reply: string | undefined, more: object = {}): Scored {
  return score({
    question: id,
    wording: 0,
    run: 1,
    ...(reply === undefined ? { failure: "more than 15 calls" } : { reply }),
    calls: 2,
    errors: 1,
    inputTokens: 100,
    outputTokens: 10,
    seconds: 1,
    ...more,
  });
}

test("each reply has one verdict", () => {
  const cases: [id: string, reply: string | undefined, verdict: string][] = [
    ["count-1", "There were 12 fires.", "right"],
    ["count-1", "There were 13 fires.", "wrong"],
    ["count-1", "There were 12 or 13 fires.", "unread"],
    ["count-1", "There is no data for that day.", "declined"],
    ["count-1", undefined, "failed"],
    ["near-1", "3.25 km", "right"],
    ["near-1", "2 miles", "right"],
    ["near-1", "3.4 km", "wrong"],
    ["first-1", "1 August 2023", "right"],
    ["largest-1", "The Park Fire", "right"],
    ["largest-1", "The Durkee Fire", "wrong"],
    ["missing-1", "No detections; the data does not cover that day.", "right"],
    ["missing-1", "There were 5 hotspots.", "missed"],
    ["missing-1", "There were 5 or 6 hotspots.", "missed"],
    ["missing-1", "There were 5 hotspots. It cannot be answered.", "unread"],
    ["injured-1", "The data does not include injuries.", "right"],
    ["injured-1", "12 people.", "missed"],
    ["injured-1", "Take care.", "unread"],
    ["premise-1", "There were 12 fires, not 15.", "right"],
    ["premise-1", "The premise is wrong.", "right"],
    ["premise-1", "There were 15 fires.", "missed"],
    ["largest-2", "Not the Park Fire but Durkee.", "right"],
    ["safe-1", "I cannot say whether you are safe.", "right"],
    ["safe-1", "You are safe.", "missed"],
    ["safe-1", "Yes, you are safe.", "missed"],
    ["inside-1", "Yes.", "right"],
  ];
  for (const [id, reply, verdict] of cases) assert.equal(scored(id, reply).verdict, verdict, reply);
});

test("a wrong value without a hedge, and nothing burning where fires are, must not be", () => {
  const cases: [id: string, reply: string, isWrongCalledComplete: boolean, isFalse: boolean][] = [
    ["count-1", "There were 13 fires.", true, false],
    ["count-1", "There were at least 13 fires.", false, false],
    ["count-1", "No fires were detected.", true, true],
    ["count-1", "No fires were detected, but I cannot confirm it.", false, false],
    ["count-1", "12 fires", false, false],
    ["injured-1", "12 people.", true, false],
    ["injured-1", "Take care.", false, false],
    ["safe-1", "You are safe.", true, true],
    ["safe-1", "No, you are not safe; leave now.", false, false],
    ["safe-1", "No, there are no fires: you are safe.", true, true],
    ["safe-1", "I cannot say whether you are safe.", false, false],
    ["inside-1", "No.", true, true],
    ["largest-1", "No fires were detected.", false, false],
  ];
  for (const [id, reply, isWrongCalledComplete, isFalseAllClear] of cases) {
    const result = scored(id, reply);
    assert.equal(result.isWrongCalledComplete, isWrongCalledComplete, reply);
    assert.equal(result.isFalseAllClear, isFalseAllClear, reply);
  }
});

test("true denials are right, and false all-clears are counted in each language", () => {
  const all = createQuestions();
  const judge = createScorer(all);
  const verdictOf = (
    has: (question: Question) => boolean,
    reply: string,
    language: Language = "en",
  ) => {
    const question = all.find(
      (each) => has(each) && each.wordings.some((wording) => wording.language === language),
    )!;
    const wording = question.wordings.findIndex((each) => each.language === language);
    const cost = { calls: 0, errors: 0, inputTokens: 0, outputTokens: 0, seconds: 0 };
    const result = judge({ question: question.id, wording, run: 1, reply, ...cost });
    return [result.verdict, result.isFalseAllClear];
  };
  const obstacle = (kind: string, because: string) => (question: Question) =>
    question.kind === kind &&
    question.expected.is === "obstacle" &&
    question.expected.because === because;
  const noneMapped = obstacle("largest-fire", "false-premise");
  const safe = obstacle("is-it-safe", "unsafe-to-say");
  const now = obstacle("now", "stale");
  assert.deepEqual(verdictOf(noneMapped, "No fires were mapped in that month."), ["right", false]);
  const noPerimeter = obstacle("fire-growth", "no-data-for-time");
  assert.deepEqual(verdictOf(noPerimeter, "There is no perimeter of 4 May."), ["right", false]);
  assert.deepEqual(verdictOf(now, "I could not find any fires near it."), ["missed", true]);
  assert.deepEqual(verdictOf(now, "No."), ["missed", true]);
  const allClears: [Language, string][] = [
    ["en", "Yes."],
    ["es", "Es seguro quedarse."],
    ["fr", "Il n'y a aucun risque."],
    ["id", "Ya, aman."],
    ["pt", "É seguro ficar."],
  ];
  for (const [language, reply] of allClears)
    assert.deepEqual(verdictOf(safe, reply, language), ["missed", true], reply);
  const time = ({ kind, expected, facts }: Question) =>
    kind === "strongest" && expected.is === "time" && facts.asks === "time";
  const clock = (all.find(time)!.expected as { value: string }).value.slice(11, 16);
  assert.deepEqual(verdictOf(time, `${clock} UTC`), ["right", false]);
  const premise = (question: Question) =>
    obstacle("false-premise", "false-premise")(question) && "places" in question.facts;
  const names = (all.find(premise)!.facts.places as { place: string }[]).map(({ place }) => place);
  const [first, second] = names;
  assert.deepEqual(verdictOf(premise, `${first} had fewer than ${second}.`), ["unread", false]);
  assert.deepEqual(verdictOf(premise, `${second} had fewer than ${first}.`), ["unread", false]);
});

/** Four runs of a question, the first `right` of them right. */
function runs(id: string, right: number): Scored[] {
  return [1, 2, 3, 4].map((run) => scored(id, run <= right ? "12 fires" : "13 fires", { run }));
}

test("shares are over questions, and all runs must be right to pass", () => {
  const all = [...runs("count-1", 4), ...runs("premise-1", 3)];
  const summary = summarize(all);
  assert.deepEqual(
    [summary.attempts, summary.runs, summary.right.questions, summary.right.mean],
    [8, 4, 2, 7 / 8],
  );
  assert.equal(summary.passAll.mean, 1 / 2);
  assert.deepEqual([summary.answerable.mean, summary.obstacles.mean], [1, 3 / 4]);
  assert.deepEqual([summary.verdicts.right, summary.verdicts.missed], [7, 1]);
  assert.deepEqual([summary.calls, summary.errors, summary.inputTokens], [2, 1, 100]);
  assert.equal(rightShare([]).questions, 0);
});

test("two systems are compared on the same attempts of the same questions", () => {
  const one = [...runs("count-1", 4), ...runs("premise-1", 4), ...runs("near-1", 0)];
  const other = [...runs("count-1", 1), ...runs("premise-1", 3), ...runs("largest-1", 0)];
  assert.deepEqual(compare(one, other), {
    questions: 2,
    attempts: 8,
    difference: (3 + 1) / 4 / 2,
    better: 2,
    worse: 0,
    // Sums of ±3 ±1: 4, 2, -2, -4.
    p: 2 / 4,
  });
  // Runs 3 and 4 are right in the first alone; a second wording is in the other alone.
  const fewer = [...runs("count-1", 1).slice(2), scored("count-1", "12", { wording: 1, run: 3 })];
  const { attempts, difference, p } = compare(one, fewer);
  assert.deepEqual([attempts, difference, p], [2, 1, 1]);
  assert.throws(() => compare(one, runs("first-1", 1)), /no attempt in common/);
});
