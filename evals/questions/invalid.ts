import type { Call, Question } from "../question.ts";
import { refusal } from "../read.ts";
import { hotspots } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 200 };

const refused = (call: Call, selection: object) =>
  refusal(call("summarize_features", { collection: hotspots, ...selection }));

export const invalid: readonly Question[] = [
  {
    id: "no-such-date",
    ask: "How many hotspots were there on 30 February 2023?",
    ...limits,
    route: (call) => refused(call, { time: "2023-02-30" }),
  },
  {
    id: "no-such-latitude",
    ask: "How many hotspots are within 50 km of latitude 128.7, longitude -15.8?",
    ...limits,
    route: (call) => refused(call, { lat: 128.7, lon: -15.8, radius_km: 50 }),
  },
  {
    id: "box-upside-down",
    ask: "How many hotspots are in the box whose southern edge is 10° S and whose northern edge is 44° S, from 112 to 154 E?",
    ...limits,
    route: (call) => refused(call, { bbox: [112, -10, 154, -44] }),
  },
  {
    id: "end-before-start",
    ask: "How many detections from 10 September 2019 until 1 September 2019?",
    ...limits,
    route: (call) => refused(call, { time: "2019-09-10/2019-09-01" }),
  },
  {
    id: "no-such-zone",
    ask: "How many detections on 17 July 2026 in the IANA time zone America/Portland?",
    ...limits,
    route: (call) => refused(call, { time: "2026-07-17", time_zone: "America/Portland" }),
  },
];
