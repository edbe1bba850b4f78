import type { Question } from "../question.ts";
import { hotspots, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 250 };

export const antimeridian: readonly Question[] = [
  {
    id: "fiji-to-samoa",
    ask: "From Fiji to Samoa, 170° E across the date line to 170° W and 25° to 10° S: how many hotspots in December 2018?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, bbox: [170, -25, -170, -10], time: "2018-12" }),
  },
  {
    id: "chukotka-and-alaska",
    ask: "How many hotspots are there in all, at any time, around the Bering Strait, from 160° E eastward to 160° W and 50° to 75° N?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, bbox: [160, 50, -160, 75] }),
  },
  {
    id: "volcanoes-at-the-date-line",
    ask: "How many of the listed volcanoes lie between 150° E and 150° W across the date line, from 45° S to 65° N?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: staticSources,
        bbox: [150, -45, -150, 65],
        filter: "category = 'volcano'",
      }),
  },
];
