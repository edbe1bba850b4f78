import type { Call, Question } from "../question.ts";
import { matched } from "../read.ts";
import { hotspots, staticSources } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 250 };

/** The number of features, without rows. */
export async function howMany(call: Call, selection: Record<string, unknown>): Promise<number> {
  return matched(await call("summarize_features", { ...selection, properties: [], top: 0 }));
}

export const counts: readonly Question[] = [
  {
    id: "world-on-a-day",
    ask: "How many hotspots did the satellites detect worldwide on 2 December 2018?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2018-12-02" }),
  },
  {
    id: "kununurra-in-a-month",
    ask: "How many hotspots were there within 100 km of Kununurra (15.7736 S, 128.7386 E) in August 2019?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        near: "-15.7736,128.7386",
        radius_km: 100,
        time: "2019-08",
      }),
  },
  {
    id: "arnhem-land-in-a-week",
    ask: "Arnhem Land, between 133° and 137° east and 11° and 14° south: how many detections from 1 to 7 September 2019, both days included?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [133, -14, 137, -11],
        time: "2019-09-01/2019-09-07",
      }),
  },
  {
    id: "central-africa-in-two-days",
    ask: "How many hotspots on 1 and 2 August 2023 in central Africa, from 10° E to 35° E and 15° S to 5° N?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [10, -15, 35, 5],
        time: "2023-08-01/2023-08-02",
      }),
  },
  {
    id: "world-in-an-hour",
    ask: "How many detections are there worldwide between 12:00 and 12:59 UTC on 1 August 2023?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        time: "2023-08-01T12:00:00Z/2023-08-01T12:59:59Z",
      }),
  },
  {
    id: "australia-at-night",
    ask: "On 10 September 2019, how many of the hotspots over Australia (112 to 154 E, 44 to 10 S) were detected at night?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [112, -44, 154, -10],
        time: "2019-09-10",
        filter: "daynight = 'N'",
      }),
  },
  {
    id: "steel-plants",
    ask: "How many steel plants are among the known static heat sources?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: staticSources, filter: "category = 'steel_plant'" }),
  },
  {
    id: "volcanoes-of-iceland",
    ask: "How many volcanoes does the list of static heat sources have in Iceland?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: staticSources,
        filter: "category = 'volcano' AND country = 'Iceland'",
      }),
  },
];
