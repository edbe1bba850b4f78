import type { Feature, Simulation } from "@emberline/core";
import type { BooleanExpression } from "@emberline/cql2";
import { type Box, type Geometry, parseTimeMs, polygonsOf } from "@emberline/geo";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import { reachOf } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { Outlines } from "../geometry/outlines.ts";
import { statedSizes } from "../geometry/stated-area.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText, quoted } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";
import { type CollectionInfo, rolesOf } from "./collection-info.ts";
import { perimeterPages } from "./find-fires.ts";
import { fitOf, idFilter, type NameReading, nameFilter, nameKey, readingsOf } from "./fire-name.ts";
import type { FireTime } from "./fire-time.ts";
import { FreshCache, fireKeyOf, type KnownFire, KnownFires, yearOf } from "./known-fires.ts";
import { compareSnapshots, snapshotOrder } from "./layers.ts";
import { isPlaced } from "./simulation-features.ts";

/**
 * How a simulation is matched to a fire: by its id; by name, place and time; by name and place, at
 * another time than the fire's; or only by the place and time of its start.
 */
export type SimulationLink = "id" | "name" | "name only" | "location";

/** How a simulation is matched to a fire; null if it is not, undefined if nobody can tell. */
export type LinkOf = (simulation: Simulation) => SimulationLink | null | undefined;

/** Farther away it is another fire of the same name. */
export const namesakeKm = 50;
const defaultRadiusKm = 5;
const dayMs = 86_400_000;

/**
 * The simulations of a fire with perimeters: those with its id, those near it with its name, and
 * those without any fire's name that start in or near it while it burned.
 */
export function simulationsOf(fire: Fire, radiusKm = defaultRadiusKm): LinkOf {
  const { outline } = fire.perimeter;
  const within = ({ longitude, latitude }: Simulation, km: number) =>
    outline.distanceKm(reachOf([longitude, latitude], km)) !== null;
  return (simulation) => {
    const { fireName, clusterId } = simulation;
    if (clusterId != null && clusterId === String(fire.id)) return "id";
    const isTimely = isOfItsTime(simulation, fire);
    if (fireName != null) {
      if (!fire.nameKeys.includes(nameKey(fireName))) return null;
      if (!isPlaced(simulation)) return undefined;
      if (!within(simulation, namesakeKm)) return null;
      // The same place may burn under the same name in another year.
      return isTimely === true ? "name" : "name only";
    }
    if (isTimely === false) return null;
    if (!isPlaced(simulation)) return undefined;
    return within(simulation, radiusKm) ? "location" : null;
  };
}

/** Null if a time is not known. */
function isOfItsTime({ createdAt }: Simulation, { firstMs, lastMs }: Fire): boolean | null {
  const createdMs = parseTimeMs(createdAt);
  if (createdMs === undefined || firstMs === null || lastMs === null) return null;
  return createdMs >= firstMs - 7 * dayMs && createdMs <= lastMs + 30 * dayMs;
}

/** The simulations of a fire without perimeters: by name alone. */
export function simulationsNamedLike(text: string): LinkOf {
  const readings = readingsOf(text);
  return ({ fireName, createdAt }) => {
    const isNamed = ({ key, year }: NameReading) =>
      fitOf(nameKey(fireName ?? ""), key) > 0 &&
      (year === null || new Date(createdAt).getUTCFullYear() === year);
    return fireName != null && readings.some(isNamed) ? "name only" : null;
  };
}

/** The newest perimeter of a fire. */
interface Perimeter {
  readonly id: string | null;
  /** As in the data; for calendar dates only the date. */
  readonly time: string | null;
  readonly timeMs: number | null;
  readonly areaKm2: number | null;
  /** Percent, if the data has it. */
  readonly containment: number | null;
  readonly properties: Feature["properties"];
  /** The sizes that its properties state, by their names. */
  readonly stated: Readonly<Record<string, number>>;
  readonly outline: Outline;
  /** Its prepared forms, which are known by object, stay as long as the fire. */
  readonly geometry: Geometry;
}

/** A fire selected by name or id. */
export interface Fire {
  /** Known by an agency's report alone: its perimeter is the point of origin. */
  readonly isUnmapped?: true;
  /** The fires that it stands for, if several were named. */
  readonly parts?: readonly Fire[];
  readonly name: string | null;
  /** All its names, as `nameKey` has them. */
  readonly nameKeys: readonly string[];
  readonly id: string | number | null;
  readonly state: string | null;
  readonly year: number | null;
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** When detections inside its perimeter belong to it. */
  readonly time: FireTime;
  /** The collection of its perimeters. */
  readonly collection: CollectionInfo;
  readonly perimeter: Perimeter;
  /**
   * How its perimeters are requested: by a filter, or only by a box if the service accepts none.
   */
  readonly query: { readonly filter?: BooleanExpression; readonly bbox?: Box };
  /** Whether a feature of the collection belongs to it. */
  accepts(feature: Feature): boolean;
}

