import type { Geometry, Position } from "@emberline/geo";
import { type GeoPermissibleObjects, type GeoProjection, geoArea, geoStream } from "d3-geo";

/** Closer positions of a line are merged, unless the caller wants it finer. */
const coarsePx = 0.6;

export function px(value: number, steps = 10): string {
  const rounded = Math.round(value * steps) / steps;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** Lines and areas as an SVG path, and their size in pixels. */
export interface Outline {
  readonly path: string;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * Projects lines and areas. Positions on the same pixel are merged, so detailed coastlines and
 * perimeters are cheap to draw. Areas must be wound by {@link woundForDrawing}. Points have no
 * path.
 */
export function outlineOn(
  projection: GeoProjection,
  geometry: GeoPermissibleObjects,
  mergePx = coarsePx,
): Outline {
  const sink = new PathSink(mergePx);
  geoStream(geometry, projection.stream(sink));
  return sink;
}

class PathSink implements Outline {
  path = "";
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;
  readonly #mergePx: number;
  readonly #steps: number;
  #isArea = false;
  #line: [number, number][] | null = null;
  #last: [number, number] = [0, 0];

  constructor(mergePx: number) {
    this.#mergePx = mergePx;
    this.#steps = mergePx < 0.3 ? 100 : 10;
  }

  // The stream methods of d3-geo.
  polygonStart() {
    this.#isArea = true;
  }
  polygonEnd() {
    this.#isArea = false;
  }
  lineStart() {
    this.#line = [];
  }
  point(x: number, y: number) {
    if (!this.#line) return;
    this.#last = [x, y];
    const before = this.#line.at(-1);
    if (before && Math.abs(x - before[0]) + Math.abs(y - before[1]) < this.#mergePx) return;
    this.#line.push(this.#last);
    this.minX = Math.min(this.minX, x);
    this.minY = Math.min(this.minY, y);
    this.maxX = Math.max(this.maxX, x);
    this.maxY = Math.max(this.maxY, y);
  }
  lineEnd() {
    const line = this.#line!;
    if (!this.#isArea && line.length > 0 && line.at(-1) !== this.#last) line.push(this.#last);
    this.#line = null;
    if (line.length < (this.#isArea ? 3 : 2)) return;
    this.path += `M${line.map(([x, y]) => `${px(x, this.#steps)},${px(y, this.#steps)}`).join("L")}${this.#isArea ? "Z" : ""}`;
  }
}

/**
 * The same geometry with rings wound for d3-geo: clockwise outside. On a sphere
 * the opposite winding (as in RFC 7946) encloses the rest of the world.
 */
export function woundForDrawing(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case "Polygon":
      return { ...geometry, coordinates: windRings(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(windRings) };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map(woundForDrawing) };
    default:
      return geometry;
  }
}

export function windRings(rings: Position[][]): Position[][] {
  return rings.map((ring, i) => {
    const isHole = i > 0;
    const isMostOfTheWorld = geoArea({ type: "Polygon", coordinates: [ring] }) > 2 * Math.PI;
    return isMostOfTheWorld === isHole ? ring : [...ring].reverse();
  });
}

/**
 * A position as part of a path: with round caps a line without length is a dot as wide as the
 * stroke. Thousands of circles would be four times as much text, and take longer to draw.
 */
export function dotPath(x: number, y: number): string {
  return `M${px(x)},${px(y)}h0`;
}

/** A circle as part of a path. */
export function circlePath(x: number, y: number, radiusPx: number): string {
  const r = px(radiusPx);
  const d = px(radiusPx * 2);
  return `M${px(x - radiusPx)},${px(y)}a${r},${r} 0 1 0 ${d},0a${r},${r} 0 1 0 -${d},0`;
}

/** A square as part of a path, by its middle. */
export function squarePath(x: number, y: number, sidePx: number): string {
  const side = px(sidePx);
  return `M${px(x - sidePx / 2)},${px(y - sidePx / 2)}h${side}v${side}h-${side}Z`;
}

/** A square on its corner as part of a path, by its middle and its width. */
export function diamondPath(x: number, y: number, widthPx: number): string {
  const half = px(widthPx / 2);
  return `M${px(x)},${px(y - widthPx / 2)}l${half},${half}l-${half},${half}l-${half},-${half}Z`;
}
