import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createQuestions, publicSeed, type Question } from "fire-questions";
import { assertShape } from "./shape.ts";

const questions = createQuestions();

test("the same seed gives the same questions, the public split by default", () => {
  assert.deepEqual(createQuestions({ seed: publicSeed }), questions);
});

test("a kind has the same questions alone as among others", () => {
  const kinds = ["now", "simulations"];
  const among = questions.filter(({ kind }) => kinds.includes(kind));
  assert.deepEqual(
    createQuestions({ kinds }).toSorted((a, b) => a.id.localeCompare(b.id)),
    among.toSorted((a, b) => a.id.localeCompare(b.id)),
  );
  assert.throws(
    () => createQuestions({ kinds: ["weather"] }),
    /is called weather: there are count-/,
  );
});

// Who changes a kind or the data says so in the changelog: results no longer compare.
test("the public split is frozen", () => {
  const hash = createHash("sha256").update(JSON.stringify(questions)).digest("hex");
  assert.equal(hash, "2cc1c29ed5468b902379991d9afeaa23fcb0ae678d05c08f9828b1b54fba7402");
});

test("another seed gives others of the same shape", () => {
  const others = createQuestions({ seed: "another" });
  assertShape(others);
  assert.deepEqual(
    others.map(({ id, kind, follows }) => ({ id, kind, follows })),
    questions.map(({ id, kind, follows }) => ({ id, kind, follows })),
  );
  const texts = new Set(questions.flatMap(({ wordings }) => wordings.map(({ text }) => text)));
  const repeated = others.filter(
    ({ follows, wordings }) => follows === undefined && texts.has(wordings[0]!.text),
  );
  assert.ok(repeated.length < others.length / 10, repeated.map(({ id }) => id).join(" "));
});

test("ids are unique, and a follow-up follows the question before it, in its languages", () => {
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
  for (const [i, { id, follows, wordings }] of questions.entries()) {
    if (follows === undefined) continue;
    const before = questions[i - 1]!;
    assert.equal(follows, before.id, id);
    const languages = (of: Question["wordings"]) => of.map(({ language }) => language);
    assert.deepEqual(languages(wordings), languages(before.wordings), id);
  }
});

test("a question has three different wordings, without a slot left over", () => {
  for (const { id, wordings } of questions) {
    assert.equal(new Set(wordings.map(({ text }) => text)).size, 3, id);
    for (const { text } of wordings) assert.doesNotMatch(text, /[{}]|undefined|NaN/, id);
  }
});
