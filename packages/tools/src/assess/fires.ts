import type { Box } from "@emberline/geo";
import { BoxIndex } from "../geometry/box-index.ts";
import type { Reach } from "../geometry/reach.ts";
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

  constructor(snapshots: Iterable<Snapshot>) {
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

  /**
   * The perimeter that contains a detection or is nearest to it; null if none is within reach.
   * Each fire is represented by its newest applicable perimeter. Ties go to the one with a name,
   * which an estimate from satellites lacks, then to the newer one.
   */
  match(reach: Reach, detectedMs: number): PerimeterMatch | null {
    let best: PerimeterMatch | null = null;
    for (const ofFire of new Set(this.#index.meeting(reach.box).map((each) => each.ofFire))) {
      const snapshot = ofFire.find((each) => mayTellOf(each, detectedMs));
      const distanceKm = snapshot?.outline.distanceKm(reach) ?? null;
      if (snapshot === undefined || distanceKm === null) continue;
      const order = best
        ? distanceKm - best.distanceKm ||
          namedFirst(snapshot, best.snapshot) ||
          newestFirst(snapshot, best.snapshot)
        : -1;
      if (order < 0) best = { snapshot, distanceKm };
    }
    return best;
  }
}

function namedFirst(a: Snapshot, b: Snapshot): number {
  return Number(a.name === null) - Number(b.name === null);
}
