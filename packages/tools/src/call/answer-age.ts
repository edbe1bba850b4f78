import type { CallResult } from "./context.ts";
import { fitsTokens } from "./count-tokens.ts";

type Answer = Extract<CallResult, { ok: true }>;

/** The answer with a notice of its age, `ageMs` after the answer was given or its age noted. */
export function withAge(answer: Answer, ageMs: number): Answer {
  const { ageSeconds: before = 0 } = answer;
  const ageSeconds = before + Math.max(1, Math.ceil(ageMs / 1000));
  const { notices } = answer.output;
  const others = Array.isArray(notices) ? notices.slice(0, before > 0 ? -1 : undefined) : [];
  const output = { ...answer.output, notices: [...others, `This answer is ${ageSeconds} s old.`] };
  return { ...answer, output, text: JSON.stringify(output), ageSeconds };
}

/** Whether the answer with a notice of that age fits into the budget. */
export function fitsWithAge(answer: Answer, ageMs: number, maxTokens: number): Promise<boolean> {
  return fitsTokens(withAge(answer, ageMs).text, maxTokens);
}
