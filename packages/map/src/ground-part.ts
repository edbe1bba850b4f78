import { kmPerDegree, longitudeNear, type Position, wrapLongitude } from "@emberline/geo";
import { type GeoPermissibleObjects, geoEquirectangular, geoStream } from "d3-geo";
import { basemapOf } from "./basemap.ts";
import { centerOf, type Span } from "./view.ts";

/** Longitude and latitude, alternating: half the JSON of pairs. */
type Line = readonly number[];

/** A part of the basemap for a map that moves, cut to a span. */
export interface GroundPart {
  /** Polygons as lists of rings, to be filled. */
  readonly land: readonly (readonly Line[])[];
  readonly coasts: readonly Line[];
  readonly borders: readonly Line[];
  readonly stateBorders: readonly Line[];
}

export const groundLimits = {
  /** Coarser maps use the atlas that the page has itself. */
  maxKmPerPixel: 25,
  /** With more, a coarser basemap is returned. */
  maxPositions: 40_000,
} as const;

/** The basemap is read this far beyond the span, so that its own cut edges lie outside. */
const beyondDeg = 1;

/** The basemap in a span, with the detail that a scale needs. */
export async function groundIn(span: Span, kmPerPixel: number): Promise<GroundPart> {
  const visible = {
    west: span.west - beyondDeg,
    east: span.east + beyondDeg,
    south: Math.max(-90, span.south - beyondDeg),
    north: Math.min(90, span.north + beyondDeg),
  };
  for (let scale = kmPerPixel; ; scale *= 2) {
    const basemap = await basemapOf({ kind: "local", kmPerPixel: scale, visible });
    const cutter = new Cutter(span, scale);
    const land = [...basemap.land.coordinates, ...basemap.cutLand.coordinates];
    const part = {
      land: land.flatMap((polygon) => cutter.areas(polygon)),
      coasts: [
        ...cutter.lines(basemap.land.coordinates.flat()),
        ...cutter.lines(basemap.cutCoasts.coordinates),
      ],
      borders: cutter.lines(basemap.borders.coordinates),
      stateBorders: cutter.lines(basemap.stateBorders?.coordinates ?? []),
    };
    if (cutter.positions <= groundLimits.maxPositions) return part;
  }
}

/** Cuts lines and areas to a span, on a plane of degrees around its middle. */
class Cutter {
  positions = 0;
  readonly #middle: number;
  readonly #toPlane;
  readonly #stepDeg: number;
  readonly #unit: number;

  constructor(span: Span, kmPerPixel: number) {
    const [lon] = centerOf(span);
    this.#middle = lon;
    // Closer positions would fall on the same pixel.
    this.#stepDeg = (kmPerPixel * 0.6) / kmPerDegree;
    this.#unit = 10 ** Math.min(5, Math.max(2, Math.ceil(-Math.log10(this.#stepDeg)) + 1));
    const [west, east] = [span.west, span.east].map((each) => longitudeNear(each, lon) - lon);
    const half = span.east - span.west >= 360 ? 180 : Math.max(-west!, east!);
    this.#toPlane = geoEquirectangular()
      .rotate([-lon, 0])
      .scale(180 / Math.PI)
      .translate([0, 0])
      .precision(0)
      .clipExtent([
        [-half, -span.north],
        [half, -span.south],
      ]);
  }

  /** The parts of a polygon, each with its holes. */
  areas(polygon: readonly Position[][]): Line[][] {
    const rings = this.#cut({ type: "Polygon", coordinates: [...polygon] }, 4);
    return rings.length > 0 ? [rings] : [];
  }

  lines(lines: readonly Position[][]): Line[] {
    return this.#cut({ type: "MultiLineString", coordinates: [...lines] }, 2);
  }

  #cut(geometry: GeoPermissibleObjects, leastPositions: number): number[][] {
    const lines: number[][] = [];
    let line: number[] = [];
    let isArea = false;
    let last: [number, number] = [0, 0];
    const put = (x: number, y: number) => {
      const [lon, lat] = [this.#round(wrapLongitude(x + this.#middle)), this.#round(-y)];
      line.push(lon, lat);
      last = [x, y];
    };
    let pending = null as readonly [number, number] | null;
    const sink = {
      polygonStart: () => {
        isArea = true;
      },
      polygonEnd: () => {
        isArea = false;
      },
      lineStart: () => {
        line = [];
        pending = null;
      },
      point: (x: number, y: number) => {
        const isFar = Math.abs(x - last[0]) + Math.abs(y - last[1]) >= this.#stepDeg;
        if (line.length > 0 && !isFar) {
          pending = [x, y];
          return;
        }
        put(x, y);
        pending = null;
      },
      lineEnd: () => {
        if (pending) put(pending[0], pending[1]);
        if (isArea && line.length > 0) line.push(line[0]!, line[1]!);
        if (line.length < leastPositions * 2) return;
        this.positions += line.length / 2;
        lines.push(line);
      },
    };
    geoStream(geometry, this.#toPlane.stream(sink));
    return lines;
  }

  #round(degrees: number): number {
    return Math.round(degrees * this.#unit) / this.#unit;
  }
}
