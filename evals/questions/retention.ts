import { type Call, type Question, type ToolAnswer, ToolRefusal } from "../question.ts";
import { numberAt } from "../read.ts";
import { hotspots } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 350, isOfKept: true };

/** The number, and the day from which on features are kept. */
async function numberSince(call: Call, selection: object): Promise<[number, string]> {
  const asked = { collection: hotspots, ...selection, properties: [], top: 0 };
  const answer = await call("summarize_features", asked);
  const said = (answer.notices as string[]).join(" ");
  if (answer.matched_exact !== false) throw new Error(`called exact: ${said}`);
  const [, since = said] = /complete only from (\S+)T00:00:00Z to now/.exec(said) ?? [];
  return [numberAt(answer, "matched"), since];
}

/** The comparison; where it is refused, that of the times that are offered instead. */
async function compared(call: Call, periods: object): Promise<ToolAnswer> {
  try {
    return await call("compare_periods", { collection: hotspots, ...periods });
  } catch (error) {
    const [, offered] =
      error instanceof ToolRefusal ? (/Try (\{.*\})/.exec(error.message) ?? []) : [];
    if (offered === undefined) throw error;
    return call("compare_periods", { collection: hotspots, ...JSON.parse(offered) });
  }
}

/** What a service that keeps ten days cannot say of longer times. */
export const retention: readonly Question[] = [
  {
    id: "kept-of-thirty-days",
    ask: "How many hotspots are there from 15 April to 14 May 2024, and from which day on (YYYY-MM-DD) is that number complete?",
    ...limits,
    route: (call) => numberSince(call, { time: "2024-04-15/2024-05-14" }),
  },
  {
    id: "kept-of-a-year-by-filter",
    ask: "Of all hotspots after 1 January 2024 (UTC), how many have a fire radiative power of 20 MW or more, and from which day on (YYYY-MM-DD) are they complete?",
    ...limits,
    route: (call) =>
      numberSince(call, { filter: "frp >= 20 AND datetime > TIMESTAMP('2024-01-01T00:00:00Z')" }),
  },
  {
    id: "kept-whole",
    ask: "How many hotspots were detected from 6 to 9 May 2024?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2024-05-06/2024-05-09" }),
  },
  {
    id: "kept-of-two-weeks",
    ask: "Compare the hotspots of 1 to 7 May 2024 with those of 8 to 14 May. If a part of one week is not complete, leave as much of the beginning out of both. Give the numbers of the earlier and the later time.",
    ...limits,
    maxCalls: 2,
    maxTokens: 1200,
    route: async (call) => {
      const answer = await compared(call, {
        before: "2024-05-01/2024-05-07",
        after: "2024-05-08/2024-05-14",
      });
      if (answer.complete !== true) throw new Error("the comparison is not complete");
      const { before, after } = answer as Record<string, ToolAnswer>;
      return [numberAt(before!, "matched"), numberAt(after!, "matched")];
    },
  },
];
