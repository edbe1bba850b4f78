import type { Call } from "../../question.ts";
import { hotspots } from "../../questions/collections.ts";
import { ask, atGreatest, countOf, firstIn, matchedIn, obstacleIn } from "../said.ts";

interface Place {
  readonly place: string;
  readonly lon: number;
  readonly lat: number;
}
interface Around extends Place {
  readonly km: number;
  readonly day: string;
  readonly asks?: string;
}
interface Period extends Place {
  readonly km: number;
  readonly from: string;
  readonly to: string;
}

const near = ({ lat, lon }: Place) => ({ collection: hotspots, near: `${lat},${lon}` });
const around = ({ km, day, ...place }: Around) => ({ ...near(place), radius_km: km, time: day });
const during = ({ km, from, to, ...place }: Period) => ({
  ...near(place),
  radius_km: km,
  time: `${from}/${to}`,
});

/** Counts alone, no rows and no statistics. */
const counting = { properties: [], top: 0 };

const count = (call: Call, selection: object) =>
  ask(call, "summarize_features", { ...counting, ...selection }, matchedIn);

const byDay = (call: Call, period: Period, read: Parameters<typeof ask>[3]) =>
  ask(call, "summarize_features", { ...counting, ...during(period), group_by: ["day"] }, read);

interface Comparison {
  readonly places: readonly [Place, Place];
  readonly km: number;
  readonly day: string;
  readonly asks?: string;
}

/** Which place has more, and by how many; else what the tools say of the one that cannot be. */
export async function compare(
  call: Call,
  { places, km, day }: Comparison,
): Promise<{ readonly more: string; readonly by: number } | { readonly obstacle: string }> {
  const [one, other] = places;
  const counts = [
    await count(call, around({ ...one, km, day })),
    await count(call, around({ ...other, km, day })),
  ];
  const obstacle = counts.find((each) => typeof each === "object");
  if (obstacle) return obstacle;
  const by = Number(counts[0]) - Number(counts[1]);
  return { more: by > 0 ? one.place : other.place, by: Math.abs(by) };
}

/** Routes of the kinds that ask for satellite detections. */
export const detectionRoutes = {
  "count-near": (facts: Around, call: Call) => count(call, around(facts)),
  "count-near-named": ({ place, km, day }: Around, call: Call) =>
    count(call, { collection: hotspots, near: place, radius_km: km, time: day }),
  "count-in-box": ({ box, day }: { box: readonly number[]; day: string }, call: Call) =>
    count(call, { collection: hotspots, bbox: box, time: day }),
  "count-in-area": (facts: { area: string; country: string; day: string }, call: Call) => {
    const { area, country, day } = facts;
    return count(call, { collection: hotspots, within: `${area}, ${country}`, time: day });
  },
  "top-area": ({ country, day }: { country: string; day: string }, call: Call) =>
    ask(
      call,
      "summarize_features",
      {
        ...counting,
        collection: hotspots,
        within: country,
        time: day,
        group_by: ["region"],
        limit: 1,
      },
      (answer) => atGreatest(answer, "region", "count").replace(`, ${country}`, ""),
    ),
  "compare-places": async (facts: Comparison, call: Call) => {
    const compared = await compare(call, facts);
    if ("obstacle" in compared) return compared;
    return facts.asks ? compared.by : compared.more;
  },
  nearest: ({ day, asks, ...place }: Around, call: Call) =>
    ask(
      call,
      "query_features",
      {
        ...near(place),
        radius_km: 300,
        time: day,
        limit: 1,
        properties: ["frp"],
      },
      firstIn(asks ? "frp" : "distance_km"),
    ),
  strongest: (facts: Around, call: Call) =>
    ask(
      call,
      "query_features",
      { ...around(facts), sort: "-frp", limit: 1, properties: ["frp"] },
      (answer) => (facts.asks ? minute(firstIn("time")(answer)) : firstIn("frp")(answer)),
    ),
  "total-power": (facts: Around, call: Call) =>
    ask(
      call,
      "summarize_features",
      { ...around(facts), properties: ["frp"], statistics: ["sum"], top: 0 },
      ({ stats }) => (stats as { frp: { sum: number } }).frp.sum,
    ),
  "night-share": (facts: Around, call: Call) =>
    ask(
      call,
      "summarize_features",
      { ...counting, ...around(facts), group_by: ["daynight"] },
      (answer) => (100 * countOf(answer, "daynight", "N")) / matchedIn(answer),
    ),
  "day-change": ({ later, day, ...place }: Around & { later: string }, call: Call) =>
    byDay(call, { ...place, from: day, to: later }, (answer) =>
      // Of a day that nobody observed there is no row of 0.
      answer.complete === true
        ? countOf(answer, "day", later) - countOf(answer, "day", day)
        : obstacleIn(answer),
    ),
  "busiest-day": (facts: Period & { asks?: string }, call: Call) =>
    byDay(call, facts, (answer) => {
      const busiest = atGreatest(answer, "day", "count");
      return facts.asks ? countOf(answer, "day", busiest) : busiest;
    }),
  "first-detection": (facts: Period & { which: string }, call: Call) =>
    ask(
      call,
      "query_features",
      {
        ...during(facts),
        sort: facts.which === "first" ? "datetime" : "-datetime",
        limit: 1,
        properties: ["datetime"],
      },
      (answer) => minute(firstIn("datetime")(answer)),
    ),
};

/** A time to the minute, as the questions ask for it. */
function minute(time: number | string): string {
  return `${String(time).slice(0, 16)}Z`;
}
