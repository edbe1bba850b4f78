import type { Call, Question, ToolAnswer } from "../question.ts";
import { first, nth } from "../read.ts";
import { hotspots, staticSources } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 700 };

function strongest(call: Call, selection: Record<string, unknown>): Promise<ToolAnswer> {
  return call("query_features", { collection: hotspots, sort: "-frp", limit: 2, ...selection });
}

/** One statistic of one property over all matches. */
async function statistic(call: Call, selection: object, property: string, name: string) {
  const answer = await call("summarize_features", {
    ...selection,
    properties: [property],
    top: 0,
  });
  const stats = answer.stats as Record<string, Record<string, number>>;
  return stats[property]![name]!;
}

export const extremes: readonly Question[] = [
  {
    id: "strongest-in-the-world",
    ask: "How strong, in megawatts, was the strongest hotspot anywhere on 1 and 2 August 2023?",
    tolerance: 0.05,
    ...limits,
    route: async (call) => first(await strongest(call, { time: "2023-08-01/2023-08-02" }), "frp"),
  },
  {
    id: "strongest-in-the-world-id",
    ask: "Which detection was the strongest in the world on 1 and 2 August 2023? Give its id.",
    ...limits,
    route: async (call) => first(await strongest(call, { time: "2023-08" }), "id"),
  },
  {
    id: "second-strongest-of-a-fire",
    ask: "Of the detections in July 2026 in southern Oregon (123.1 to 122.8 W, 42.5 to 42.7 N), which one had the second highest radiative power? Give its id.",
    ...limits,
    route: async (call) =>
      nth(await strongest(call, { bbox: [-123.1, 42.5, -122.8, 42.7], time: "2026-07" }), 1, "id"),
  },
  {
    id: "hottest-on-maui",
    ask: "How hot did it get on Maui: the highest brightness temperature of the detections there, in kelvin?",
    ...limits,
    route: (call) =>
      statistic(call, { collection: hotspots, filter: "island = 'Maui'" }, "brightness", "max"),
  },
  {
    id: "northernmost-of-a-day",
    ask: "At what latitude was the northernmost hotspot of 2 August 2023?",
    tolerance: 0.00005,
    ...limits,
    route: (call) =>
      statistic(call, { collection: hotspots, time: "2023-08-02" }, "latitude", "max"),
  },
  {
    id: "largest-coal-plant",
    ask: "Which is the largest coal-fired power plant in the list of static heat sources, by capacity?",
    ...limits,
    route: async (call) =>
      first(
        await call("query_features", {
          collection: staticSources,
          filter: "primary_fuel = 'Coal'",
          sort: "-capacity_mw",
          properties: ["name", "capacity_mw"],
          limit: 1,
        }),
        "name",
      ),
  },
  {
    id: "mean-power-of-a-fire",
    ask: "What was the mean radiative power in MW of all the detections of July 2026?",
    tolerance: 0.05,
    ...limits,
    route: (call) => statistic(call, { collection: hotspots, time: "2026-07" }, "frp", "mean"),
  },
  {
    id: "median-power-of-a-fire",
    ask: "What was the median radiative power in MW of all the detections of July 2026?",
    tolerance: 0.05,
    ...limits,
    route: (call) => statistic(call, { collection: hotspots, time: "2026-07" }, "frp", "median"),
  },
];
