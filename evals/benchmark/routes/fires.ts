import type { Call, ToolAnswer } from "../../question.ts";
import { perimeters } from "../../questions/collections.ts";
import { column, insides, nth } from "../../read.ts";
import { ask, firstIn, matchedIn, obstacleIn, type Said } from "../said.ts";

interface Fire {
  readonly fire: string;
  readonly state: string;
}

const km2PerAcre = 0.0040468564224;
const filterOf = ({ fire, state }: Fire) => `incident_name = '${fire}' AND state = '${state}'`;

const query = (call: Call, input: object, read: (answer: ToolAnswer) => Said) =>
  ask(call, "query_features", { collection: perimeters, limit: 1, ...input }, read);

/** The newest perimeter of a fire. */
const newest = (call: Call, facts: Fire, read: (answer: ToolAnswer) => Said) =>
  query(
    call,
    { filter: filterOf(facts), latest_per_fire: true, properties: ["gis_acres", "date"] },
    read,
  );

const sizeAt = (answer: ToolAnswer, row: number) =>
  Number(nth(answer, row, "gis_acres")) * km2PerAcre;

/** The growth between the last mappings of two days; what the answer says where one has none. */
function growth(answer: ToolAnswer, from: string, to: string): Said {
  const dates = column(answer, "date");
  const [first, last] = [dates.lastIndexOf(from), dates.lastIndexOf(to)];
  if (first < 0 || last < 0) return { obstacle: `mapped on ${dates.join(", ")} only` };
  return sizeAt(answer, last) - sizeAt(answer, first);
}

interface StateMonth {
  readonly state: string;
  readonly month: string;
}

/** Routes of the kinds that ask for fires by name, or by state and month. */
export const fireRoutes = {
  "fire-size": (facts: Fire & { asks?: string }, call: Call) =>
    newest(call, facts, (answer) => (facts.asks ? firstIn("date")(answer) : sizeAt(answer, 0))),
  "fire-growth": ({ from, to, ...fire }: Fire & { from: string; to: string }, call: Call) =>
    query(
      call,
      {
        filter: `${filterOf(fire)} AND date IN (DATE('${from}'), DATE('${to}'))`,
        latest_per_fire: false,
        sort: "sequence",
        properties: ["gis_acres", "date"],
        limit: 50,
      },
      (answer) => growth(answer, from, to),
    ),
  "fire-mapped": ({ which, ...fire }: Fire & { which: string }, call: Call) =>
    query(
      call,
      {
        filter: filterOf(fire),
        latest_per_fire: false,
        sort: which === "first" ? "datetime" : "-datetime",
        properties: ["date"],
      },
      firstIn("date"),
    ),
  "inside-fire": ({ lat, lon, ...fire }: Fire & { lat: number; lon: number }, call: Call) =>
    query(
      call,
      {
        near: `${lat},${lon}`,
        radius_km: 50,
        filter: filterOf(fire),
        latest_per_fire: true,
        properties: ["date"],
      },
      (answer) => insides(answer)[0]!,
    ),
  "largest-fire": ({ state, month }: StateMonth, call: Call) =>
    query(
      call,
      {
        time: month,
        filter: `state = '${state}'`,
        latest_per_fire: true,
        sort: "-area_km2",
        properties: ["incident_name"],
      },
      firstIn("incident_name"),
    ),
  "count-fires": ({ state, month }: StateMonth, call: Call) =>
    ask(
      call,
      "summarize_features",
      {
        collection: perimeters,
        time: month,
        filter: `state = '${state}'`,
        latest_per_fire: true,
        properties: [],
        top: 0,
      },
      matchedIn,
    ),
  /** The data's properties, among which the one that is asked for is not. */
  "not-in-data": async (_: Fire & { asks: string }, call: Call): Promise<Said> => {
    const { properties } = await call("describe_collection", { collection: perimeters });
    const names = (properties as { name: string }[]).map(({ name }) => name);
    const isThere = names.some((name) => /injur|cost|cause|contain|struct|air|pm2/i.test(name));
    return isThere ? names.join(", ") : { obstacle: `has only ${names.join(", ")}` };
  },
  /** How new the fire's perimeter is, and that no detection does not mean safe. */
  "is-it-safe": async (facts: Partial<Fire> & SafePlace, call: Call): Promise<Said> => {
    const { fire, lat, lon, day } = facts;
    const asked = fire
      ? await call("assess_fire", { fire: `${fire}, ${facts.state}`, max_tokens: 800 })
      : await call("assess_location", {
          near: `${lat},${lon}`,
          radius_km: 30,
          time: day,
          max_tokens: 800,
        });
    return obstacleIn(asked, /does not mean safe/);
  },
};

interface SafePlace {
  readonly lat: number;
  readonly lon: number;
  readonly day?: string;
}
