import { type Question, ToolRefusal } from "../question.ts";
import { column } from "../read.ts";
import { hotspots, perimeters } from "./collections.ts";
import { howMany } from "./counts.ts";

const limits = { maxCalls: 1, maxTokens: 1200 };
const inTwoDays = { collection: hotspots, time: "2023-08-01/2023-08-02" };

/** Fires as people name them. */
export const namedFires: readonly Question[] = [
  {
    id: "mappings-of-gifford",
    ask: "How many perimeters are there of the Gifford fire, a prescribed one?",
    ...limits,
    maxCalls: 2,
    async route(call) {
      const asked = { collection: perimeters, latest_per_fire: false };
      const error = await howMany(call, { ...asked, fire: "Gifford" }).catch((each) => each);
      // No fire has just this name: the one with "RX" is offered.
      const [, fire] = /"Gifford RX[^"]*": fire: "([^"]+)"/.exec(error.message) ?? [];
      return howMany(call, { ...asked, fire });
    },
  },
  {
    id: "canyon-in-oregon-last-mapped",
    ask: "On which date was the Canyon fire in Oregon last mapped?",
    ...limits,
    route: async (call) =>
      String(
        ((await call("assess_fire", { fire: "Canyon, Oregon" })).perimeter as { time: string })
          .time,
      ),
  },
  {
    id: "size-of-lone-rock",
    ask: "How many square kilometres has the Lone Rock fire burned, by its newest perimeter?",
    tolerance: 0.5,
    ...limits,
    route: async (call) =>
      (
        (await call("assess_fire", { fire: "the Lone Rock fire" })).perimeter as {
          area_km2: number;
        }
      ).area_km2,
  },
  {
    id: "detections-in-eagle-bluff",
    ask: "How many hotspots of 1 and 2 August 2023 lie inside the newest perimeter of the Eagle Bluff fire?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, fire: "Eagle Bluff" }),
  },
  {
    id: "detections-in-or-near-flat",
    ask: "How many hotspots of 1 and 2 August 2023 lie in the Flat fire or within 7 km of its edge, taking its newest perimeter?",
    ...limits,
    route: (call) => howMany(call, { ...inTwoDays, fire: "Flat fire", radius_km: 7 }),
  },
  {
    id: "simulations-of-hat-rock",
    ask: "How many simulations carry the name of the Hat Rock fire?",
    ...limits,
    route: async (call) =>
      column(await call("list_simulations", { fire: "Hat Rock" }), "matched_by").filter(
        (by) => by === "name",
      ).length,
  },
  {
    id: "mappings-of-a-misspelt-fire",
    ask: "How many perimeters are there of the Pionere fire of 2024?",
    maxCalls: 2,
    maxTokens: 1200,
    async route(call) {
      const of = (fire: string) =>
        howMany(call, { collection: perimeters, fire, latest_per_fire: false });
      try {
        return await of("Pionere 2024");
      } catch (error) {
        const meant = error instanceof ToolRefusal && /fire: "([^"]+)"/.exec(error.message)?.[1];
        if (!meant) throw error;
        return of(meant);
      }
    },
  },
  {
    id: "fires-called-boulder-creek",
    ask: "Give the incident id of the larger of the two Boulder Creek fires.",
    ...limits,
    async route(call) {
      try {
        await call("assess_fire", { fire: "Boulder Creek" });
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        const offered = [...error.message.matchAll(/, ([\d,.]+) ha\)": fire: "([^"]+)"/g)];
        const sized = offered.map(([, ha, id]) => [Number(ha!.replaceAll(",", "")), id!] as const);
        return sized.sort(([a], [b]) => b - a)[0]![1];
      }
      throw new Error("the name of two fires was taken for one");
    },
  },
];
