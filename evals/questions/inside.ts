import type { Call, Question } from "../question.ts";
import { column, first, insides } from "../read.ts";
import { hotspots, perimeters, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 2, maxTokens: 600 };

/** The newest perimeter of a fire, as a value for `within`. */
async function newestPerimeter(call: Call, name: string): Promise<string> {
  const answer = await call("query_features", {
    collection: perimeters,
    filter: `incident_name = '${name}'`,
    latest_per_fire: true,
    properties: ["incident_name"],
  });
  return `${perimeters}/${first(answer, "id")}`;
}

export const inside: readonly Question[] = [
  {
    id: "hotspots-inside-flat",
    ask: "How many hotspots of 1 and 2 August 2023 lie inside the newest perimeter of the Flat fire in Oregon?",
    ...limits,
    route: async (call) =>
      howMany(call, {
        collection: hotspots,
        time: "2023-08-01/2023-08-02",
        within: await newestPerimeter(call, "Flat"),
      }),
  },
  {
    id: "strong-hotspots-inside-flat",
    ask: "How many of the hotspots of 1 and 2 August 2023 inside the Flat fire's newest perimeter were stronger than 50 MW?",
    ...limits,
    route: async (call) =>
      howMany(call, {
        collection: hotspots,
        time: "2023-08-01/2023-08-02",
        filter: "frp > 50",
        within: await newestPerimeter(call, "Flat"),
      }),
  },
  {
    id: "power-plants-inside-durkee",
    ask: "How many of the listed power plants stand inside the newest perimeter of the Durkee fire?",
    ...limits,
    route: async (call) =>
      howMany(call, {
        collection: staticSources,
        filter: "category = 'power_plant'",
        within: await newestPerimeter(call, "DURKEE"),
      }),
  },
  {
    id: "fire-at-a-place",
    ask: "Which fire of 2024 burned over 44.45 N, 117.35 W, by the fires' last perimeters of that year?",
    maxCalls: 1,
    maxTokens: 450,
    route: async (call) => {
      const answer = await call("query_features", {
        collection: perimeters,
        near: "44.45,-117.35",
        radius_km: 1,
        time: "2024",
        latest_per_fire: true,
        properties: ["incident_name"],
      });
      const isInside = insides(answer);
      return column(answer, "incident_name")
        .filter((_, i) => isInside[i])
        .join(", ");
    },
  },
];
