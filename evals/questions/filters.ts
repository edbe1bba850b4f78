import type { Question } from "../question.ts";
import { hotspots, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 250 };

export const filters: readonly Question[] = [
  {
    id: "high-confidence-in-hawaii",
    ask: "How many of the detections in the Hawaiian islands from April to June 2024 have high confidence?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        time: "2024-04/2024-06",
        filter: "confidence = 'h'",
      }),
  },
  {
    id: "confident-worldwide",
    ask: "How many hotspots of 1 April 2022 have a confidence of 95 percent or more?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, time: "2022-04-01", filter: "confidence >= 95" }),
  },
  {
    id: "aqua-in-both-spellings",
    ask: "How many hotspots of all those on record were seen by the Aqua satellite? Sources write it Aqua or just A.",
    ...limits,
    route: (call) => howMany(call, { collection: hotspots, filter: "satellite IN ('A', 'Aqua')" }),
  },
  {
    id: "noaa-20-in-both-spellings",
    ask: "How many hotspots of all those on record were seen by NOAA-20, also written N20?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, filter: "satellite IN ('N20', 'NOAA-20')" }),
  },
  {
    id: "saturated-in-oregon",
    ask: "In how many detections of July 2026 was the brightness temperature of channel I4 above 350 K?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, time: "2026-07", filter: "bright_ti4 > 350" }),
  },
  {
    id: "maui-at-night",
    ask: "How many of the hotspots on Maui were detected at night?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, filter: "island = 'Maui' AND daynight = 'N'" }),
  },
  {
    id: "not-on-the-big-island",
    ask: "How many of the detections that name an island are not on the Big Island of Hawaii?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: hotspots, filter: "NOT island = 'Hawaii (Big Island)'" }),
  },
  {
    id: "big-coal-in-india",
    ask: "How many coal power plants of 2000 MW or more are listed in India?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: staticSources,
        filter: "country = 'IND' AND primary_fuel = 'Coal' AND capacity_mw >= 2000",
      }),
  },
  {
    id: "platforms-of-shell",
    ask: "How many offshore platforms does the list have whose operator is a Shell company?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: staticSources,
        filter: "category = 'offshore_platform' AND CASEI(operator) LIKE '%shell%'",
      }),
  },
];
