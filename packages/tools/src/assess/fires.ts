import { isEmberlineError } from "@emberline/core";
import { build } from "@emberline/cql2";
import { type Box, flatBox } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { idFilter } from "../collection/fire-name.ts";
import { BoxIndex } from "../geometry/box.ts";
import { type Reach, reachOf } from "../geometry/nearest.ts";
import { readAll } from "../reading/read-all.ts";
import type { SourceIndex } from "../reading/static-sources.ts";
import { isComplete, type Tally } from "../reading/tally.ts";
import { filterOf } from "../selection/filter.ts";
import type { Selection } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { rolesIn } from "../values/roles.ts";
import type { MappedFires } from "./mapped-fires.ts";
import { isLater, mayTellOf, newestFirst, type Snapshot, toSnapshot } from "./snapshots.ts";
import type { SourceMatch, StaticSource } from "./static-sources.ts";

/** The likely cause of a detection, most specific first; each detection gets exactly one. */
export const labels = [
  "inside_perimeter",
  "near_perimeter",
  "likely_industrial",
  "likely_volcanic",
  "may_be_new_fire",
  "no_known_source_or_perimeter",
] as const;

export type Label = (typeof labels)[number];

/** Distances that count as near, in km; at least half a detection's pixel. */
export interface Thresholds {
  readonly perimeterBufferKm: number;
  readonly staticSourceKm: number;
  readonly volcanoKm: number;
}

/** Half of the largest plausible pixel, in km; for MODIS at the edge of its swath it is 2.4. */
export const maxHalfPixelKm = 5;

export interface Detection {
  readonly position: readonly [lon: number, lat: number];
  readonly timeMs: number;
  /** Half the larger side of the pixel; null if unknown. */
  readonly halfPixelKm: number | null;
}

export interface Labelled {
  readonly label: Label;
  readonly perimeter: PerimeterMatch | null;
  /** The static source within reach, even if a perimeter determines the label. */
  readonly source: SourceMatch | null;
}

/** A perimeter takes precedence over a static source: a known fire is the likelier cause. */
export function labelOf(
  { position, timeMs, halfPixelKm }: Detection,
  fires: Fires,
  sources: SourceIndex<StaticSource>,
  { perimeterBufferKm, staticSourceKm, volcanoKm }: Thresholds,
): Labelled {
  const leastKm = Math.min(halfPixelKm ?? 0, maxHalfPixelKm);
  const reach = reachOf(position, Math.max(perimeterBufferKm, leastKm));
  const perimeter = fires.match(reach, timeMs);
  const industrialKm = Math.max(staticSourceKm, leastKm);
  const volcanicKm = Math.max(volcanoKm, leastKm);
  const source = sources.nearest(position, Math.max(industrialKm, volcanicKm), ({ isVolcano }) =>
    isVolcano ? volcanicKm : industrialKm,
  );
  return { label: nameOf(perimeter, source, fires.isEmpty), perimeter, source };
}

function nameOf(
  perimeter: PerimeterMatch | null,
  source: SourceMatch | null,
  hasNoPerimeters: boolean,
): Label {
  if (perimeter) return perimeter.distanceKm === 0 ? "inside_perimeter" : "near_perimeter";
  if (source) return source.source.isVolcano ? "likely_volcanic" : "likely_industrial";
  // If no perimeter is known at all, the lack of one means nothing.
  return hasNoPerimeters ? "no_known_source_or_perimeter" : "may_be_new_fire";
}

/** A perimeter that a position lies in (0 km) or near. */
interface PerimeterMatch {
  readonly snapshot: Snapshot;
  readonly distanceKm: number;
}

/** The perimeters of each fire, newest first. */
export class Fires {
  readonly #snapshots: readonly (readonly Snapshot[])[];
  /** Spatial index of the fires' perimeters. */
  readonly #index: BoxIndex<{ readonly ofFire: readonly Snapshot[]; readonly bbox: Box }>;

  readonly #mapped: MappedFires;

