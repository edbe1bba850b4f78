import type { Geometry } from "@emberline/geo";
import { unpack } from "../work/packed.ts";
import type { HeavyContext, Replaced, Unmeasured } from "../work/workers.ts";
import { piecesOf, runExact } from "./run-exact.ts";
import type { AreaMeasure } from "./shapes.ts";

/** Notices for areas that could not be measured. */
const unmeasuredNotices: Readonly<Record<Unmeasured, string>> = {
  tangled:
    "An outline crosses itself more than 50,000 times: its area is unknown and missing from sums and unions.",
  wide: "An outline has an edge of 180° of longitude or more, as if not cut at the antimeridian: its area is unknown and missing from sums and unions.",
};

/** Where the work runs, and what takes notices for the answer. */
export interface OutlinesContext extends HeavyContext {
  note(sentence: string): void;
}

interface Known {
  readonly areaKm2: number | null;
  readonly valid: Geometry;
}

/**
 * Areas, valid forms and simplified forms of a call's outlines, each computed once. Prepared in
 * batches, since the work may run in a thread; then read one at a time.
 */
export class Outlines {
  readonly #context: OutlinesContext;
  readonly #known = new WeakMap<Geometry, Known>();
  readonly #simpler = new WeakMap<Geometry, Geometry>();

  constructor(context: OutlinesContext) {
    this.#context = context;
  }

  /** Prepares areas and valid forms. */
  async measure(geometries: Iterable<Geometry | null>): Promise<void> {
    const fresh = arealOf(geometries).filter((each) => !this.#known.has(each));
    for (const piece of piecesOf(fresh)) {
      const { areasKm2, repaired, unmeasured } = await runExact(
        "measure",
        piece.packed,
        this.#context,
      );
      for (const reason of ["tangled", "wide"] as const) {
        if (unmeasured[reason] > 0) this.#context.note(unmeasuredNotices[reason]);
      }
      const valid = replace(piece.geometries, repaired);
      piece.geometries.forEach((geometry, i) => {
        this.#known.set(geometry, { areaKm2: areasKm2[i]!, valid: valid[i]! });
      });
    }
  }

  /** Prepares simplified forms. */
  async simplify(geometries: Iterable<Geometry | null>): Promise<void> {
    const fresh = arealOf(geometries).filter((each) => !this.#simpler.has(each));
    for (const piece of piecesOf(fresh)) {
      const replaced = await runExact("simplify", piece.packed, this.#context);
      const simpler = replace(piece.geometries, replaced);
      piece.geometries.forEach((geometry, i) => void this.#simpler.set(geometry, simpler[i]!));
    }
  }

  /** Whether a geometry was measured. */
  has(geometry: Geometry): boolean {
    return this.#known.has(geometry);
  }

  /** The area of a measured geometry, in km² on the WGS 84 ellipsoid; null if it has none. */
  readonly areaKm2: AreaMeasure = (geometry) => this.#of(geometry)?.areaKm2 ?? null;

  /** The valid form of a measured geometry. */
  valid(geometry: Geometry): Geometry {
    return this.#of(geometry)?.valid ?? geometry;
  }

  /** The simplified form, or the geometry itself if it has none. */
  simpler(geometry: Geometry): Geometry {
    return this.#simpler.get(geometry) ?? geometry;
  }

  #of(geometry: Geometry): Known | undefined {
    const known = this.#known.get(geometry);
    if (!known && isAreal(geometry)) throw new Error("an outline was read before it was measured");
    return known;
  }
}

function arealOf(geometries: Iterable<Geometry | null>): Geometry[] {
  return [...geometries].filter((each) => each !== null && isAreal(each)) as Geometry[];
}

function isAreal({ type }: Geometry): boolean {
  return type === "Polygon" || type === "MultiPolygon" || type === "GeometryCollection";
}

function replace(geometries: readonly Geometry[], { indices, shapes }: Replaced): Geometry[] {
  const all = [...geometries];
  unpack(shapes).forEach((shape, i) => {
    all[indices[i]!] = shape;
  });
  return all;
}