const cache = new FreshCache<Fire>(
  "fire",
  // Its geometry twice, one of them packed, its form, and the index of its edges.
  ({ perimeter }) => perimeter.outline.positions * 200,
);

/**
 * Reads a fire found by name: its perimeters by a filter, or only the newest one on a service
 * without filters.
 *
 * @throws {ToolError} when none of its perimeters has a location (`not_found`)
 */
export async function readFire(
  known: KnownFire,
  info: CollectionInfo,
  isFiltered: boolean,
  context: ToolContext,
): Promise<Fire> {
  const cached = cache.get(known.key, info, context);
  if (cached) return cached;
  const filter = isFiltered ? filterOf(known, info) : null;
  const { newest, latest } = filter
    ? await readSnapshots(known, filter, info, context)
    : { newest: await readNewest(known, info, context), latest: known };
  if (!newest?.geometry) {
    throw new ToolError(
      "not_found",
      `The fire ${quoted(known.names[0] ?? String(known.id), 60)} has no perimeter with a location: leave out fire, and give near or bbox.`,
      { fault: { argument: "fire" } },
    );
  }
  const fire: Fire = {
    name: latest.names[0] ?? null,
    nameKeys: [...new Set(latest.names.map(nameKey))],
    id: known.id,
    state: latest.state,
    year: yearOf(latest),
    firstMs: latest.firstMs,
    lastMs: latest.lastMs,
    time: latest.time,
    collection: info,
    perimeter: await toPerimeter(newest, info, context),
    query: filter ? { filter } : known.bbox ? { bbox: known.bbox } : {},
    accepts: (feature) => fireKeyOf(feature, info) === known.key,
  };
  cache.set(known.key, fire, info, context);
  return fire;
}

function filterOf({ id, names }: KnownFire, info: CollectionInfo): BooleanExpression | null {
  if (id !== null) return idFilter([id], info);
  // With accents, since not every service can ignore them.
  const words = (names[0] ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return nameFilter(words.filter((word) => word !== "").join(" "), info, "casei");
}

/**
 * Its newest perimeter with a location, and facts from all of them, since its name may have
 * changed.
 */
async function readSnapshots(
  { key }: KnownFire,
  filter: BooleanExpression,
  info: CollectionInfo,
  context: ToolContext,
): Promise<{ newest: Feature | null; latest: KnownFire }> {
  const all = new KnownFires(info);
  let newest: Feature | null = null;
  for await (const { features } of perimeterPages(info, filter, context)) {
    await eachInTurns(features, context.pause, (feature) => {
      if (fireKeyOf(feature, info) !== key) return;
      all.add(feature);
      if (feature.geometry && (newest === null || isNewer(feature, newest, info))) newest = feature;
    });
  }
  const [latest] = all.all();
  if (!latest)
    throw new ToolError("not_found", "The fire's perimeters are no longer there: try again.");
  return { newest, latest };
}

/** Geometries with an area take precedence over those without. */
function isNewer(a: Feature, b: Feature, info: CollectionInfo): boolean {
  const [isAreal, isOtherAreal] = [a, b].map(
    ({ geometry }) => geometry !== null && polygonsOf(geometry).length > 0,
  );
  if (isAreal !== isOtherAreal) return isAreal === true;
  return compareSnapshots(snapshotOrder(a, info), snapshotOrder(b, info)) > 0;
}

/** The newest perimeter of a fire, by its id. */
export async function readNewest(
  { newest }: KnownFire,
  { id }: CollectionInfo,
  { client, signal, pause }: ToolContext,
): Promise<Feature | null> {
  return newest && ifOffered(client.features.get(id, newest.featureId, { signal, pause }));
}

async function toPerimeter(
  feature: Feature,
  info: CollectionInfo,
  context: ToolContext,
): Promise<Perimeter> {
  const { properties } = feature;
  const geometry = feature.geometry!;
  const outlines = new Outlines(context);
  await outlines.measure([geometry]);
  const areaKm2 = outlines.areaKm2(geometry);
  const roles = rolesOf(properties, info);
  const time = timeOf(properties, roles);
  const containment = ownProperty(properties, roles.containment);
  return {
    id: idOf(feature),
    time: time === null ? null : cleanText(info.isByDate ? time.slice(0, 10) : time, 40),
    timeMs: time === null ? null : snapshotOrder(feature, info).timeMs,
    areaKm2: areaKm2 === null ? null : round(areaKm2, 4),
    containment: typeof containment === "number" ? round(containment, 1) : null,
    properties,
    stated: statedSizes(properties),
    outline: new Outline(geometry),
    geometry,
  };
}

/** The box of a perimeter; every outline that was read has one. */
export function boxOf({ perimeter: { outline } }: Pick<Fire, "perimeter">): Box {
  return outline.bbox!;
}
