import type { Call, Question, ToolAnswer } from "../question.ts";
import { first, refusal } from "../read.ts";
import { hotspots, perimeters, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 700 };

const nearestTo = (call: Call, selection: Record<string, unknown>): Promise<ToolAnswer> =>
  call("query_features", { limit: 1, ...selection });

/** Places by everyday names, and names that are ambiguous or unknown. */
export const places: readonly Question[] = [
  {
    id: "near-armidale-by-name",
    ask: "How many hotspots were there within 70 km of Armidale on 10 September 2019 (UTC)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        near: "Armidale",
        radius_km: 70,
        time: "2019-09-10",
      }),
  },
  {
    id: "near-lahaina-by-name",
    ask: "How far from Lahaina, HI was the nearest hotspot from April to June 2024, in km?",
    tolerance: 0.2,
    ...limits,
    route: async (call) =>
      first(
        await nearestTo(call, {
          collection: hotspots,
          near: "Lahaina, HI",
          time: "2024-04/2024-06",
        }),
        "distance_km",
      ),
  },
  {
    id: "near-yogyakarta-by-name",
    ask: "Which volcano is nearest to Yogyakarta?",
    ...limits,
    route: async (call) =>
      first(
        await nearestTo(call, {
          collection: staticSources,
          near: "Yogyakarta",
          filter: "category = 'volcano'",
        }),
        "name",
      ),
  },
  {
    id: "near-kyiv-in-its-own-script",
    ask: "Скільки теплових точок було в межах 250 км від Києва (Київ) з 28 березня до 4 квітня 2022 року?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        near: "Київ",
        radius_km: 250,
        time: "2022-03-28/2022-04-04",
      }),
  },
  {
    id: "near-athens-the-capital",
    ask: "How many static heat sources are listed within 120 km of Athens, the Greek capital?",
    ...limits,
    route: (call) => howMany(call, { collection: staticSources, near: "Athens", radius_km: 120 }),
  },
  {
    id: "near-medford-by-state",
    ask: "How many detections were there within 150 km of Medford OR on 17 July 2026 (UTC)?",
    ...limits,
    route: (call) =>
      howMany(call, {
        collection: hotspots,
        near: "Medford OR",
        radius_km: 150,
        time: "2026-07-17",
      }),
  },
  {
    id: "fire-nearest-to-grants-pass-by-name",
    ask: "Which fire of August 2023 came closest to Grants Pass, by the fires' last perimeters of that month?",
    ...limits,
    route: async (call) =>
      first(
        await nearestTo(call, {
          collection: perimeters,
          near: "Grants Pass, Oregon",
          radius_km: 300,
          time: "2023-08",
          latest_per_fire: true,
        }),
        "incident_name",
      ),
  },
  {
    id: "medford-of-most-people",
    ask: "There are several Medfords. Within 150 km of the one with the most people, how many detections were there on 18 July 2026 (UTC)?",
    maxCalls: 2,
    maxTokens: 1000,
    route: async (call) => {
      const found = await call("find_place", { name: "Medford" });
      return howMany(call, {
        collection: hotspots,
        near: [first(found, "name"), first(found, "region"), first(found, "country")].join(", "),
        radius_km: 150,
        time: "2026-07-18",
      });
    },
  },
  {
    id: "springfield-of-most-people",
    ask: "In which US state is the Springfield with the most people?",
    ...limits,
    route: async (call) => first(await call("find_place", { name: "Springfield" }), "region"),
  },
  {
    id: "people-of-coimbra",
    ask: "How many people live in Coimbra, Portugal, according to GeoNames?",
    ...limits,
    // Populations differ slightly between editions of GeoNames.
    tolerance: 10_000,
    route: async (call) =>
      first(await call("find_place", { name: "Coimbra, Portugal" }), "population"),
  },
  {
    id: "place-at-a-position",
    ask: "Which town lies at 44.06 N, 121.31 W?",
    ...limits,
    route: async (call) => first(await call("find_place", { name: "44.06,-121.31" }), "name"),
  },
  {
    id: "misspelled-albuquerque",
    ask: "Someone writes “Albequerque”. Which city is spelled most like that?",
    ...limits,
    route: async (call) => first(await call("find_place", { name: "Albequerque" }), "name"),
  },
  {
    id: "springfield-alone",
    ask: "How many hotspots are there within 50 km of Springfield? Where the name alone does not tell which place is meant, answer invalid.",
    ...limits,
    route: (call) =>
      refusal(call("summarize_features", { collection: hotspots, near: "Springfield" })),
  },
];
