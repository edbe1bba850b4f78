import { type Box, extentOf, type Geometry } from "@emberline/geo";
import type { PreparedGeometry } from "../evaluate/spatial-engine.ts";
import {
  type Coordinate,
  edgeFinder,
  type JstsGeometry,
  pointLocator,
  toJsts,
  unionOf,
} from "./jsts.ts";
import { repairGeometry } from "./repair.ts";

type Locate = ReturnType<typeof pointLocator>;

/** A geometry with what predicates need of it, each made when first asked for and then kept. */
export class Shape {
  readonly box: Box;
  /** How often this shape was asked about; what is asked often is worth an index. */
  uses = 0;
  readonly #source: Geometry;
  #repaired: Geometry | undefined;
  #jsts: JstsGeometry | undefined;
  #locate: Locate | undefined;
  #meetsEdges: ((other: JstsGeometry) => boolean) | undefined;

  constructor(source: Geometry, box: Box) {
    this.#source = source;
    this.box = box;
  }

  /** Undefined for a geometry without positions. */
  static of(geometry: Geometry): Shape | undefined {
    const box = extentOf(geometry);
    return box === undefined ? undefined : new Shape(geometry, box);
  }

  get type(): Geometry["type"] {
    return this.#source.type;
  }

  /** The geometry, valid. */
  get geometry(): Geometry {
    this.#repaired ??= repairGeometry(this.#source);
    return this.#repaired;
  }

  /** The geometry in JSTS; the members of a collection are merged, so that DE-9IM is defined. */
  get jsts(): JstsGeometry {
    if (this.#jsts === undefined) {
      const { geometry } = this;
      const made = toJsts(geometry);
      this.#jsts = geometry.type === "GeometryCollection" ? unionOf(made) : made;
    }
    return this.#jsts;
  }

  /** The position of a point; undefined for every other type. */
  get point(): Coordinate | undefined {
    if (this.#source.type !== "Point") return undefined;
    const [x, y] = this.box;
    return { x, y };
  }

  /** Whether the shape is an area only. */
  get isArea(): boolean {
    const { type } = this.geometry;
    return type === "Polygon" || type === "MultiPolygon";
  }

  /** Whether the shape fills its box. */
  get isRectangle(): boolean {
    if (this.#source.type !== "Polygon" || this.#source.coordinates.length !== 1) return false;
    const ring = this.#source.coordinates[0]!;
    const [west, south, east, north] = this.box;
    return (
      ring.length === 5 &&
      ring.every(([x, y]) => (x === west || x === east) && (y === south || y === north)) &&
      ring.every(([x, y], i) => i === 0 || (x === ring[i - 1]![0]) !== (y === ring[i - 1]![1]))
    );
  }

  /** Where a point lies with regard to an area. */
  locate(point: Coordinate): ReturnType<Locate> {
    this.#locate ??= pointLocator(this.jsts);
    return this.#locate(point);
  }

  meetsEdgesOf(other: Shape): boolean {
    this.#meetsEdges ??= edgeFinder(this.jsts);
    return this.#meetsEdges(other.jsts);
  }
}

/** The type that the rest of the package sees. */
export function asPrepared(shape: Shape): PreparedGeometry {
  return shape as unknown as PreparedGeometry;
}

export function asShape(prepared: PreparedGeometry): Shape {
  return prepared as unknown as Shape;
}
