import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, first, numberAt } from "../read.ts";
import { perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 800 };

/** The newest perimeter of each matching fire, largest first. */
function newestPerimeters(call: Call, selection: Record<string, unknown>): Promise<ToolAnswer> {
  return call("query_features", {
    collection: perimeters,
    latest_per_fire: true,
    sort: "-gis_acres",
    properties: ["incident_name", "gis_acres", "date"],
    limit: 1,
    ...selection,
  });
}

/** The fires of 2024 with the most acres in their last perimeter of the year. */
function greatest(call: Call, filter: string, top: number): Promise<ToolAnswer> {
  return call("summarize_features", {
    collection: perimeters,
    filter,
    time: "2024",
    properties: ["gis_acres"],
    top_by: "gis_acres",
    top,
  });
}

/** One column of the greatest features. */
function topColumn(answer: ToolAnswer, name: string) {
  const { top_constants: constants, top_columns: columns, top_rows: rows } = answer;
  return column({ constants, columns, rows }, name);
}

export const perimeterQuestions: readonly Question[] = [
  {
    id: "largest-in-oregon",
    ask: "Which was the largest fire in Oregon in 2024, by its last perimeter of that year?",
    ...limits,
    route: async (call) =>
      first(
        await newestPerimeters(call, { filter: "state = 'US-OR'", time: "2024" }),
        "incident_name",
      ),
  },
  {
    id: "five-largest-in-washington",
    ask: "Name the five largest fires in Washington state in 2024, largest first, by acres of their last perimeter of that year.",
    ...limits,
    route: async (call) =>
      topColumn(await greatest(call, "state = 'US-WA'", 5), "incident_name").map(String),
  },
  {
    id: "newest-of-pioneer",
    ask: "How many acres did the Pioneer fire cover according to its newest perimeter?",
    ...limits,
    route: async (call) =>
      first(await newestPerimeters(call, { filter: "incident_name = 'PIONEER'" }), "gis_acres"),
  },
  {
    id: "newest-of-williams-mine",
    ask: "What is the size in acres in the latest perimeter of the Williams Mine fire?",
    ...limits,
    route: async (call) =>
      first(
        await newestPerimeters(call, { filter: "incident_name = 'WILLIAMS MINE'" }),
        "gis_acres",
      ),
  },
  {
    id: "snapshots-of-retreat",
    ask: "How many perimeters of the Retreat fire are on record, all days counted?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: perimeters,
        filter: "incident_name = 'RETREAT'",
        latest_per_fire: false,
      }),
  },
  {
    id: "durkee-on-a-day",
    ask: "How large was the Durkee fire, in acres, by its newest perimeter up to and including 20 July 2024?",
    ...limits,
    route: async (call) =>
      first(
        await newestPerimeters(call, {
          filter: "incident_name = 'DURKEE'",
          time: "../2024-07-20",
        }),
        "gis_acres",
      ),
  },
  {
    id: "retreat-growth-acres",
    ask: "By how many acres did the Retreat fire grow between the end of 28 July and the end of 3 August 2024, by its newest perimeters at these times?",
    maxCalls: 2,
    maxTokens: 800,
    route: async (call) => {
      const acresAt = async (day: string) =>
        Number(
          first(
            await newestPerimeters(call, {
              filter: "incident_name = 'RETREAT'",
              time: `../${day}`,
            }),
            "gis_acres",
          ),
        );
      return (await acresAt("2024-08-03")) - (await acresAt("2024-07-28"));
    },
  },
  {
    id: "washington-2024-acres",
    ask: "How many acres did all fires in Washington state in 2024 cover together, adding up each fire's last perimeter of that year?",
    tolerance: 0.05,
    ...limits,
    route: async (call) => {
      const { stats } = await call("summarize_features", {
        collection: perimeters,
        filter: "state = 'US-WA'",
        time: "2024",
        properties: ["gis_acres"],
        top: 0,
      });
      return numberAt((stats as Record<string, ToolAnswer>).gis_acres!, "sum");
    },
  },
  {
    id: "oregon-over-10000-acres",
    ask: "How many Oregon fires were larger than 10,000 acres by their last perimeter of 2024?",
    maxCalls: 1,
    maxTokens: 3000,
    route: async (call) => {
      const acres = topColumn(await greatest(call, "state = 'US-OR'", 50), "gis_acres");
      return acres.filter((each) => Number(each) > 10_000).length;
    },
  },
];
