import { AreaLocator } from "@emberline/areas";
import type { Feature } from "@emberline/core";
import { type Geometry, type LonLat, wrapLongitude } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { namesOfCountries } from "../places/countries.ts";
import { ownProperty } from "../values/own-property.ts";
import type { Roles } from "../values/roles.ts";
import { quoted } from "../values/text.ts";

/** Cells of a tenth of a degree; more than these are a collection of the world. */
const cellsPerDegree = 10;
const maxCells = 20_000;
/** More countries of a category are counted rather than named. */
const maxNames = 20;
const maxCategories = 8;

/** Where the features of each category are, in bounded memory: a position of each cell. */
export class PlaceTally {
  readonly #byCategory = new Map<string, Map<string, LonLat>>();
  #cells = 0;

  add({ geometry, properties }: Feature, roles: Roles): void {
    const position = geometry && firstPosition(geometry);
    if (!position || this.#cells > maxCells) return;
    const value = ownProperty(properties, roles.category);
    const category = typeof value === "string" ? value : "";
    const cells = this.#byCategory.get(category) ?? new Map<string, LonLat>();
    const key = position.map((degrees) => Math.floor(degrees * cellsPerDegree)).join();
    if (cells.has(key) || (cells.size === 0 && this.#byCategory.size >= maxCategories)) return;
    this.#byCategory.set(category, cells.set(key, position));
    this.#cells++;
  }

  /** The countries of each category; null if there are too many places. */
  async countries(pause: Pause): Promise<ReadonlyMap<string, readonly string[]> | null> {
    if (this.#cells === 0 || this.#cells > maxCells) return null;
    const locator = await AreaLocator.open("country", pause);
    const found = new Map<string, readonly string[]>();
    for (const [category, cells] of this.#byCategory) {
      const names = new Set<string>();
      await eachInTurns([...cells.values()], pause, ([lon, lat]) => {
        const name = locator.labelAt(wrapLongitude(lon), lat);
        if (name !== null) names.add(name);
      });
      found.set(category, [...names].sort());
    }
    return found;
  }
}

function firstPosition(geometry: Geometry): LonLat | null {
  if (geometry.type === "GeometryCollection")
    return geometry.geometries[0] ? firstPosition(geometry.geometries[0]) : null;
  let at: unknown = geometry.coordinates;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
  const [lon, lat] = at as readonly unknown[];
  return typeof lon === "number" && typeof lat === "number" ? [lon, lat] : null;
}

/** Which countries a collection covers, as declared, else as its features show; null if unknown. */
export async function coverageNotice(
  { coverage, roles }: CollectionInfo,
  places: PlaceTally | null,
  pause: Pause,
): Promise<string | null> {
  const declared = coverage?.countries ?? [];
  if (declared.length > 0) {
    const named = declared.map(async ({ category, codes }) =>
      textOf(category, await namesOfCountries(codes)),
    );
    return `Its sources cover only: ${(await Promise.all(named)).join("; ")}.`;
  }
  const isOfFires = roles.category !== undefined || roles.fire !== undefined;
  const found = roles.strength === undefined && isOfFires && (await places?.countries(pause));
  if (!found) return null;
  const listed = [...found].map(([category, names]) => textOf(category, names)).join("; ");
  return `Coverage is not declared. Countries that have features: ${listed}. Others are not known to be covered.`;
}

function textOf(category: string, names: readonly string[]): string {
  const shown = names.length > maxNames ? `${names.length} countries` : names.join(", ");
  return category === "" ? shown : `${quoted(category, 40)}: ${shown || "none"}`;
}
