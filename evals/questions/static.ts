import type { Question } from "../question.ts";
import { hotspots } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 250 };

/** By the source's own classification, which only the archive of MODIS carries. */
export const staticQuestions: readonly Question[] = [
  {
    id: "vegetation-only",
    ask: "How many Australian hotspots of September 2019 does the source itself classify as vegetation fires (type 0)?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2019-09", filter: "type = 0" }),
  },
  {
    id: "flagged-as-static",
    ask: "How many hotspots of August 2019 carry type 2, other static land source?",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, time: "2019-08", filter: "type = 2" }),
  },
  {
    id: "offshore-flares-box",
    ask: "How many offshore detections (type 3) were there around Australia (112 to 154 E, 44 to 10 S) in 2019?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        bbox: [112, -44, 154, -10],
        time: "2019",
        filter: "type = 3",
      }),
  },
];
