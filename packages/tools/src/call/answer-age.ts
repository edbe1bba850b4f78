import type { CallResult } from "./call-result.ts";
import { fitsTokens } from "./count-tokens.ts";

/** The result with a notice of its age; undefined if that does not fit into the budget. */
export async function withAge(
  result: CallResult,
  ageMs: number,
  maxTokens: number,
): Promise<CallResult | undefined> {
  if (!result.ok) return result;
  const ageSeconds = Math.max(1, Math.ceil(ageMs / 1000));
  const { notices } = result.output;
  const output = {
    ...result.output,
    notices: [...(Array.isArray(notices) ? notices : []), `This answer is ${ageSeconds} s old.`],
  };
  const text = JSON.stringify(output);
  if (!(await fitsTokens(text, maxTokens))) return undefined;
  return { ...result, output, text, ageSeconds };
}
