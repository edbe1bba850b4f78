import assert from "node:assert/strict";
import type { Question } from "fire-questions";

/** A split has what the README promises of each. */
export function assertShape(questions: readonly Question[]): void {
  const share = (test: (question: Question) => boolean) =>
    questions.filter(test).length / questions.length;
  assert.ok(questions.length >= 250);
  assert.ok(new Set(questions.map(({ kind }) => kind)).size >= 12);
  assert.ok(share(({ expected }) => expected.is === "obstacle") >= 0.35);
  assert.ok(questions.filter(({ follows }) => follows !== undefined).length >= 20);
  for (const language of ["es", "fr", "id", "pt"]) {
    assert.ok(share(({ wordings }) => wordings.some((each) => each.language === language)) > 0.15);
  }
  const texts = questions
    .filter(({ follows }) => follows === undefined)
    .map(({ wordings }) => wordings[0]!.text);
  assert.ok(new Set(texts).size === texts.length, "a question is asked twice");
}
