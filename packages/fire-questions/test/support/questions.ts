import { type Expected, type Form, formOf, type Question } from "../../src/values/question.ts";

function question(id: string, expected: Expected, more: Partial<Question> = {}): Question {
  const wordings = [
    { language: "en", text: `What of ${id}?` },
    { language: "es", text: `¿Qué de ${id}?` },
    { language: "fr", text: `Quoi de ${id} ?` },
  ] as const;
  const kind = id.split("-")[0]!;
  const form: Form = expected.is === "obstacle" ? "anything" : formOf(expected);
  return { id, kind, facts: {}, wordings, form, expected, isAllClearFalse: false, ...more };
}

const twelve: Expected = { is: "number", value: 12, unit: "count", tolerance: 0 };

/** One question of each kind of answer. */
export const questions: readonly Question[] = [
  question("count-1", twelve, { isAllClearFalse: true }),
  question("near-1", { is: "number", value: 3.2, unit: "km", tolerance: 0.1 }),
  question("first-1", { is: "time", value: "2023-08-01" }),
  question("largest-1", { is: "name", value: "Park", also: ["Park Fire"] }),
  question("largest-2", { is: "name", value: "Durkee" }),
  question("missing-1", { is: "obstacle", because: "no-data-for-time" }, { form: "count" }),
  question("injured-1", { is: "obstacle", because: "out-of-scope" }),
  question("premise-1", { is: "obstacle", because: "false-premise", instead: twelve }),
  question(
    "safe-1",
    { is: "obstacle", because: "unsafe-to-say" },
    { form: "yesno", isAllClearFalse: true },
  ),
  question("inside-1", { is: "yesno", value: true }, { isAllClearFalse: true }),
  question("inside-2", { is: "yesno", value: false }, { follows: "inside-1" }),
];
