import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "../score.ts";

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
