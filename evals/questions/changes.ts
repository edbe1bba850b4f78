import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, nth, numberAt } from "../read.ts";
import { perimeters } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 800 };

/**
 * Two periods, each from the beginning of the records: the newest
 * perimeter of each fire at their ends.
 */
function compare(call: Call, filter: string, before: string, after: string): Promise<ToolAnswer> {
  return call("compare_periods", {
    collection: perimeters,
    filter,
    before: `../${before}`,
    after: `../${after}`,
    max_tokens: 800,
  });
}

/** Rows come by size of change: the first one that grew has grown the most. */
function mostGrown(answer: ToolAnswer): number {
  return column(answer, "status").indexOf("grown");
}

export const changes: readonly Question[] = [
  {
    id: "most-grown-in-washington",
    ask: "Which fire in Washington state that was already mapped by 31 July 2024 had grown the most in area by 7 August 2024?",
    ...limits,
    route: async (call) => {
      const answer = await compare(call, "state = 'US-WA'", "2024-07-31", "2024-08-07");
      return nth(answer, mostGrown(answer), "fire_name");
    },
  },
  {
    id: "retreat-growth-km2",
    ask: "By how many km² did the Retreat fire grow between the end of 28 July and the end of 3 August 2024, measured from its newest perimeters at these times?",
    tolerance: 0.01,
    ...limits,
    route: async (call) =>
      nth(
        await compare(call, "incident_name = 'RETREAT'", "2024-07-28", "2024-08-03"),
        0,
        "change_km2",
      ),
  },
  {
    id: "new-fires-of-a-month",
    ask: "How many fires in Oregon were mapped for the first time in September 2024?",
    ...limits,
    route: async (call) => {
      const answer = await compare(call, "state = 'US-OR'", "2024-08-31", "2024-09-30");
      return numberAt(answer.by_status as ToolAnswer, "new");
    },
  },
];