  /** @param mapped the mapped fires of estimates */
  constructor(snapshots: Iterable<Snapshot>, mapped: MappedFires = new Map()) {
    this.#mapped = mapped;
    const byFire = new Map<string, Snapshot[]>();
    for (const snapshot of snapshots) {
      const known = byFire.get(snapshot.fire);
      if (known) known.push(snapshot);
      else byFire.set(snapshot.fire, [snapshot]);
    }
    this.#snapshots = [...byFire.values()].map((each) => each.sort(newestFirst));
    const places = this.#snapshots.flatMap((ofFire) =>
      ofFire.flatMap(({ outline: { bbox } }) => (bbox ? [{ ofFire, bbox }] : [])),
    );
    this.#index = new BoxIndex(places, ({ bbox }) => bbox);
  }

  get isEmpty(): boolean {
    return this.#snapshots.length === 0;
  }

  /** Perimeters without a fire; each counts as a separate fire. */
  get withoutFire(): number {
    return this.#snapshots.filter(([newest]) => newest!.fire.startsWith("#")).length;
  }

  /** The newest perimeter of each fire up to an instant (null: no limit). */
  newestUntil(end: string | null): Snapshot[] {
    const endMs = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
    return this.#snapshots.flatMap((each) => each.find((one) => !isLater(one, endMs)) ?? []);
  }

  /** Whether some estimate is of a fire that is mapped too. */
  get hasBothKinds(): boolean {
    return this.#mapped.size > 0;
  }

  /** The name of a snapshot's fire: that of an estimate is the mapped fire's. */
  nameOf({ fire, name }: Snapshot): string | null {
    const names = (this.#mapped.get(fire) ?? []).flatMap((each) => each.name ?? []);
    return name ?? (names.length === 0 ? null : names.join(", "));
  }

  /**
   * The perimeter that contains a detection or is nearest to it; null if none is within reach.
   * Each fire is represented by its newest applicable perimeter. Ties go to the one with a name,
   * then to the newer one.
   *
   * Of a fire that is both mapped and estimated, the mapped outline counts if it is within reach:
   * an estimate contains detections because it is drawn around them.
   */
  match(reach: Reach, detectedMs: number): PerimeterMatch | null {
    const found = this.#within(reach, detectedMs);
    const best = nearestOf(found);
    const mapped = best && this.#mapped.get(best.snapshot.fire)?.map(({ fire }) => fire);
    return (
      (mapped && nearestOf(found.filter((each) => mapped.includes(each.snapshot.fire)))) ?? best
    );
  }

  #within(reach: Reach, detectedMs: number): PerimeterMatch[] {
    const found: PerimeterMatch[] = [];
    for (const ofFire of new Set(this.#index.meeting(reach.box).map((each) => each.ofFire))) {
      const snapshot = ofFire.find((each) => mayTellOf(each, detectedMs));
      const distanceKm = snapshot?.outline.distanceKm(reach) ?? null;
      if (snapshot !== undefined && distanceKm !== null) found.push({ snapshot, distanceKm });
    }
    return found;
  }
}

function nearestOf(found: readonly PerimeterMatch[]): PerimeterMatch | null {
  return found.reduce<PerimeterMatch | null>(
    (best, each) => (best && order(best, each) <= 0 ? best : each),
    null,
  );
}

function order(a: PerimeterMatch, b: PerimeterMatch): number {
  return (
    a.distanceKm - b.distanceKm ||
    namedFirst(a.snapshot, b.snapshot) ||
    newestFirst(a.snapshot, b.snapshot)
  );
}

function namedFirst(a: Snapshot, b: Snapshot): number {
  return Number(a.name === null) - Number(b.name === null);
}

/** At most this many fires per request: their ids are in its URL. */
const firesPerRequest = 50;

interface PerimeterReading {
  readonly snapshots: readonly Snapshot[];
  readonly tally: Tally;
  /** The fires' perimeters outside the area were checked too. */
  readonly isWhole: boolean;
}

/**
 * All perimeters of the fires that have one in the area; null if the service does not offer
 * perimeters. Those outside the area count too: once a fire's newest perimeter has left the area,
 * its older ones no longer apply.
 */
export async function readFires(
  selection: Selection,
  context: ToolContext,
): Promise<PerimeterReading | null> {
  // By id, since the second request may return perimeters of the first.
  const snapshots = new Map<string | number, Snapshot | null>();
  const fires = new Set<string | number>();
  let { fire: properties } = selection.collection.roles;
  const read = (each: Selection) =>
    readAll(each, context, ({ feature }) => {
      const key = feature.id ?? `#${snapshots.size}`;
      snapshots.set(key, toSnapshot(feature, selection.collection, snapshots.size));
      properties ??= rolesIn(feature.properties).fire;
      const fire = ownProperty(feature.properties, properties);
      if (typeof fire === "string" || typeof fire === "number") fires.add(fire);
    });
  const tally = await ifOffered(read(selection));
  if (!tally) return null;
  const found = [...fires];
  let isWhole = true;
  for (let at = 0; properties && at < found.length && isWhole; at += firesPerRequest) {
    const batch = found.slice(at, at + firesPerRequest);
    const elsewhere = await unlessRefused(
      elsewhereOf(selection, properties, batch, context.pause).then(read),
    );
    isWhole = elsewhere !== null && isComplete(elsewhere);
  }
  return { snapshots: [...snapshots.values()].filter((each) => each !== null), tally, isWhole };
}

/** The perimeters of these fires outside the selection's area. */
async function elsewhereOf(
  { query, collection, ...selection }: Selection,
  properties: readonly string[],
  fires: readonly (string | number)[],
  pause: Pause,
): Promise<Selection> {
  const { bbox, ...rest } = query;
  const geometry = collection.queryables?.find(({ type }) => type === "geometry")?.id;
  const asked = { ...collection, roles: { ...collection.roles, fire: properties } };
  const ofFires = idFilter(fires, asked) ?? false;
  const filter =
    geometry === undefined || bbox === undefined
      ? ofFires
      : build.and(
          ofFires,
          build.not(build.sIntersects(build.property(geometry), { bbox: flatBox(bbox) })),
        );
  return {
    ...selection,
    collection,
    uncovered: [],
    area: null,
    filter: await filterOf(ofFires, null, pause),
    query: { ...rest, filter },
  };
}

/** The value, or null if the service rejects the filter. */
async function unlessRefused<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (isEmberlineError(error) && error.status === 400) return null;
    throw error;
  }
}
