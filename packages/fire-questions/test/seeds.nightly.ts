import { test } from "node:test";
import { createQuestions } from "fire-questions";
import { assertShape } from "./shape.ts";

for (const seed of Array.from({ length: 20 }, (_, i) => `seed ${i}`)) {
  test(`a split from "${seed}" has the shape of the public one`, () => {
    assertShape(createQuestions({ seed }));
  });
}
