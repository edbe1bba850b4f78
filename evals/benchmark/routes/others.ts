import type { Call } from "../../question.ts";
import { perimeters, staticSources } from "../../questions/collections.ts";
import { numberAt } from "../../read.ts";
import { ask, firstIn, matchedIn, obstacleIn, type Said } from "../said.ts";
import { compare } from "./detections.ts";

interface Source {
  readonly lat: number;
  readonly lon: number;
  readonly category: string;
}

const listed = ({ lat, lon, category }: Source) => ({
  collection: staticSources,
  near: `${lat},${lon}`,
  filter: `category = '${category}'`,
});

interface Simulations {
  readonly from: string;
  readonly to: string;
  readonly status: string;
  readonly asks?: string;
}

interface Premise {
  readonly fire?: string;
  readonly month?: string;
}

/** Routes of the kinds on heat sources, simulations and the present, and of those in vain. */
export const otherRoutes = {
  "nearest-source": (facts: Source & { asks?: string }, call: Call) =>
    ask(
      call,
      "query_features",
      { ...listed(facts), radius_km: 300, limit: 1, properties: ["name"] },
      firstIn(facts.asks ? "distance_km" : "name"),
    ),
  "count-sources": (facts: Source & { km: number }, call: Call) =>
    ask(
      call,
      "summarize_features",
      { ...listed(facts), radius_km: facts.km, properties: [], top: 0 },
      matchedIn,
    ),
  simulations: async ({ from, to, status, asks }: Simulations, call: Call): Promise<Said> => {
    const answer = await call("list_simulations", {
      since: from,
      until: to,
      status,
      ...(asks && { origin: "automatic" }),
      limit: 1,
    });
    return numberAt(answer, "matched");
  },
  now: async ({ lat, lon, km }: Source & { km: number }, call: Call): Promise<Said> =>
    obstacleIn(
      await call("assess_location", {
        near: `${lat},${lon}`,
        radius_km: km,
        time: "today",
        max_tokens: 800,
      }),
      /The data ends/,
    ),
  /** What contradicts the premise: no mapping in that month, or more around the other place. */
  "false-premise": async (facts: Premise, call: Call): Promise<Said> => {
    if (facts.fire === undefined) {
      const compared = await compare(call, facts as unknown as Parameters<typeof compare>[1]);
      return "obstacle" in compared ? compared : compared.more;
    }
    const filter = `incident_name = '${facts.fire}'`;
    const input = { collection: perimeters, time: facts.month, filter, limit: 1 };
    return ask(call, "query_features", input, firstIn("date"));
  },
};
