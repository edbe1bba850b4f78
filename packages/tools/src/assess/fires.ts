import type { Box } from "@emberline/geo";
import { BoxIndex } from "../geometry/box-index.ts";
import type { Reach } from "../geometry/reach.ts";
import type { MappedFires } from "./mapped-fires.ts";
import { isLater, mayTellOf, newestFirst, type Snapshot } from "./snapshots.ts";

/** A perimeter that a position lies in (0 km) or near. */
export interface PerimeterMatch {
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
