import type { FireData, Perimeter } from "../data/load-data.ts";
import { groupBy } from "./selections.ts";
import { areaKm2 } from "./shapes.ts";

const km2PerAcre = 0.0040468564224;
const minKm2 = 0.4;
/** The outlines of one day, and their attributes, may differ by this share. */
const sizeShare = 0.02;

/** One mapping of a fire whose size no source disputes. */
interface Mapping {
  readonly day: string;
  readonly km2: number;
  readonly perimeter: Perimeter;
}

/** A fire whose name no other fire has. */
export interface Fire {
  readonly id: string;
  /** As the data writes it. */
  readonly name: string;
  readonly state: string;
  /** Of the days whose size nothing disputes, oldest first. */
  readonly mappings: readonly Mapping[];
  readonly newest: Mapping;
  /** The days with an outline, oldest first. */
  readonly days: readonly string[];
}

const known = new WeakMap<FireData, readonly Fire[]>();

/**
 * The fires that can be asked for by name: a name in words that one fire alone has and no
 * other begins with, and a size by which the attribute and the outlines of its last
 * day agree within 2 %.
 */
export function namedFires(data: FireData): readonly Fire[] {
  const before = known.get(data);
  if (before) return before;
  const byName = groupBy(data.perimeters, ({ incident_name: name }) => name.toLowerCase().trim());
  const names = [...byName.keys()];
  const fires = [...byName]
    .filter(([name]) => !names.some((other) => other.startsWith(`${name} `)))
    .flatMap(([, perimeters]) => toFire(perimeters) ?? []);
  known.set(data, fires);
  return fires;
}

function toFire(perimeters: readonly Perimeter[]): Fire | undefined {
  const [{ incident_id: id, incident_name: name, state }] = perimeters as [Perimeter];
  if (perimeters.some((each) => each.incident_id !== id)) return undefined;
  if (!/^[A-Za-z][A-Za-z ]{3,}$/.test(name) || /\bfire\b/i.test(name)) return undefined;
  const byDay = groupBy(perimeters, ({ date }) => date);
  const days = [...byDay.keys()].sort();
  const mappings = days.flatMap((day) => toMapping(day, byDay.get(day)!) ?? []);
  const newest = mappings.at(-1);
  const last = perimeters.reduce((a, b) => (b.sequence > a.sequence ? b : a));
  if (!newest || newest.day !== days.at(-1) || last.date !== newest.day) return undefined;
  return newest.km2 < minKm2 ? undefined : { id, name, state, mappings, newest, days };
}

/** Undefined where two outlines of a day, or an outline and its attribute, differ. */
function toMapping(day: string, ofDay: readonly Perimeter[]): Mapping | undefined {
  const perimeter = ofDay.reduce((a, b) => (b.sequence > a.sequence ? b : a));
  const km2 = (perimeter.gis_acres ?? 0) * km2PerAcre;
  const isNear = (other: number) => Math.abs(other - km2) <= sizeShare * km2;
  const isDisputed = ofDay.some(
    ({ polygons, gis_acres: acres }) =>
      !isNear(areaKm2(polygons)) || !isNear((acres ?? 0) * km2PerAcre),
  );
  return isDisputed ? undefined : { day, km2, perimeter };
}

/** How the name is written in a sentence: York for YORK. */
export function spoken(name: string): string {
  return name.toLowerCase().replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());
}
