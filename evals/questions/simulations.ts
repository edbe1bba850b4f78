import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, first, numberAt } from "../read.ts";

const limits = { maxCalls: 1, maxTokens: 600 };

function list(call: Call, selection: Record<string, unknown>): Promise<ToolAnswer> {
  return call("list_simulations", { limit: 1, ...selection });
}

export const simulationQuestions: readonly Question[] = [
  {
    id: "simulations-in-september",
    ask: "How many fire-spread simulations have been created since 1 September 2023?",
    maxCalls: 1,
    maxTokens: 4000,
    route: async (call) =>
      numberAt(await list(call, { since: "2023-09-01", limit: 500, max_tokens: 4000 }), "matched"),
  },
];
