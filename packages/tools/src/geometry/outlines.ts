import type { Geometry } from "@emberline/geo";
import { unpack } from "../work/packed.ts";
import type { HeavyContext, Replaced } from "../work/workers.ts";
import { piecesOf, runExact } from "./run-exact.ts";
import type { AreaMeasure } from "./shapes.ts";

interface Known {
  readonly areaKm2: number | null;
  readonly valid: Geometry;
}

/**
 * Areas, valid forms and simpler forms of the outlines that a call has to do
 * with, each made once. They are asked for many at a time beforehand, since the
 * work runs elsewhere, and then read one by one.
 */
export class Outlines {
  readonly #context: HeavyContext;
  readonly #known = new WeakMap<Geometry, Known>();
  readonly #simpler = new WeakMap<Geometry, Geometry>();

  constructor(context: HeavyContext) {
    this.#context = context;
  }

  /** Makes areas and valid forms, so that they can be read. */
  async measure(geometries: Iterable<Geometry | null>): Promise<void> {
    const fresh = arealOf(geometries).filter((each) => !this.#known.has(each));
    for (const piece of piecesOf(fresh)) {
      const { areasKm2, repaired } = await runExact("measure", piece.packed, this.#context);
      const valid = replace(piece.geometries, repaired);
      piece.geometries.forEach((geometry, i) => {
        this.#known.set(geometry, { areaKm2: areasKm2[i]!, valid: valid[i]! });
      });
    }
  }

  /** Makes simplified forms, so that they can be read. */
  async simplify(geometries: Iterable<Geometry | null>): Promise<void> {
    const fresh = arealOf(geometries).filter((each) => !this.#simpler.has(each));
    for (const piece of piecesOf(fresh)) {
      const replaced = await runExact("simplify", piece.packed, this.#context);
      const simpler = replace(piece.geometries, replaced);
      piece.geometries.forEach((geometry, i) => void this.#simpler.set(geometry, simpler[i]!));
    }
  }

  /**
   * The area of a geometry that was measured, in km² on the WGS 84
   * ellipsoid; null where nothing is areal.
   */
  readonly areaKm2: AreaMeasure = (geometry) => this.#of(geometry)?.areaKm2 ?? null;

  /** The valid form of a geometry that was measured. */
  valid(geometry: Geometry): Geometry {
    return this.#of(geometry)?.valid ?? geometry;
  }

  /** The simplified form; the geometry itself where none was made. */
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
