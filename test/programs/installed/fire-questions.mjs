import assert from "node:assert/strict";
import { createQuestions } from "fire-questions";

const [first] = createQuestions();
assert.equal(first.id, "count-near-01");
assert.equal(first.expected.is, "number");
