import type { Detection, FireData, Point, Polygons, Question } from "fire-questions";

/** Kilometres on a sphere, by the cosine of half angles: no formula of the oracle's. */
export function sphereKm(from: Point, to: Point): number {
  const rad = Math.PI / 180;
  const hav = (degrees: number) => (1 - Math.cos(degrees * rad)) / 2;
  const chord =
    hav(to.lat - from.lat) +
    Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * hav(to.lon - from.lon);
  return 2 * 6371.0088 * Math.asin(Math.sqrt(chord));
}

/** Whether a point lies inside, by the angles under which it sees the edges. */
export function isInside(polygons: Polygons, { lon, lat }: Point): boolean {
  const turns = polygons.flat().map((ring) => {
    const angles = ring.map(([x, y]) => Math.atan2(y! - lat, x! - lon));
    const steps = angles.slice(1).map((angle, i) => {
      const step = angle - angles[i]!;
      return step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    });
    return Math.round(steps.reduce((sum, step) => sum + step, 0) / (2 * Math.PI));
  });
  return turns.reduce((sum, turn) => sum + turn, 0) % 2 !== 0;
}

/** The facts of all kinds that this file answers. */
interface Facts extends Point {
  readonly km: number;
  readonly day: string;
  readonly later: string;
  readonly from: string;
  readonly to: string;
  readonly which: string;
  readonly box: readonly [number, number, number, number];
  readonly area: string;
  readonly country: string;
  readonly places: readonly (Point & { readonly place: string })[];
  readonly asks?: string;
  readonly category: string;
  readonly status: string;
  readonly fire: string;
  readonly state: string;
  readonly month: string;
}

type Value = number | string | boolean;

const on =
  (from: string, to = from) =>
  ({ datetime }: Detection) =>
    datetime.slice(0, 10) >= from && datetime.slice(0, 10) <= to;

/** Answers from the data as a beginner would write them, by kind; times to the minute. */
const answers: Readonly<Record<string, (facts: Facts, data: FireData) => Value>> = {
  "count-near": (facts, data) => near(facts, data).length,
  "count-in-box": ({ box: [west, south, east, north], day }, { detections }) =>
    detections.filter(
      (each) =>
        on(day)(each) &&
        each.lon >= west &&
        each.lon <= east &&
        each.lat >= south &&
        each.lat <= north,
    ).length,
  "count-in-area": ({ area, country, day }, { areas, detections }) => {
    const { polygons } = areas.find((each) => each.name === area && each.country === country)!;
    return detections.filter((each) => on(day)(each) && isInside(polygons, each)).length;
  },
  "compare-places": ({ places, asks, ...rest }, data) => {
    const counts = places.map((place) => near({ ...rest, ...place }, data).length);
    if (asks) return Math.abs(counts[0]! - counts[1]!);
    return places[counts[0]! > counts[1]! ? 0 : 1]!.place;
  },
  nearest: (facts, { detections }) => {
    const ofDay = detections.filter(on(facts.day));
    const closest = ofDay.reduce((a, b) => (sphereKm(facts, b) < sphereKm(facts, a) ? b : a));
    return facts.asks ? closest.frp : sphereKm(facts, closest);
  },
  strongest: (facts, data) => {
    const peak = near(facts, data).reduce((a, b) => (b.frp > a.frp ? b : a));
    return facts.asks ? `${peak.datetime.slice(0, 16)}Z` : peak.frp;
  },
  "total-power": (facts, data) => near(facts, data).reduce((sum, { frp }) => sum + frp, 0),
  "night-share": (facts, data) => {
    const all = near(facts, data);
    return (100 * all.filter(({ daynight }) => daynight === "N").length) / all.length;
  },
  "day-change": (facts, data) =>
    near({ ...facts, day: facts.later }, data).length - near(facts, data).length,
  "busiest-day": (facts, data) => {
    const days = nearIn(facts, data).map(({ datetime }) => datetime.slice(0, 10));
    const count = (day: string) => days.filter((each) => each === day).length;
    const busiest = days.reduce((a, b) => (count(b) > count(a) ? b : a));
    return facts.asks ? count(busiest) : busiest;
  },
  "first-detection": (facts, data) => {
    const times = nearIn(facts, data).map(({ datetime }) => `${datetime.slice(0, 16)}Z`);
    return times.reduce((a, b) => ((facts.which === "first" ? b < a : b > a) ? b : a));
  },
  "inside-fire": (facts, { perimeters }) => {
    const ofFire = perimeters.filter(({ incident_name: name }) => name === facts.fire);
    const newest = ofFire.reduce((a, b) => (b.sequence > a.sequence ? b : a));
    return isInside(newest.polygons, facts);
  },
  "count-fires": ({ state, month }, { perimeters }) => {
    const dated = perimeters.filter((each) => each.state === state && each.date.includes(month));
    return new Set(dated.map(({ incident_name: name }) => name)).size;
  },
  "count-sources": (facts, { heatSources }) =>
    heatSources.filter(
      (each) => each.category === facts.category && sphereKm(facts, each) <= facts.km,
    ).length,
  "nearest-source": (facts, { heatSources }) => {
    const listed = heatSources.filter(({ category }) => category === facts.category);
    const closest = listed.reduce((a, b) => (sphereKm(facts, b) < sphereKm(facts, a) ? b : a));
    return facts.asks ? sphereKm(facts, closest) : closest.name;
  },
  simulations: ({ from, to, status, asks }, { simulations }) =>
    simulations.filter(
      (each) =>
        Date.parse(each.createdAt) >= Date.parse(from) &&
        Date.parse(each.createdAt) < Date.parse(to) + 86_400_000 &&
        each.status === status &&
        (!asks || each.auto),
    ).length,
};

function near(facts: Pick<Facts, "lon" | "lat" | "km" | "day">, data: FireData) {
  return data.detections.filter((each) => on(facts.day)(each) && sphereKm(facts, each) <= facts.km);
}

function nearIn(facts: Facts, data: FireData) {
  return data.detections.filter(
    (each) => on(facts.from, facts.to)(each) && sphereKm(facts, each) <= facts.km,
  );
}

/** The beginner's answer; undefined where this file does not know the kind. */
export function naiveAnswer({ kind, facts }: Question, data: FireData): Value | undefined {
  return answers[kind]?.(facts as unknown as Facts, data);
}
