import type { Answer, Question } from "./question.ts";
import { type Result, toResult } from "./result.ts";
import { Tools } from "./tools.ts";

/** Answers one question by its reference route, within its limits of calls and tokens. */
export async function answerByRoute(
  question: Question,
  expected: Answer,
  url: string,
): Promise<Result> {
  const tools = new Tools(url);
  const result = await toResult(question, expected, tools, () =>
    question.route((tool, input) => tools.call(tool, input)),
  );
  const failure = result.failure ?? excess(result, question);
  return failure === undefined ? result : { ...result, failure };
}

function excess({ calls, tokens }: Result, { maxCalls, maxTokens }: Question): string | undefined {
  if (calls > maxCalls) return `took ${calls} calls, more than ${maxCalls}`;
  if (tokens > maxTokens) return `took ${tokens} tokens, more than ${maxTokens}`;
  return undefined;
}
