import type { Question } from "../question.ts";
import { first, numberAt } from "../read.ts";
import { hotspots, perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

export const fires: readonly Question[] = [
  {
    id: "fires-in-california-2023",
    ask: "How many different fires in California have a perimeter dated 2023?",
    maxCalls: 1,
    maxTokens: 300,
    route: (call) =>
      howMany(call, {
        collection: perimeters,
        filter: "state = 'US-CA'",
        time: "2023",
        latest_per_fire: true,
      }),
  },
  {
    id: "fires-of-one-name",
    ask: "How many different incidents are called Canyon, exactly?",
    maxCalls: 1,
    maxTokens: 300,
    route: (call) =>
      howMany(call, {
        collection: perimeters,
        filter: "CASEI(incident_name) = 'canyon'",
        latest_per_fire: true,
      }),
  },
  {
    id: "clusters-in-oregon",
    ask: "How many fires may the detections of July 2026 in Oregon stand for, if those within 2 km and 48 hours of each other belong together?",
    maxCalls: 1,
    maxTokens: 450,
    route: async (call) =>
      numberAt(
        await call("summarize_features", {
          collection: hotspots,
          time: "2026-07",
          group_by: ["cluster"],
          properties: [],
          top: 0,
        }),
        "groups",
      ),
  },
  {
    id: "largest-cluster-in-oregon",
    ask: "Joining the detections of July 2026 that lie within 2 km and 48 hours of each other: how many does the largest group have?",
    maxCalls: 1,
    maxTokens: 450,
    route: async (call) =>
      first(
        await call("summarize_features", {
          collection: hotspots,
          time: "2026-07",
          group_by: ["cluster"],
          properties: [],
          top: 0,
        }),
        "count",
      ),
  },
  {
    id: "clusters-near-kununurra",
    ask: "Within 100 km of Kununurra (15.7736 S, 128.7386 E) in August 2019: how many separate fires do the hotspots suggest, taking those at most 2 km and 48 hours apart as one?",
    maxCalls: 1,
    maxTokens: 900,
    route: async (call) =>
      numberAt(
        await call("summarize_features", {
          collection: hotspots,
          near: "-15.7736,128.7386",
          radius_km: 100,
          time: "2019-08",
          group_by: ["cluster"],
          cluster_km: 2,
          cluster_hours: 48,
          properties: [],
          top: 0,
        }),
        "groups",
      ),
  },
];
