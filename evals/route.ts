import type { Answer, Question, ToolAnswer } from "./question.ts";
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
    question.route(async (tool, input) => wholly(tool, await tools.call(tool, input))),
  );
  const failure = result.failure ?? excess(result, question);
  return failure === undefined ? result : { ...result, failure };
}

/** A summary of a part is an honest answer, but not the answer to the question. */
function wholly(tool: string, answer: ToolAnswer): ToolAnswer {
  if (tool !== "summarize_features" || answer.next_cursor === undefined) return answer;
  throw new Error(`only a part was read: ${JSON.stringify(answer.notices)}`);
}

function excess({ calls, tokens }: Result, { maxCalls, maxTokens }: Question): string | undefined {
  if (calls > maxCalls) return `took ${calls} calls, more than ${maxCalls}`;
  if (tokens > maxTokens) return `took ${tokens} tokens, more than ${maxTokens}`;
  return undefined;
}
