import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, first, firstBox, numberAt } from "../read.ts";
import { hotspots, perimeters, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 400 };

function grouped(call: Call, groupBy: readonly string[], selection: object): Promise<ToolAnswer> {
  return call("summarize_features", { ...selection, group_by: groupBy, properties: [], top: 0 });
}

/** The counts of named groups; one without a row has no feature. */
function countsOf(answer: ToolAnswer, property: string, names: readonly string[]): number[] {
  const counts = column(answer, "count");
  const found = column(answer, property);
  return names.map((name) => Number(counts[found.indexOf(name)] ?? 0));
}

/** A summary of all matching features. */
function summarize(call: Call, selection: object): Promise<ToolAnswer> {
  return call("summarize_features", {
    collection: perimeters,
    properties: [],
    top: 0,
    ...selection,
  });
}

export const groups: readonly Question[] = [
  {
    id: "oregon-per-satellite",
    ask: "How many of the detections of July 2026 come from each of the satellites N, N20 and N21, in this order?",
    ...limits,
    route: async (call) =>
      countsOf(
        await grouped(call, ["satellite"], { collection: hotspots, time: "2026-07" }),
        "satellite",
        ["N", "N20", "N21"],
      ),
  },
  {
    id: "sources-per-category",
    ask: "How many power plants, steel plants, volcanoes and offshore platforms are listed, in this order?",
    ...limits,
    route: async (call) =>
      countsOf(await grouped(call, ["category"], { collection: staticSources }), "category", [
        "power_plant",
        "steel_plant",
        "volcano",
        "offshore_platform",
      ]),
  },
  {
    id: "day-and-night",
    ask: "For 16 and then 17 July 2026: how many detections by day and how many by night (UTC days; four numbers)?",
    ...limits,
    route: async (call) => {
      const selection = { collection: hotspots, time: "2026-07-16/2026-07-17" };
      const answer = await grouped(call, ["day", "daynight"], selection);
      const halves = column(answer, "daynight");
      const keys = column(answer, "day").map((day, i) => `${day} ${halves[i]}`);
      const counts = column(answer, "count");
      return ["2026-07-16 D", "2026-07-16 N", "2026-07-17 D", "2026-07-17 N"].map((key) =>
        Number(counts[keys.indexOf(key)] ?? 0),
      );
    },
  },
  {
    id: "fires-per-state",
    ask: "How many fires have a perimeter dated 2024 in Oregon, and how many in Washington?",
    ...limits,
    route: async (call) =>
      countsOf(
        await grouped(call, ["state"], {
          collection: perimeters,
          time: "2024",
          latest_per_fire: true,
        }),
        "state",
        ["US-OR", "US-WA"],
      ),
  },
  {
    id: "densest-cell-in-africa",
    ask: "On 1 August 2023, in which cell of one degree in Africa (20 W to 52 E, 35 S to 38 N) were most hotspots, and how many? Western edge, southern edge, number.",
    maxCalls: 1,
    maxTokens: 600,
    route: async (call) => {
      const answer = await grouped(call, ["cell"], {
        collection: hotspots,
        bbox: [-20, -35, 52, 38],
        time: "2023-08-01",
        cell_deg: 1,
        max_tokens: 600,
      });
      const [west, south] = firstBox(answer, "cell");
      return [west!, south!, first(answer, "count")];
    },
  },
  {
    id: "acres-unknown",
    ask: "How many perimeter records, all snapshots, do not tell their acres (gis_acres)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: perimeters,
        filter: "gis_acres IS NULL",
        latest_per_fire: false,
      }),
  },
  {
    id: "most-personnel",
    ask: "What is the largest number of personnel that any perimeter record of 2024 tells?",
    ...limits,
    route: async (call) => {
      const { stats } = await summarize(call, {
        time: "2024",
        properties: ["total_personnel"],
        latest_per_fire: false,
      });
      return numberAt((stats as Record<string, ToolAnswer>).total_personnel!, "max");
    },
  },
  {
    id: "washington-2024-km2",
    ask: "What do the areas of the last perimeters of 2024 of all fires in Washington state add up to, in km², measured from the polygons?",
    tolerance: 0.1,
    ...limits,
    route: async (call) =>
      numberAt(
        await summarize(call, {
          filter: "state = 'US-WA'",
          time: "2024",
          latest_per_fire: true,
        }),
        "area_km2",
      ),
  },
  {
    id: "retreat-union-km2",
    ask: "How many km² did all perimeters of the Retreat fire ever cover together, what they share counted once?",
    tolerance: 0.02,
    ...limits,
    route: async (call) =>
      numberAt(
        await summarize(call, {
          filter: "incident_name = 'RETREAT'",
          latest_per_fire: false,
          union: true,
        }),
        "union_km2",
      ),
  },
  {
    id: "york-bbox",
    ask: "Give the bounding box of the newest perimeter of the York fire: west, south, east, north.",
    tolerance: 0.00001,
    ...limits,
    route: async (call) => {
      const answer = await call("query_features", {
        collection: perimeters,
        filter: "incident_name = 'YORK'",
        latest_per_fire: true,
        properties: ["incident_name"],
      });
      return firstBox(answer, "bbox");
    },
  },
  {
    id: "newest-detection",
    ask: "Which is the most recent hotspot on record? Give its id.",
    maxCalls: 1,
    maxTokens: 600,
    route: async (call) =>
      first(
        await call("query_features", {
          collection: hotspots,
          sort: "-time",
          properties: ["satellite"],
          limit: 1,
        }),
        "id",
      ),
  },
  {
    id: "first-detection-of-a-fire",
    ask: "When was the first detection of July 2026 (UTC, as the data writes it)?",
    maxCalls: 1,
    maxTokens: 600,
    route: async (call) =>
      first(
        await call("query_features", {
          collection: hotspots,
          time: "2026-07",
          sort: "time",
          properties: ["satellite"],
          limit: 1,
        }),
        "time",
      ),
  },
  {
    id: "change-of-detections",
    ask: "By how many did the detections in Oregon change from 16 to 17 July 2026? Negative if there were fewer.",
    maxCalls: 1,
    maxTokens: 500,
    route: async (call) => {
      const { before, after } = await call("compare_periods", {
        collection: hotspots,
        bbox: [-125, 42, -116, 46.5],
        before: "2026-07-16",
        after: "2026-07-17",
      });
      return numberAt(after as ToolAnswer, "matched") - numberAt(before as ToolAnswer, "matched");
    },
  },
];
