import type { Call, Question } from "../question.ts";
import { first } from "../read.ts";
import { hotspots, perimeters } from "./collections.ts";

const limits = { maxCalls: 1, maxTokens: 700 };

/** A column's value for the nearest: with a point, rows come nearest first. */
async function nearestBy(column: string, call: Call, selection: Record<string, unknown>) {
  return first(await call("query_features", { limit: 1, ...selection }), column);
}

const nearMedford = {
  collection: hotspots,
  near: "42.3265,-122.8756",
  radius_km: 100,
  time: "2026-07-16",
};

export const nearest: readonly Question[] = [
  {
    id: "hotspot-nearest-to-lahaina",
    ask: "How far from Lahaina (20.8783 N, 156.6825 W) was the nearest hotspot from April to June 2024, in km?",
    tolerance: 0.001,
    ...limits,
    route: (call) =>
      nearestBy("distance_km", call, {
        collection: hotspots,
        near: "20.8783,-156.6825",
        time: "2024-04/2024-06",
      }),
  },
  {
    id: "hotspot-nearest-to-medford-direction",
    ask: "In which direction, as one of the 16 compass points, does one look from Medford, Oregon (42.3265 N, 122.8756 W) to the closest detection of 16 July 2026?",
    ...limits,
    route: (call) => nearestBy("compass", call, nearMedford),
  },
  {
    id: "fire-nearest-to-nipton",
    ask: "Which fire of 2023 came closest to Nipton, California (35.4664 N, 115.2722 W), by the fires' last perimeters of that year?",
    ...limits,
    route: (call) =>
      nearestBy("incident_name", call, {
        collection: perimeters,
        near: "35.4664,-115.2722",
        time: "2023",
        latest_per_fire: true,
      }),
  },
  {
    id: "hotspot-nearest-to-taveuni",
    ask: "How far, in km, is the nearest hotspot of December 2018 from the island of Taveuni (16.85 S, 179.97 W)?",
    tolerance: 0.001,
    ...limits,
    route: (call) =>
      nearestBy("distance_km", call, {
        collection: hotspots,
        near: "-16.85,-179.97",
        radius_km: 1000,
        time: "2018-12",
      }),
  },
];
