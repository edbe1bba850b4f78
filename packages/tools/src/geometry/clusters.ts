import { distanceKm } from "@emberline/core";
import { leastKmPerDegree, longitudeNear, planeDistanceKm, wrapLongitude } from "@emberline/geo";

/** Detections that may belong to one fire: joined by a stated distance and time. */
export interface Cluster {
  readonly count: number;
  /** How many of them were added as of a later period. */
  readonly laterCount: number;
  /** Mean position. */
  readonly lon: number;
  readonly lat: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Greatest strength, or null where none is known. */
  readonly strongest: number | null;
}

const radians = Math.PI / 180;

/**
 * Groups points of time and place: two belong together when they lie at most
 * `km` and `hours` apart, or a chain of others links them (single linkage,
 * by union-find over a grid). Distances are those on the WGS 84 ellipsoid.
 */
export class Clusters {
  readonly #km: number;
  readonly #gapMs: number;
  readonly #lon: number[] = [];
  readonly #lat: number[] = [];
  readonly #time: number[] = [];
  readonly #strength: number[] = [];
  readonly #isLater: boolean[] = [];

  /** @param hours may be infinite: then only distance joins */
  constructor(km: number, hours: number) {
    this.#km = km;
    this.#gapMs = hours * 3_600_000;
  }

  /** @param strength NaN where it is not known */
  add(lon: number, lat: number, timeMs: number, strength: number, isLater = false): void {
    this.#lon.push(lon);
    this.#lat.push(lat);
    this.#time.push(timeMs);
    this.#strength.push(strength);
    this.#isLater.push(isLater);
  }

  /** The clusters, the one with most points first. */
  join(): Cluster[] {
    const parent = Int32Array.from(this.#lon, (_, i) => i);
    const find = (i: number): number => {
      let root = i;
      while (parent[root] !== root) root = parent[root]!;
      while (parent[i] !== root) [parent[i], i] = [root, parent[i]!];
      return root;
    };
    for (const [i, j] of this.#neighbours()) {
      const [p, q] = [find(i), find(j)];
      if (p !== q) parent[Math.max(p, q)] = Math.min(p, q);
    }
    const members = new Map<number, number[]>();
    for (let i = 0; i < parent.length; i++) {
      const root = find(i);
      const list = members.get(root);
      if (list) list.push(i);
      else members.set(root, [i]);
    }
    return [...members.values()]
      .map((list) => this.#cluster(list))
      .sort((x, y) => y.count - x.count || x.firstMs - y.firstMs);
  }

  /** Every pair within distance and time, once; looked for in rows of latitude, and within a row in cells of longitude. */
  *#neighbours(): Generator<[number, number]> {
    const cells = new Map<string, number[]>();
    for (let i = 0; i < this.#lon.length; i++) {
      const row = Math.floor(this.#lat[i]! / this.#rowDeg);
      for (let r = row - 1; r <= row + 1; r++) {
        const columns = this.#columns(r);
        const column = this.#column(i, columns);
        // In a row of few cells, near a pole, the neighbours on both sides may be the same.
        const around = new Set([column, (column + 1) % columns, (column + columns - 1) % columns]);
        for (const c of around) {
          for (const j of cells.get(`${r}/${c}`) ?? []) if (this.#isNear(i, j)) yield [i, j];
        }
      }
      const key = `${row}/${this.#column(i, this.#columns(row))}`;
      const cell = cells.get(key);
      if (cell) cell.push(i);
      else cells.set(key, [i]);
    }
  }

  get #rowDeg(): number {
    return this.#km / leastKmPerDegree;
  }

  /** How many cells a row has, none narrower than the distance anywhere in the row and beside it. */
  #columns(row: number): number {
    const farthest = Math.min(90, Math.max(Math.abs(row - 1), Math.abs(row + 2)) * this.#rowDeg);
    // A degree of longitude is at least 111.3 km times the cosine of the latitude.
    const kmPerDeg = 111.3 * Math.cos(farthest * radians);
    return Math.max(1, Math.floor((360 * kmPerDeg) / this.#km));
  }

  #column(i: number, columns: number): number {
    const turn = (((this.#lon[i]! % 360) + 360) % 360) / 360;
    return Math.min(columns - 1, Math.floor(turn * columns));
  }

  #isNear(i: number, j: number): boolean {
    if (Math.abs(this.#time[i]! - this.#time[j]!) > this.#gapMs) return false;
    const a = [this.#lon[i]!, this.#lat[i]!] as const;
    const b = [this.#lon[j]!, this.#lat[j]!] as const;
    const share = planeDistanceKm(a, b) / this.#km;
    // The plane decides all but close calls; near the poles it is no guide.
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
