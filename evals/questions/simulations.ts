import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, first, numberAt } from "../read.ts";

const limits = { maxCalls: 1, maxTokens: 500 };

/**
 * Reads the whole list to count it, but shows only the rows that fit the smallest budget.
 */
async function howManySimulations(call: Call, selection: object): Promise<number> {
  const answer = await call("list_simulations", { limit: 500, max_tokens: 500, ...selection });
  return numberAt(answer, "matched");
}

function newestSimulation(call: Call, selection: object): Promise<ToolAnswer> {
  return call("list_simulations", { limit: 1, ...selection });
}

export const simulationQuestions: readonly Question[] = [
  {
    id: "simulations-in-september",
    ask: "How many fire-spread simulations have been created since 1 September 2023?",
    ...limits,
    route: (call) => howManySimulations(call, { since: "2023-09-01" }),
  },
  {
    id: "simulations-failed",
    ask: "How many of our simulations failed?",
    ...limits,
    route: (call) => howManySimulations(call, { status: "FAILED" }),
  },
  {
    id: "simulations-without-spread-on-request",
    ask: "In how many of the simulations that people asked for did the fire not spread at all?",
    ...limits,
    route: (call) => howManySimulations(call, { origin: "requested", status: "NO_SPREAD" }),
  },
  {
    id: "simulations-near-medford",
    ask: "How many simulations are there within 100 km of Medford, Oregon (42.3265 N, 122.8756 W)?",
    ...limits,
    route: (call) => howManySimulations(call, { near: "42.3265,-122.8756", radius_km: 100 }),
  },
  {
    id: "newest-simulation-of-york-hectares",
    ask: "What burned area, in hectares, does the newest completed simulation forecast that has York as its fire or its location?",
    tolerance: 0.005,
    ...limits,
    route: async (call) =>
      first(
        await newestSimulation(call, {
          fire_name: "York",
          status: "COMPLETED",
          properties: ["burned_area_hectares"],
        }),
        "burned_area_hectares",
      ),
  },
  {
    id: "largest-simulation-km2",
    ask: "What is the largest burned area, in km², that any simulation created since 1 September 2023 forecasts?",
    tolerance: 0.00005,
    ...limits,
    route: async (call) => {
      const selection = { since: "2023-09-01", sort: "-burned_area_km2", limit: 1 };
      return first(await call("list_simulations", selection), "burned_area_km2");
    },
  },
  {
    id: "fire-of-the-largest-simulation",
    ask: "whats the fire with the biggest spread forecast of all our simulations?",
    ...limits,
    route: async (call) =>
      first(await call("list_simulations", { sort: "-burned_area_km2", limit: 1 }), "fire_name"),
  },
  {
    id: "simulations-failed-for-weather",
    ask: "How many simulations failed because there was no weather forecast?",
    ...limits,
    route: async (call) => {
      const filter = "error LIKE '%weather%'";
      return numberAt(
        await call("summarize_features", { collection: "simulations", filter }),
        "matched",
      );
    },
  },
  {
    id: "busiest-simulation-day",
    ask: "On which day did we get the most simulations?",
    ...limits,
    route: async (call) => {
      const grouping = { collection: "simulations", group_by: ["day"] };
      const answer = await call("summarize_features", grouping);
      const counts = column(answer, "count").map(Number);
      return String(column(answer, "day")[counts.indexOf(Math.max(...counts))]);
    },
  },
  {
    id: "why-the-newest-failed",
    ask: "Why did the newest failed simulation fail? Give the message as it stands.",
    ...limits,
    route: async (call) => first(await newestSimulation(call, { status: "FAILED" }), "error"),
  },
];
