import type { Answer, Question } from "./question.ts";
import { isRight } from "./score.ts";
import type { Tools } from "./tools.ts";

/** The result of one question. */
export interface Result {
  readonly id: string;
  readonly calls: number;
  /** o200k tokens of all answers of the tools. */
  readonly tokens: number;
  /** What went wrong; absent if the answer is right. */
  readonly failure?: string;
}

/** Runs one way of answering, scores its answer, and counts its calls and tokens. */
export async function toResult(
  { id, tolerance }: Question,
  expected: Answer,
  tools: Tools,
  answer: () => Promise<Answer>,
): Promise<Result> {
  const failure = await answer().then(
    (given) =>
      isRight(expected, given, tolerance)
        ? undefined
        : `answered ${JSON.stringify(given)} instead of ${JSON.stringify(expected)}`,
    (error) => `no answer: ${error instanceof Error ? error.message : error}`,
  );
  const { calls, tokens } = tools;
  return { id, calls, tokens, ...(failure !== undefined && { failure }) };
}

/** One line per failed question, and a summary line. */
export function report(results: readonly Result[], name = "evals"): string {
  const failed = results.filter(({ failure }) => failure !== undefined);
  const calls = results.reduce((sum, each) => sum + each.calls, 0);
  const tokens = results.reduce((sum, each) => sum + each.tokens, 0);
  const each = (sum: number, digits: number) => (sum / results.length).toFixed(digits);
  const isLong = results.filter((result) => result.calls > 3);
  return [
    ...failed.map(({ id, failure }) => `${id}: ${failure}`),
    `${name}: ${results.length - failed.length} of ${results.length} right (goal ${results.length}), ${each(calls, 2)} calls and ${each(tokens, 0)} tokens on average, ${each(isLong.length * 100, 1)} % above three calls`,
  ].join("\n");
}
