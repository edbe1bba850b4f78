import { recordsOf } from "@emberline/test-support/records";
import type { Question, ToolAnswer } from "../question.ts";
import { first } from "../read.ts";
import { hotspots, staticSources } from "./collections.ts";
import { howMany } from "./counts.ts";
import { unknown } from "./named-areas.ts";

const limits = { maxCalls: 1, maxTokens: 500 };
const inTwoDays = { collection: hotspots, time: "2023-08-01/2023-08-02" };
const ofFire = { maxCalls: 1, maxTokens: 1300 };

interface Town {
  readonly name: string;
  readonly people: number;
  readonly km: number;
}

/** The towns near a fire's edge, nearest first. */
function townsOf({ tables }: ToolAnswer): readonly Town[] {
  const { towns } = tables as Record<string, Record<string, unknown>>;
  return recordsOf(towns!).map(({ town: name, people, edge_km: km, inside }) => ({
    name,
    people,
    km: inside ? 0 : km,
  }));
}

/** Small places, and the people who live near a fire. */
export const namedPlaces: readonly Question[] = [
  {
    id: "near-la-pine",
    ask: "How far from La Pine, Oregon, was the nearest hotspot on 1 and 2 August 2023, in km?",
    tolerance: 0.3,
    ...limits,
    route: async (call) =>
      first(
        await call("query_features", {
          ...inTwoDays,
          near: "La Pine, Oregon",
          radius_km: 500,
          limit: 1,
        }),
        "distance_km",
      ),
  },
  {
    id: "near-paradise",
    ask: "How many detections within 250 km of Paradise, CA on 1 and 2 August 2023?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, near: "Paradise, CA", radius_km: 250 }),
  },
  {
    id: "near-mati",
    ask: "How many static heat sources are within 60 km of Mati, Greece, the village of the fire of 2018?",
    ...limits,
    route: (call) =>
      howMany(call, { collection: staticSources, near: "Mati, Greece", radius_km: 60 }),
  },
  {
    id: "near-lytton",
    ask: "How many hotspots within 100 km of Lytton, BC on 1 and 2 August 2023?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, near: "Lytton, BC", radius_km: 100 }),
  },
  {
    id: "near-nowhere",
    ask: "How many hotspots were within 30 km of Nonexistentville, Oregon, on 1 August 2023? If there is no such place, answer invalid.",
    ...limits,
    route: (call) => unknown(call, { near: "Nonexistentville, Oregon", radius_km: 30 }),
  },
  {
    id: "town-nearest-to-gray",
    ask: "Which town of more than 1,000 people is nearest to the Gray fire of 2023, by the edge of its newest perimeter?",
    ...ofFire,
    route: async (call) =>
      townsOf(await call("assess_fire", { fire: "Gray 2023", radius_km: 25 })).find(
        ({ people }) => people > 1000,
      )!.name,
  },
  {
    id: "people-near-gray",
    ask: "How many people live in towns of more than 1,000 within 10 km of the edge of the Gray fire of 2023?",
    // Populations differ slightly between editions of GeoNames.
    tolerance: 500,
    ...ofFire,
    route: async (call) =>
      townsOf(await call("assess_fire", { fire: "gray fire, 2023", radius_km: 25 }))
        .filter(({ people, km }) => people > 1000 && km <= 10)
        .reduce((sum, { people }) => sum + people, 0),
  },
  {
    id: "oliver-and-eagle-bluff",
    ask: "How close, in km, did the edge of the Eagle Bluff fire come to Oliver in Canada, by the centre of the town?",
    tolerance: 0.1,
    ...ofFire,
    route: async (call) =>
      townsOf(await call("assess_fire", { fire: "Eagle Bluff", radius_km: 25 })).find(
        ({ name }) => name === "Oliver",
      )!.km,
  },
];
