import { type Geometry, type Position, pathsOf, polygonsOf } from "@emberline/geo";
import { type Mended, mend } from "./mend.ts";
import { overlay } from "./overlay.ts";
import { EdgeTree } from "./plane/edge-tree.ts";
import { type Edges, edgesOf, inZOrder } from "./plane/edges.ts";
import { isOnEdge, type Location, locateInArea } from "./plane/locate.ts";
import type { Steps } from "./steps.ts";

/** A geometry as DE-9IM sees it: parts of three dimensions, of which none lies in or on another. */
export class Form {
  /** Valid rings with the area on their left. */
  readonly area: EdgeTree | undefined;
  readonly lines: EdgeTree | undefined;
  /** Edges without length. */
  readonly points: EdgeTree | undefined;
  #lineEnds: EdgeTree | null | undefined;

  constructor(
    rings: readonly (readonly Position[])[],
    lines: readonly (readonly Position[])[],
    points: readonly Position[],
  ) {
    this.area = treeOf(rings);
    this.lines = treeOf(lines);
    this.points = treeOf(points.map((point) => [point]));
  }

  /** Of the part of the highest dimension. */
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
   * The boundary of the lines, as edges without length: where an odd number of them ends (the mod-2
   * rule of OGC 06-103r4, section 6.1.7).
   */
  get lineEnds(): EdgeTree | undefined {
    if (this.#lineEnds === undefined) {
      const ends = this.lines ? endsOf(this.lines.edges) : [];
      this.#lineEnds = treeOf(ends.map((end) => [end])) ?? null;
    }
    return this.#lineEnds ?? undefined;
  }
}

function treeOf(paths: readonly (readonly Position[])[]): EdgeTree | undefined {
  return paths.length === 0 ? undefined : new EdgeTree(edgesOf(inZOrder(paths, (path) => path)));
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
 * @throws {Cql2Error} `limit` for one that crosses itself too often
 */
export function* formOf(geometry: Geometry): Steps<Form> {
  switch (geometry.type) {
    case "Point":
      return new Form([], [], [geometry.coordinates]);
    case "MultiPoint":
      return new Form([], [], distinct(geometry.coordinates));
    case "LineString":
    case "MultiLineString":
      return new Form([], pathsOf(geometry), []);
    case "Polygon":
    case "MultiPolygon": {
      const { areas, linesOutside, points } = yield* mend(polygonsOf(geometry));
      const outside = new Form(areas.flat(), linesOutside, []);
      const lonely = points.filter(([x, y]) => outside.locate(x, y) === "exterior");
      return lonely.length === 0 ? outside : new Form(areas.flat(), linesOutside, lonely);
    }
    case "GeometryCollection":
      return yield* formOfParts(geometry);
  }
}

function* formOfParts(collection: Geometry): Steps<Form> {
  const areas: Position[][][] = [];
  const lines: Position[][] = [];
  const points: Position[] = [];
  for (const part of partsOf(collection)) {
    if (part.type === "Polygon" || part.type === "MultiPolygon") {
      const mended: Mended = yield* mend(polygonsOf(part));
      areas.push(...mended.areas);
      lines.push(...mended.linesOutside);
      points.push(...mended.points);
    } else if (part.type === "LineString" || part.type === "MultiLineString") {
      lines.push(...pathsOf(part));
    } else {
      points.push(...pathsOf(part).flat());
    }
  }
  const merged = yield* overlay(areas, lines);
  const outside = new Form(merged.areas.flat(), merged.lines, []);
  const lonely = distinct(points).filter(([x, y]) => outside.locate(x, y) === "exterior");
  return lonely.length === 0 ? outside : new Form(merged.areas.flat(), merged.lines, lonely);
}

function partsOf(geometry: Geometry): Geometry[] {
  return geometry.type === "GeometryCollection" ? geometry.geometries.flatMap(partsOf) : [geometry];
}

function distinct(points: readonly Position[]): Position[] {
  return [...new Map(points.map((point) => [`${point[0] + 0} ${point[1] + 0}`, point])).values()];
}
