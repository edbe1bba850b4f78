import type { Box } from "@emberline/geo";
import { maxSizeRadiusKm } from "../collection/reports.ts";
import { BoxIndex } from "../geometry/box.ts";
import { type Reach, reachOf } from "../geometry/nearest.ts";
import type { NearSource, SourceIndex } from "../reading/static-sources.ts";
import type { Incident } from "./incidents.ts";
import type { MappedFires } from "./mapped-fires.ts";
import { maxHalfPixelKm, type Thresholds } from "./question.ts";
import type { MappedFire } from "./read-fires.ts";
import { newestFirst, type Snapshot } from "./snapshots.ts";
import type { SourceMatch, StaticSource } from "./static-sources.ts";

/** The likely cause of a detection, most specific first; each detection gets exactly one. */
export const labels = [
  "inside_perimeter",
  "near_perimeter",
  "likely_industrial",
  "likely_volcanic",
  "near_reported_incident",
  "may_be_new_fire",
  "no_known_source_or_perimeter",
] as const;

export type Label = (typeof labels)[number];

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
  /** A fire within reach that is reported and not mapped, where nothing else explains it. */
  readonly incident: NearSource<Incident> | null;
  /** It lies inside a perimeter, but not in the fire's time. */
  readonly isUntimely: boolean;
}

/** A perimeter takes precedence over a static source: a known fire is the likelier cause. */
export function labelOf(
  { position, timeMs, halfPixelKm }: Detection,
  fires: Fires,
  { sources, unmapped }: Causes,
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
  const incident =
    perimeter || source
      ? null
      : reportedNear({ position, timeMs }, unmapped, Math.max(perimeterBufferKm, leastKm));
  const isUntimely = !perimeter && fires.match(reach)?.distanceKm === 0;
  const label = nameOf(perimeter, source, incident, fires.isEmpty);
  return { label, perimeter, source, incident, isUntimely };
}

/** What explains detections outside of all outlines. */
interface Causes {
  readonly sources: SourceIndex<StaticSource>;
  /** Fires that are reported and not mapped. */
  readonly unmapped: SourceIndex<Incident>;
}

/** The nearest in its time, from a circle of the size that it reports. */
function reportedNear(
  { position, timeMs }: Pick<Detection, "position" | "timeMs">,
  unmapped: SourceIndex<Incident>,
  nearKm: number,
): NearSource<Incident> | null {
  return unmapped.nearest(position, nearKm + maxSizeRadiusKm, ({ radiusKm, time }) =>
    time.contains(timeMs) ? nearKm + radiusKm : -1,
  );
}

function nameOf(
  perimeter: PerimeterMatch | null,
  source: SourceMatch | null,
  incident: NearSource<Incident> | null,
  hasNoPerimeters: boolean,
): Label {
  if (perimeter) return perimeter.distanceKm === 0 ? "inside_perimeter" : "near_perimeter";
  if (source) return source.source.isVolcano ? "likely_volcanic" : "likely_industrial";
  if (incident) return "near_reported_incident";
  // If no perimeter is known at all, the lack of one means nothing.
  return hasNoPerimeters ? "no_known_source_or_perimeter" : "may_be_new_fire";
}

/** A perimeter that a position lies in (0 km) or near. */
interface PerimeterMatch {
  readonly snapshot: Snapshot;
  readonly distanceKm: number;
}

/** Fires by their newest perimeters. */
export class Fires {
  readonly #fires: readonly MappedFire[];
  /** Spatial index of the perimeters. */
  readonly #index: BoxIndex<{ readonly fire: MappedFire; readonly bbox: Box }>;
  readonly #mapped: MappedFires;

  /** @param mapped the mapped fires of estimates */
  constructor(fires: readonly MappedFire[], mapped: MappedFires = new Map()) {
    this.#mapped = mapped;
    this.#fires = fires;
    const places = fires.flatMap((fire) => {
      const { bbox } = fire.newest.outline;
      return bbox ? [{ fire, bbox }] : [];
    });
    this.#index = new BoxIndex(places, ({ bbox }) => bbox);
  }

  get isEmpty(): boolean {
    return this.#fires.length === 0;
  }

  /** Perimeters without a fire; each counts as a separate fire. */
  get withoutFire(): number {
    return this.#fires.filter(({ newest }) => newest.fire.startsWith("#")).length;
  }

  /** The newest perimeter of each fire. */
  get newest(): Snapshot[] {
    return this.#fires.map(({ newest }) => newest);
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
   * The fire to which a detection belongs: its perimeter contains the detection or is nearest to it;
   * null if none is within reach. Ties go to the one with a name, then to the newer one.
   *
   * Of a fire that is both mapped and estimated, the mapped outline counts if it is within reach:
   * an estimate contains detections because it is drawn around them.
   *
   * @param detectedMs must lie in the fire's time, if given
   */
  match(reach: Reach, detectedMs?: number): PerimeterMatch | null {
    const found = this.#within(reach, detectedMs);
    const best = nearestOf(found);
    const mapped = best && this.#mapped.get(best.snapshot.fire)?.map(({ fire }) => fire);
    return (
      (mapped && nearestOf(found.filter((each) => mapped.includes(each.snapshot.fire)))) ?? best
    );
  }

  #within(reach: Reach, detectedMs?: number): PerimeterMatch[] {
    return this.#index.meeting(reach.box).flatMap(({ fire: { newest: snapshot, time } }) => {
      const isInTime = detectedMs === undefined || time.contains(detectedMs);
      const distanceKm = isInTime ? snapshot.outline.distanceKm(reach) : null;
      return distanceKm === null ? [] : [{ snapshot, distanceKm }];
    });
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
