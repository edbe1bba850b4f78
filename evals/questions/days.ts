import type { Call, Question, ToolAnswer } from "../question.ts";
import { column } from "../read.ts";
import { hotspots } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 300 };

function grouped(call: Call, unit: "day" | "hour", selection: object): Promise<ToolAnswer> {
  return call("summarize_features", {
    collection: hotspots,
    ...selection,
    group_by: [unit],
    properties: [],
    top: 0,
  });
}

/** Counts per day; a day without a row has no detection. */
async function perDay(call: Call, days: readonly string[], selection: object): Promise<number[]> {
  const answer = await grouped(call, "day", { time: `${days[0]}/${days.at(-1)}`, ...selection });
  const counts = column(answer, "count");
  const found = new Map(column(answer, "day").map((day, i) => [day, Number(counts[i])]));
  return days.map((day) => found.get(day) ?? 0);
}

/** The day or hour with the most detections, and their number. */
function busiest(answer: ToolAnswer, unit: "day" | "hour"): [number | string, number] {
  const counts = column(answer, "count").map(Number);
  const most = Math.max(...counts);
  return [column(answer, unit)[counts.indexOf(most)]!, most];
}

export const dayByDay: readonly Question[] = [
  {
    id: "world-per-day",
    ask: "How many hotspots were there worldwide on each day from 1 to 3 December 2018, day by day?",
    ...limits,
    route: (call) => perDay(call, ["2018-12-01", "2018-12-02", "2018-12-03"], {}),
  },
  {
    id: "oregon-per-day",
    ask: "Give the number of detections for each day from 16 to 20 July 2026 in Oregon (125 to 116 W, 42 to 46.5 N).",
    ...limits,
    route: (call) =>
      perDay(call, ["2026-07-16", "2026-07-17", "2026-07-18", "2026-07-19", "2026-07-20"], {
        bbox: [-125, 42, -116, 46.5],
      }),
  },
  {
    id: "kununurra-per-day",
    ask: "Hotspots within 100 km of Kununurra (15.7736 S, 128.7386 E) from 15 to 19 August 2019: how many on each of the five days?",
    ...limits,
    route: (call) =>
      perDay(call, ["2019-08-15", "2019-08-16", "2019-08-17", "2019-08-18", "2019-08-19"], {
        near: "-15.7736,128.7386",
        radius_km: 100,
      }),
  },
  {
    id: "busiest-day-in-australia",
    ask: "On which day of September 2019 were most hotspots detected in Australia (112 to 154 E, 44 to 10 S), and how many? Date (YYYY-MM-DD) and number.",
    maxCalls: 1,
    maxTokens: 600,
    route: async (call) =>
      busiest(await grouped(call, "day", { bbox: [112, -44, 154, -10], time: "2019-09" }), "day"),
  },
  {
    id: "oregon-on-a-local-day",
    ask: "How many detections were there on 17 July 2026, local time in Oregon (America/Los_Angeles)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [-125, 42, -116, 46.5],
        time: "2026-07-17",
        time_zone: "America/Los_Angeles",
      }),
  },
  {
    id: "hawaii-on-a-local-day",
    ask: "How many hotspots were detected in the Hawaiian islands on 11 May 2024 by the clocks there (Pacific/Honolulu)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [-161, 18, -154, 23],
        time: "2024-05-11",
        time_zone: "Pacific/Honolulu",
      }),
  },
  {
    id: "busiest-hour-in-oregon",
    ask: "In the hour of 16 July 2026 (UTC) with most detections, how many were there?",
    ...limits,
    route: async (call) => busiest(await grouped(call, "hour", { time: "2026-07-16" }), "hour")[1],
  },
];
