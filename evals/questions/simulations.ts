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
    id: "simulations-automatic",
    ask: "How many simulations did the service start by itself?",
    ...limits,
    route: (call) => howManySimulations(call, { origin: "automatic" }),
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
        await newestSimulation(call, { fire_name: "York", status: "COMPLETED" }),
        "burned_area_hectares",
      ),
  },
  {
    id: "largest-simulation-km2",
    ask: "What is the largest burned area, in km², that any simulation created since 1 September 2023 forecasts?",
    tolerance: 0.00005,
    maxCalls: 1,
    maxTokens: 4500,
    route: async (call) => {
      const selection = { since: "2023-09-01", status: "COMPLETED", limit: 100, max_tokens: 4500 };
      const areas = column(await call("list_simulations", selection), "burned_area_km2");
      return Math.max(...areas.map(Number));
    },
  },
  {
    id: "why-the-newest-failed",
    ask: "Why did the newest failed simulation fail? Give the message as it stands.",
    ...limits,
    route: async (call) => first(await newestSimulation(call, { status: "FAILED" }), "error"),
  },
];
