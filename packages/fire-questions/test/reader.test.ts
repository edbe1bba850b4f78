import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuestions } from "../src/questions/create-questions.ts";
import { readerFigures } from "../src/reader/labelled.ts";
import { readReply } from "../src/reader/read-reply.ts";
import { createScorer } from "../src/score/verdict.ts";
import { rightReply } from "./support/scripted-model.ts";

test("labelled replies are read as labelled or left unread, and none that was fitted otherwise", (t) => {
  const { fitted, heldOut } = readerFigures();
  for (const [name, { replies, right, unread, misread }] of Object.entries({ fitted, heldOut }))
    t.diagnostic(`${name}: of ${replies}, ${right} right, ${unread} unread, ${misread} misread`);
  const misreadings = [...fitted.differing, ...heldOut.differing].filter((each) => each.isMisread);
  assert.ok(fitted.replies >= 300 && heldOut.replies >= 150);
  assert.equal(fitted.misread, 0, JSON.stringify(misreadings, null, 1));
  assert.ok(fitted.right >= 0.95 * fitted.replies, `${fitted.right}`);
  assert.ok(heldOut.misread <= 3, JSON.stringify(misreadings, null, 1));
});

test("where nothing is asked for, a number, yes or no is a statement, and an obstacle goes first", () => {
  const says = (reply: string) => readReply(reply, "anything", { language: "en" }).says.is;
  assert.equal(says("12 people were injured."), "value");
  assert.equal(says("Yes, you can go home."), "value");
  assert.equal(says("The data does not include injuries; it has 12 hotspots."), "cannot");
  assert.equal(says("Take care."), "unread");
});

test("a change is what is more, and names beside a refusal are those of the question", () => {
  const context = { language: "en", names: ["Lake", "Park"] } as const;
  const number = "There were 45 hotspots, 11 more than the 34 of the day before.";
  const says = (reply: string, form: "count" | "name", question: string) =>
    readReply(reply, form, { ...context, question }).says;
  assert.deepEqual(says(number, "count", "How many hotspots?"), { is: "value", value: 45 });
  assert.deepEqual(says(number, "count", "By how many did it rise?"), { is: "value", value: 11 });
  assert.equal(says("I cannot compare Lake with Park.", "name", "Lake or Park?").is, "cannot");
  assert.equal(says("Lake, but I cannot say why.", "name", "Lake or Park?").is, "unread");
});

test("characters that mean nothing change no reading", () => {
  const context = { language: "en", day: "2023-08-01" } as const;
  const { says } = readReply("It was \ue005 at 10:25 UTC.", "minute", context);
  assert.deepEqual(says, { is: "value", value: "2023-08-01T10:25Z" });
});

test("of a long reply the end is read", () => {
  const reply = `${"There were 13 fires. ".repeat(5000)}\nThere were 12 fires.`;
  const { says } = readReply(reply, "count", { language: "en" });
  assert.deepEqual(says, { is: "value", value: 12 });
});

test("the right answer of each question is read as right, also beside the question, or not at all", () => {
  const questions = createQuestions();
  const score = createScorer(questions);
  const cost = { calls: 0, errors: 0, inputTokens: 0, outputTokens: 0, seconds: 0 };
  let [besideQuestion, unread] = [0, 0];
  for (const { id, wordings, expected } of questions) {
    for (const [wording, { language, text }] of wordings.entries()) {
      const judge = (reply: string) => score({ question: id, wording, run: 1, reply, ...cost });
      const answer = rightReply(expected, language);
      const { verdict, isFalseAllClear, isWrongCalledComplete } = judge(answer);
      assert.deepEqual(
        [verdict, isFalseAllClear, isWrongCalledComplete],
        ["right", false, false],
        id,
      );
      const reply = `${text.replace(/[?¿]/gu, "")}: ${answer}`;
      const beside = judge(reply).verdict;
      assert.match(beside, /^(?:right|unread)$/, reply);
      besideQuestion++;
      if (beside === "unread") unread++;
    }
  }
  assert.ok(unread < 0.05 * besideQuestion, `${unread} of ${besideQuestion} are unread`);
});
