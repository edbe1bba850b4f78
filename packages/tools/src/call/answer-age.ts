import type { CallResult } from "./call-result.ts";
import { fitsTokens } from "./count-tokens.ts";

type Answer = Extract<CallResult, { ok: true }>;

/** The answer with a notice of its age. */
export function withAge(answer: Answer, ageMs: number): Answer {
  const ageSeconds = Math.max(1, Math.ceil(ageMs / 1000));
  const { notices } = answer.output;
  const output = {
    ...answer.output,
    notices: [...(Array.isArray(notices) ? notices : []), `This answer is ${ageSeconds} s old.`],
  };
  return { ...answer, output, text: JSON.stringify(output), ageSeconds };
}

/** Whether the answer with a notice of that age fits into the budget. */
export function fitsWithAge(answer: Answer, ageMs: number, maxTokens: number): Promise<boolean> {
  return fitsTokens(withAge(answer, ageMs).text, maxTokens);
}
