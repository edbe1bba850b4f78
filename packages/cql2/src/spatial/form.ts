import { type Geometry, type Position, pathsOf, polygonsOf } from "@emberline/geo";
import { EdgeTree } from "./edge-tree.ts";
import { type Edges, edgesOf, inZOrder } from "./edges.ts";
import { isOnEdge, type Location, locateInArea } from "./locate.ts";
import { type Mended, mend } from "./mend.ts";
import { overlay } from "./overlay.ts";
import { finish, type Steps } from "./steps.ts";

/** A geometry in DE-9IM's terms: parts of three dimensions, none of which lies in or on another. */
export class Form {
  /** Valid rings with the area on their left. */
  readonly area: EdgeTree | undefined;
  readonly lines: EdgeTree | undefined;
  /** Edges without length. */
  readonly points: EdgeTree | undefined;
  #lineEnds: EdgeTree | null | undefined;

  private constructor(
    area: EdgeTree | undefined,
    lines: EdgeTree | undefined,
    points: EdgeTree | undefined,
  ) {
    this.area = area;
    this.lines = lines;
    this.points = points;
  }

  static *of(
    rings: readonly (readonly Position[])[],
    lines: readonly (readonly Position[])[],
    points: readonly Position[],
  ): Steps<Form> {
    const pointPaths = points.map((point) => [point]);
    return new Form(yield* treeOf(rings), yield* treeOf(lines), yield* treeOf(pointPaths));
  }

  /** The highest dimension of its parts. */
  get dimension(): 0 | 1 | 2 {
    return this.area ? 2 : this.lines ? 1 : 0;
  }

  get trees(): EdgeTree[] {
    return [this.area, this.lines, this.points].filter((tree) => tree !== undefined);
  }

  get bytes(): number {
    return this.trees.reduce((sum, tree) => sum + tree.bytes, 0);
  }

  locate(x: number, y: number): Location {
    const inArea = this.area ? locateInArea(this.area, x, y) : "exterior";
    if (inArea !== "exterior") return inArea;
    if (this.lines && isOnEdge(this.lines, x, y)) {
      return this.isLineEnd(x, y) ? "boundary" : "interior";
    }
    return this.points && isOnEdge(this.points, x, y) ? "interior" : "exterior";
  }

  isLineEnd(x: number, y: number): boolean {
    return this.lineEnds !== undefined && isOnEdge(this.lineEnds, x, y);
  }

  /**
   * The boundary of the lines, as edges without length: places where an odd number of lines end
   * (mod-2 rule of OGC 06-103r4, section 6.1.7).
   */
  get lineEnds(): EdgeTree | undefined {
    if (this.#lineEnds === undefined) {
      const ends = this.lines ? endsOf(this.lines.edges) : [];
      this.#lineEnds = finish(treeOf(ends.map((end) => [end]))) ?? null;
    }
    return this.#lineEnds ?? undefined;
  }
}

function* treeOf(paths: readonly (readonly Position[])[]): Steps<EdgeTree | undefined> {
  if (paths.length === 0) return undefined;
  const ordered = inZOrder(paths, (path) => path);
  yield;
  const edges = yield* edgesOf(ordered);
  yield;
  return new EdgeTree(edges);
}

function endsOf({ xy, ends, paths }: Edges): Position[] {
  const odd = new Map<string, Position>();
  for (let path = 0; path + 1 < paths.length; path++) {
    for (const end of [2 * paths[path]!, 2 * paths[path + 1]! - 1]) {
      const position: Position = [xy[2 * ends[end]!]!, xy[2 * ends[end]! + 1]!];
      const key = position.join();
      if (!odd.delete(key)) odd.set(key, position);
    }
  }
  return [...odd.values()];
}

/**
 * The form of a geometry with a shape. Polygons are repaired; the members of a collection are
 * merged, as a union would do.
 *
 * @throws {Cql2Error} when it crosses itself too often (`limit`)
 */
export function* formOf(geometry: Geometry): Steps<Form> {
  switch (geometry.type) {
    case "Point":
      return yield* Form.of([], [], [geometry.coordinates]);
    case "MultiPoint":
      return yield* Form.of([], [], distinct(geometry.coordinates));
    case "LineString":
    case "MultiLineString":
      return yield* Form.of([], pathsOf(geometry), []);
    case "Polygon":
    case "MultiPolygon": {
      const { areas, linesOutside, points } = yield* mend(polygonsOf(geometry));
      return yield* withPoints(areas, linesOutside, points);
    }
    case "GeometryCollection":
      return yield* formOfParts(geometry);
  }
}

function* formOfParts(collection: Geometry): Steps<Form> {
  // Of each part, as a part may have more than a call has room for arguments.
  const areas: Mended["areas"][] = [];
  const lines: (readonly Position[][])[] = [];
  const points: (readonly Position[])[] = [];
  for (const part of partsOf(collection)) {
    if (part.type === "Polygon" || part.type === "MultiPolygon") {
      const mended: Mended = yield* mend(polygonsOf(part));
      areas.push(mended.areas);
      lines.push(mended.linesOutside);
      points.push(mended.points);
    } else if (part.type === "LineString" || part.type === "MultiLineString") {
      lines.push(pathsOf(part));
    } else {
      points.push(pathsOf(part).flat());
    }
  }
  const merged = yield* overlay(areas.flat(), lines.flat());
  return yield* withPoints(merged.areas, merged.lines, distinct(points.flat()));
}

/** Areas and lines, with the points that lie neither in nor on them. */
function* withPoints(
  areas: readonly Position[][][],
  lines: readonly Position[][],
  points: readonly Position[],
): Steps<Form> {
  const rings = areas.flat();
  const form = yield* Form.of(rings, lines, []);
  const lonely = points.filter(([x, y]) => form.locate(x, y) === "exterior");
  return lonely.length === 0 ? form : yield* Form.of(rings, lines, lonely);
}

function partsOf(geometry: Geometry): Geometry[] {
  return geometry.type === "GeometryCollection" ? geometry.geometries.flatMap(partsOf) : [geometry];
}

function distinct(points: readonly Position[]): Position[] {
  return [...new Map(points.map((point) => [`${point[0] + 0} ${point[1] + 0}`, point])).values()];
}
