import type { Call, Question, ToolAnswer } from "../question.ts";
import { column, first, nth, numberAt } from "../read.ts";
import { hotspots, perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 600 };
const inTwoDays = { collection: hotspots, time: "2023-08-01/2023-08-02" };
const inSpring = { collection: hotspots, time: "2022-03-28/2022-04-04" };

const grouped = (call: Call, groupBy: string, selection: object): Promise<ToolAnswer> =>
  call("summarize_features", { ...selection, group_by: [groupBy] });

/** The name of an area without its country or state. */
const bare = (name: number | string) => String(name).split(", ")[0]!;

/** Detections near heat sources that are not wildfires. */
export const sourceQuestions: readonly Question[] = [
  {
    id: "iran-without-plants",
    ask: "How many hotspots in Iran from 28 March to 4 April 2022, not counting those within 2 km of a known power station, steel works, volcano or platform?",
    ...limits,
    route: (call) => howMany(call, { ...inSpring, within: "Iran", exclude_static_km: 2 }),
  },
  {
    id: "iran-left-out",
    ask: "In Iran, how many hotspots from 28 March to 4 April 2022 do lie within 2 km of a known static heat source?",
    ...limits,
    route: async (call) =>
      numberAt(
        await call("summarize_features", { ...inSpring, within: "Iran", exclude_static_km: 2 }),
        "excluded_static",
      ),
  },
  {
    id: "india-without-steel",
    ask: "india, 28 march - 4 april 2022: hotspots w/o those within 3 km of a steel plant (power plants may stay)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        ...inSpring,
        within: "India",
        exclude_static_km: 3,
        source_category: "steel_plant",
      }),
  },
  {
    id: "busiest-steel-plant",
    ask: "Which steel plant in the world had most detections within 1 km of it from 28 March to 4 April 2022 (each counted for its nearest steel plant), and how many?",
    ...limits,
    route: async (call) => {
      const answer = await call("summarize_features", {
        ...inSpring,
        group_by: ["static_source"],
        source_category: "steel_plant",
        static_source_km: 1,
        limit: 1,
      });
      return [first(answer, "source_name"), first(answer, "count")];
    },
  },
];

/** Counts by country, state, county, strength and local hour. */
export const areaGroups: readonly Question[] = [
  {
    id: "three-busiest-countries",
    ask: "How many hotspots had each of the three countries with most of them on 1 and 2 August 2023? Most first.",
    ...limits,
    route: async (call) =>
      column(
        await call("summarize_features", { ...inTwoDays, group_by: ["country"], limit: 3 }),
        "count",
      ),
  },
  {
    id: "busiest-state-of-australia",
    ask: "Which Australian state or territory had most hotspots in September 2019, and how many?",
    ...limits,
    route: async (call) => {
      const selection = { collection: hotspots, within: "Australia", time: "2019-09" };
      const answer = await grouped(call, "region", selection);
      return [bare(first(answer, "region")), first(answer, "count")];
    },
  },
  {
    id: "busiest-county-of-oregon",
    ask: "In which Oregon county were most hotspots on 1 and 2 August 2023 (name without the word county), and how many?",
    ...limits,
    route: async (call) => {
      const answer = await grouped(call, "county", { ...inTwoDays, within: "Oregon" });
      return [bare(first(answer, "county")).replace(/ County$/, ""), first(answer, "count")];
    },
  },
  {
    id: "brazil-by-strength",
    ask: "Brazil, 1 and 2 August 2023: how many hotspots had less than 10 MW, 10 to under 50, 50 to under 100, and 100 MW or more?",
    ...limits,
    route: async (call) =>
      column(await grouped(call, "frp:10,50,100", { ...inTwoDays, within: "Brazil" }), "count"),
  },
  {
    id: "busiest-local-hour-in-oregon",
    ask: "At which hour of the day by the clocks in Oregon (0 to 23, America/Los_Angeles) were most detections of July 2026 made, and how many?",
    ...limits,
    route: async (call) => {
      const answer = await grouped(call, "hour_of_day", {
        collection: hotspots,
        within: "Oregon",
        time: "2026-07",
        time_zone: "America/Los_Angeles",
      });
      const counts = column(answer, "count").map(Number);
      const most = Math.max(...counts);
      return [column(answer, "hour_of_day")[counts.indexOf(most)]!, most];
    },
  },
];

const byDay = (call: Call, selection: object): Promise<ToolAnswer> =>
  call("summarize_features", { collection: perimeters, group_by: ["fire", "day"], ...selection });

/** How a fire grew, by its last mapping of each day that has one. */
export const growth: readonly Question[] = [
  {
    id: "retreat-on-3-august",
    ask: "By how many km² was the Retreat fire larger in its last mapping of 3 August 2024 than in that of the day before?",
    tolerance: 0.02,
    maxCalls: 1,
    maxTokens: 900,
    route: async (call) => {
      const answer = await byDay(call, { fire: "Retreat" });
      return nth(answer, column(answer, "day").indexOf("2024-08-03"), "change_km2");
    },
  },
  {
    id: "fastest-day-of-lone-rock",
    ask: "Between which two mappings did the Lone Rock fire grow most? Give the date of the later one, taking the last mapping of each day.",
    maxCalls: 1,
    maxTokens: 700,
    route: async (call) =>
      first(await byDay(call, { fire: "Lone Rock", sort: "-change_km2", limit: 1 }), "day"),
  },
];

/** The exact contents of the data. */
export const coverage: readonly Question[] = [
  {
    id: "range-of-power",
    ask: "What are the lowest and the highest radiative power (MW) of all hotspots on record?",
    maxCalls: 1,
    maxTokens: 1500,
    route: async (call) => {
      const { properties } = await call("describe_collection", { collection: hotspots });
      const frp = (properties as ToolAnswer[]).find(({ name }) => name === "frp")!;
      return [numberAt(frp, "min"), numberAt(frp, "max")];
    },
  },
  {
    id: "modis-and-viirs",
    ask: "How many of all hotspots come from the MODIS instrument, and how many from VIIRS?",
    maxCalls: 1,
    maxTokens: 1500,
    route: async (call) => {
      const { kinds } = await call("describe_collection", { collection: hotspots });
      return ["MODIS", "VIIRS"].map((wanted) =>
        numberAt((kinds as ToolAnswer[]).find(({ kind }) => kind === wanted)!, "features"),
      );
    },
  },
  {
    id: "days-with-data",
    ask: "On how many different days (UTC) is there any hotspot at all?",
    maxCalls: 1,
    maxTokens: 1500,
    route: async (call) => {
      const { days } = await call("describe_collection", { collection: hotspots });
      return (days as string[])
        .map((range) => range.split("/").map((day) => Date.parse(day) / 86_400_000))
        .reduce((sum, [start, end = start]) => sum + end! - start! + 1, 0);
    },
  },
];
