import {
  type Geometry,
  type MultiLineString,
  type MultiPolygon,
  type Position,
  polygonsOf,
} from "@emberline/geo";
import { type MapPlace, type Span, withoutCut } from "@emberline/map";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type JsonObject, numberOf, textOf } from "../answer/json.ts";

/** Longitude and latitude, alternating. */
type Line = readonly number[];

/** The world at 1:110 million. */
export interface World {
  readonly land: MultiPolygon;
  /** Without the cuts at the antimeridian. */
  readonly coasts: MultiLineString;
  readonly borders: MultiLineString;
}

/** A finer part of the basemap, and its names. */
export interface Ground {
  readonly span: Span;
  readonly kmPerPixel: number;
  /** Absent at scales for which the world is enough. */
  readonly part: {
    readonly land: readonly (readonly Line[])[];
    readonly coasts: readonly Line[];
    readonly borders: readonly Line[];
    readonly stateBorders: readonly Line[];
  } | null;
  readonly places: readonly MapPlace[];
}

/** Reads the atlas of the page: base64 of deflated TopoJSON. */
export async function readWorld(packed: string): Promise<World> {
  const bytes = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
  const text = await new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
  ).text();
  const atlas = JSON.parse(text) as Topology<{
    land: GeometryCollection;
    countries: GeometryCollection;
  }>;
  // topojson types positions as lists of numbers.
  const { features } = feature(atlas, atlas.objects.land);
  const land = features.flatMap(({ geometry }) => polygonsOf(geometry as Geometry));
  return {
    land: { type: "MultiPolygon", coordinates: land },
    coasts: { type: "MultiLineString", coordinates: land.flat().flatMap(withoutCut) },
    borders: mesh(atlas, atlas.objects.countries, (a, b) => a !== b) as MultiLineString,
  };
}

/** Reads an answer of `map_ground`. */
export function parseGround(
  { land, coasts, borders, state_borders: stateBorders, places }: JsonObject,
  { span, kmPerPixel }: Pick<Ground, "span" | "kmPerPixel">,
): Ground {
  const part = Array.isArray(land)
    ? {
        land: land.filter(Array.isArray).map(linesOf),
        coasts: linesOf(coasts),
        borders: linesOf(borders),
        stateBorders: linesOf(stateBorders),
      }
    : null;
  return { span, kmPerPixel, part, places: placesOf(places) };
}

function linesOf(lines: unknown): Line[] {
  if (!Array.isArray(lines)) return [];
  return lines.filter((line) => Array.isArray(line) && line.every(Number.isFinite));
}

function placesOf(places: unknown): MapPlace[] {
  if (!Array.isArray(places)) return [];
  return places.filter(Array.isArray).flatMap(([name, lon, lat, population]) => {
    const [x, y] = [numberOf(lon), numberOf(lat)];
    return textOf(name) === null || x === null || y === null
      ? []
      : [{ name, position: [x, y] as const, population: numberOf(population) ?? 0 }];
  });
}

/** The positions of a line of alternating numbers. */
export function* positionsIn(line: Line): Iterable<Position> {
  for (let i = 0; i + 1 < line.length; i += 2) yield [line[i]!, line[i + 1]!];
}
