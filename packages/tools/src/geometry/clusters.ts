import { distanceKm } from "@emberline/core";
import { type LonLat, longitudeNear, planeDistanceKm, wrapLongitude } from "@emberline/geo";
import { sortSteps } from "@emberline/turns";
import { ClusterGrid } from "./cluster-grid.ts";

/** Detections that may belong to one fire: joined by a stated distance and time. */
export interface Cluster {
  /** As `visitSteps` numbers it. */
  readonly number: number;
  readonly count: number;
  /** How many detections belong to the later period. */
  readonly laterCount: number;
  /** Mean position. */
  readonly lon: number;
  readonly lat: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Greatest strength; null if unknown. */
  readonly strongest: number | null;
}

/** A point in the order in which points were added. */
interface ClusterPoint {
  readonly at: number;
  readonly position: LonLat;
  readonly isLater: boolean;
}

/** Points or pairs per step; work may be interrupted between steps. */
const perStep = 500;

/**
 * Groups points in space and time: two belong together if they lie at most `km` and `hours` apart,
 * or if a chain of others links them (single linkage, by union-find on a grid). Distances are those
 * on the WGS 84 ellipsoid.
 */
export class Clusters {
  readonly #km: number;
  readonly #gapMs: number;
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];
  readonly #time: number[] = [];
  readonly #strength: number[] = [];
  readonly #isLater: boolean[] = [];
  #parent = new Int32Array(0);

  /** @param hours may be infinite: then only distance counts */
  constructor(km: number, hours: number) {
    this.#km = km;
    this.#gapMs = hours * 3_600_000;
  }

  /** @param strength NaN if unknown */
  add(lon: number, lat: number, timeMs: number, strength: number, isLater = false): void {
    this.#lon.push(lon);
    this.#lat.push(lat);
    this.#time.push(timeMs);
    this.#strength.push(strength);
    this.#isLater.push(isLater);
  }

  /** The clusters, largest first; in steps, since there may be a million points. */
  *joinSteps(): Generator<void, Cluster[]> {
    const points = this.#lon.length;
    this.#parent = new Int32Array(points);
    for (let i = 0; i < points; i++) this.#parent[i] = i;
    yield* this.#link();
    const members: number[][] = [];
    // The root of a cluster is its first point.
    const listOf = new Int32Array(points);
    for (let i = 0; i < points; i++) {
      const root = this.#rootOf(i);
      if (root === i) listOf[i] = members.push([i]) - 1;
      else members[listOf[root]!]!.push(i);
      if (i % perStep === 0) yield;
    }
    const clusters: Cluster[] = [];
    for (const list of members) {
      clusters.push(this.#cluster(list));
      if (clusters.length % perStep === 0 || list.length > perStep) yield;
    }
    return yield* sortSteps(clusters, (x, y) => y.count - x.count || x.firstMs - y.firstMs);
  }

  /**
   * Visits each point in the order in which they were added, once they are joined.
   *
   * @param visit `cluster`: the same number for the points of one cluster, below their number
   */
  *visitSteps(visit: (point: ClusterPoint, cluster: number) => void): Generator<void> {
    for (let i = 0; i < this.#lon.length; i++) {
      const position: LonLat = [this.#lon[i]!, this.#lat[i]!];
      visit({ at: i, position, isLater: this.#isLater[i]! }, this.#rootOf(i));
      if (i % perStep === 0) yield;
    }
  }

  /** How many points were added. */
  get size(): number {
    return this.#lon.length;
  }

  #rootOf(i: number): number {
    const parent = this.#parent;
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = i; at !== root; ) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  }

  #unite(i: number, j: number): void {
    const [p, q] = [this.#rootOf(i), this.#rootOf(j)];
    if (p !== q) this.#parent[Math.max(p, q)] = Math.min(p, q);
  }

  /**
   * Links the points. Points of one cell are always near, so only their times matter. Between two
   * cells, one near pair links both chains, so pairs are compared only until one is near.
   */
  *#link(): Generator<void> {
    const grid = new ClusterGrid(this.#km);
    for (let i = 0; i < this.#lon.length; i++) {
      grid.add(i, this.#lon[i]!, this.#lat[i]!);
      if (i % perStep === 0) yield;
    }
    let steps = 0;
    for (const cell of grid.cells()) {
      cell.chains = yield* this.#chainSteps(cell.points);
      if (++steps % 50 === 0) yield;
    }
    for (const cell of grid.cells()) {
      for (const other of grid.neighboursAfter(cell))
        yield* this.#linkChains(cell.chains, other.chains);
      if (++steps % 50 === 0) yield;
    }
  }

  /**
   * The points of a cell as chains in order of time, each linked to the next; chains are united.
   */
  *#chainSteps(points: readonly number[]): Generator<void, number[][]> {
    const time = this.#time;
    const isSingle = points.length === 1;
    const inOrder = isSingle ? points : yield* sortSteps(points, (i, j) => time[i]! - time[j]!);
    const chains: number[][] = [];
    for (const [at, i] of inOrder.entries()) {
      const before = inOrder[at - 1];
      if (before === undefined || time[i]! - time[before]! > this.#gapMs) chains.push([i]);
      else {
        this.#unite(before, i);
        chains.at(-1)!.push(i);
      }
      if (at % perStep === perStep - 1) yield;
    }
    return chains;
  }

  *#linkChains(
    some: readonly (readonly number[])[],
    others: readonly (readonly number[])[],
  ): Generator<void> {
    for (const chain of some) {
      for (const other of others) {
        const isApart =
          this.#time[chain[0]!]! - this.#time[other.at(-1)!]! > this.#gapMs ||
          this.#time[other[0]!]! - this.#time[chain.at(-1)!]! > this.#gapMs;
        if (isApart || this.#rootOf(chain[0]!) === this.#rootOf(other[0]!)) continue;
        yield* this.#linkIfNear(chain, other);
      }
    }
  }

  /** Unites two chains if any of one lies near any of the other in place and time. */
  *#linkIfNear(chain: readonly number[], other: readonly number[]): Generator<void> {
    let pairs = 0;
    let from = 0;
    for (const i of chain) {
      // Both are in order of time: too early for this point is too early for the next.
      while (from < other.length && this.#time[other[from]!]! < this.#time[i]! - this.#gapMs)
        from++;
      for (let at = from; at < other.length; at++) {
        const j = other[at]!;
        if (this.#time[j]! - this.#time[i]! > this.#gapMs) break;
        if (this.#isNear(i, j)) return this.#unite(i, j);
        if (++pairs % perStep === 0) yield;
      }
    }
  }

  #isNear(i: number, j: number): boolean {
    const a = [this.#lon[i]!, this.#lat[i]!] as const;
    const b = [this.#lon[j]!, this.#lat[j]!] as const;
    const share = planeDistanceKm(a, b) / this.#km;
    // The plane suffices except for close calls and near the poles.
    if (Math.abs(a[1]) < 80 && Math.abs(share - 1) > 0.01) return share < 1;
    return distanceKm(a, b) <= this.#km;
  }

  #cluster(members: readonly number[]): Cluster {
    const first = this.#lon[members[0]!]!;
    let [east, lat, strongest] = [0, 0, Number.NEGATIVE_INFINITY];
    let laterCount = 0;
    let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const i of members) {
      east += longitudeNear(this.#lon[i]!, first) - first;
      lat += this.#lat[i]!;
      if (this.#isLater[i]) laterCount++;
      firstMs = Math.min(firstMs, this.#time[i]!);
      lastMs = Math.max(lastMs, this.#time[i]!);
      if (this.#strength[i]! > strongest) strongest = this.#strength[i]!;
    }
    const lon = wrapLongitude(first + east / members.length);
    return {
      number: members[0]!,
      count: members.length,
      laterCount,
      lon,
      lat: lat / members.length,
      firstMs,
      lastMs,
      strongest: Number.isFinite(strongest) ? strongest : null,
    };
  }
}
