import type { Question } from "../question.ts";
import { hotspots, perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 250 };

export const intervals: readonly Question[] = [
  {
    id: "since-an-instant",
    ask: "How many hotspots have been detected since noon UTC on 18 July 2026?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2026-07-18T12:00:00Z/.." }),
  },
  {
    id: "until-a-day",
    ask: "How many hotspots does the archive hold up to and including 1 December 2018?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "../2018-12-01" }),
  },
  {
    id: "perimeters-until-june",
    ask: "How many perimeter records, every snapshot counted, are dated up to the end of June 2023?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: perimeters, time: "../2023-06", latest_per_fire: false }),
  },
  {
    id: "instant-to-instant",
    ask: "How many detections from 31 March 2022, 22:00 UTC to 1 April 2022, 02:00 UTC, both ends included?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        time: "2022-03-31T22:00:00Z/2022-04-01T02:00:00Z",
      }),
  },
  {
    id: "a-closed-end-on-midnight",
    ask: "How many perimeter snapshots are dated 1 August 2024, and not the day after?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: perimeters, time: "2024-08-01", latest_per_fire: false }),
  },
];
