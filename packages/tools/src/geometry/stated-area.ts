import type { Feature } from "@emberline/core";
import { flattening, type Geometry, type Position, polygonsOf, semiMajorKm } from "@emberline/geo";
import { quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

export const acreKm2 = 0.0040468564224;

/** Properties that state the area of a feature's own outline, in lower case, and their unit in km². */
const unitsKm2: ReadonlyMap<string, number> = new Map([
  ["gis_acres", acreKm2],
  ["gisacres", acreKm2],
  ["poly_gisacres", acreKm2],
  ["auto_acres", acreKm2],
  ["poly_acres_autocalc", acreKm2],
  ["farea", 1],
  ["area_ha", 0.01],
]);

/** A stated area contradicts the outline if they differ by more than both. */
const maxFactor = 2;
const maxDifferenceKm2 = 0.1;

const radians = Math.PI / 180;
const squared = flattening * (2 - flattening);
const eccentricity = Math.sqrt(squared);

const sizeName = /acres?\b|acres_|_acres|hectares|_ha$|incident_?size|^farea$/i;
const maxFigures = 5;

/** The positive numbers by which agencies state the size of a fire or its outline. */
export function statedSizes(properties: Feature["properties"]): Record<string, number> {
  const stated = Object.entries(properties ?? {}).filter(
    (entry): entry is [string, number] =>
      sizeName.test(entry[0]) && typeof entry[1] === "number" && entry[1] > 0,
  );
  return Object.fromEntries(
    stated.slice(0, maxFigures).map(([name, size]) => [name, round(size, 4)]),
  );
}

/** On WGS 84, without mending outlines that cross themselves: enough for a factor of two. */
export function outlineKm2(geometry: Geometry | null): number {
  let sum = 0;
  for (const rings of geometry ? polygonsOf(geometry) : []) {
    for (const [at, ring] of rings.entries()) sum += (at === 0 ? 1 : -1) * ringKm2(ring);
  }
  return sum;
}

function ringKm2(ring: readonly Position[]): number {
  let sum = 0;
  let before: { lon: number; height: number } | undefined;
  for (const [lon, lat] of ring) {
    const height = equalArea(lat);
    if (before) sum += (lon - before.lon) * radians * ((height + before.height) / 2);
    before = { lon, height };
  }
  return Math.abs(sum) * (semiMajorKm ** 2 / 2);
}

/** q of the authalic latitude (Snyder, Map Projections: A Working Manual, 3-12). */
function equalArea(lat: number): number {
  const sin = Math.sin(lat * radians);
  const curved = sin / (1 - squared * sin ** 2) + Math.atanh(eccentricity * sin) / eccentricity;
  return (1 - squared) * curved;
}

/** Counts features with a property that contradicts the area of their outline. */
export class Contradictions {
  /** By property. */
  readonly #found = new Map<string, { count: number; first: string }>();

  add({ id, geometry, properties }: Feature): void {
    let km2: number | undefined;
    for (const name of Object.keys(properties ?? {})) {
      const unit = unitsKm2.get(name.toLowerCase());
      const value = properties![name];
      if (unit === undefined || typeof value !== "number" || !(value > 0)) continue;
      km2 ??= outlineKm2(geometry);
      const [less, more] = [value * unit, km2].sort((a, b) => a - b) as [number, number];
      if (less === 0 || more <= less * maxFactor || more - less <= maxDifferenceKm2) continue;
      const known = this.#found.get(name) ?? { count: 0, first: String(id ?? "") };
      known.count++;
      this.#found.set(name, known);
    }
  }

  /** One sentence; null without any. */
  notice(): string | null {
    if (this.#found.size === 0) return null;
    const listed = [...this.#found].map(
      ([name, { count, first }]) => `${name} in ${count} (first ${quoted(first, 60)})`,
    );
    return `Areas that contradict the outline by more than a factor of ${maxFactor} and ${maxDifferenceKm2} km²: ${listed.join(", ")}. One of the two is wrong.`;
  }
}
