import {
  type Box,
  boxesOverlap,
  extentOf,
  type Geometry,
  type MultiLineString,
  type MultiPolygon,
  type Position,
  polygonsOf,
  wrapLongitude,
} from "@emberline/geo";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { feature, mesh } from "topojson-client";
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
} from "topojson-specification";
import { windRings } from "./path.ts";
import { boxOfSpan, centerOf, outlineOf, type Span, type View } from "./view.ts";
import { loadWaters } from "./waters.ts";

/** Natural Earth at 1:110, 1:50 and 1:10 million. */
type Detail = "coarse" | "medium" | "fine";

type Atlas = Topology<{
  land: GeometryCollection | TopoMultiPolygon;
  countries: GeometryCollection;
}>;
type States = Topology<{ states: GeometryCollection }>;

interface Atlases {
  readonly land: readonly { readonly polygon: Position[][]; readonly box: Box }[];
  readonly borders: MultiLineString;
}

/** The basemap of one map, limited to its span. */
export interface Basemap {
  readonly land: MultiPolygon;
  /** Land cut by the antimeridian, and its coasts without the cut. */
  readonly cutLand: MultiPolygon;
  readonly cutCoasts: MultiLineString;
  readonly borders: MultiLineString;
  readonly rivers: MultiLineString;
  readonly lakes: MultiPolygon;
  /** Borders of US states; null if none is in view or the scale is too small. */
  readonly stateBorders: MultiLineString | null;
}

const loaded = new Map<Detail, Promise<Atlases>>();
let states: Promise<MultiLineString> | undefined;

/** Loads the files that the view needs, each on first use. */
export async function basemapOf(view: Seen): Promise<Basemap> {
  const detail = detailOf(view);
  const atlases = loaded.get(detail) ?? load(detail);
  loaded.set(detail, atlases);
  const { land, borders } = await atlases;
  const { visible } = view;
  const inSight = visible ? landInSight(land, visible) : land.map(({ polygon }) => polygon);
  const isCut = (polygon: Position[][]) => polygon.some(hasCut);
  const cut = inSight.filter(isCut);
  let stateBorders: MultiLineString | null = null;
  if (visible && view.kmPerPixel < 6 && boxesOverlap(usaBox, boxOfSpan(visible))) {
    states ??= loadStates();
    stateBorders = linesInSight(await states, visible);
  }
  const { rivers, lakes } = await loadWaters();
  const seen = visible ? sight(visible) : () => true;
  const isDrawn = view.kmPerPixel < widestWaters;
  const lakesInSight = lakes.filter((ring) => isDrawn && ring.some(seen));
  return {
    rivers: {
      type: "MultiLineString",
      coordinates: rivers.filter((line) => isDrawn && line.some(seen)),
    },
    lakes: { type: "MultiPolygon", coordinates: lakesInSight.map((ring) => windRings([ring])) },
    land: { type: "MultiPolygon", coordinates: inSight.filter((each) => !isCut(each)) },
    cutLand: { type: "MultiPolygon", coordinates: cut },
    cutCoasts: { type: "MultiLineString", coordinates: cut.flat().flatMap(withoutCut) },
    borders: visible ? linesInSight(borders, visible) : borders,
    stateBorders,
  };
}

/** Kilometres to a pixel from which on rivers and lakes are left out. */
const widestWaters = 12;

/** Greatest distance between neighbouring positions of the basemap. */
const longestStepDeg = 2;

/**
 * The polygons with a coast in the span. Inland, a box of land replaces the continent, which would
 * take a thousand times as long to project.
 */
function landInSight(land: Atlases["land"], visible: Span): Position[][][] {
  const sees = sight(visible);
  const center = centerOf(visible);
  const visibleBox = boxOfSpan(visible);
  const inSight: Position[][][] = [];
  let isInland = false;
  for (const { polygon, box } of land) {
    if (!boxesOverlap(box, visibleBox)) continue;
    if (polygon.some((ring) => ring.some(sees))) inSight.push(polygon);
    // In the plane: on the sphere a continent takes as long as all the rest of a picture.
    else isInland ||= booleanPointInPolygon(center, { type: "Polygon", coordinates: polygon });
  }
  // d3-geo expects rings in the opposite winding to GeoJSON.
  if (isInland) inSight.push([outlineOf(visible).reverse()]);
  return inSight;
}

function linesInSight({ coordinates }: MultiLineString, visible: Span): MultiLineString {
  const sees = sight(visible);
  return { type: "MultiLineString", coordinates: coordinates.filter((line) => line.some(sees)) };
}

/** Whether a position lies in the span or so close that a line from it may enter. */
function sight(visible: Span): (position: Position) => boolean {
  const middle = (visible.west + visible.east) / 2;
  const reach = (visible.east - visible.west) / 2 + longestStepDeg;
  const [south, north] = [visible.south - longestStepDeg, visible.north + longestStepDeg];
  return ([lon, lat]) =>
    lat >= south && lat <= north && Math.abs(wrapLongitude(lon - middle)) <= reach;
}

/** What of a view decides on its basemap. */
type Seen = Pick<View, "kind" | "kmPerPixel" | "visible">;

function detailOf({ kind, kmPerPixel }: Seen): Detail {
  if (kind === "world" || kmPerPixel > 25) return "coarse";
  return kmPerPixel > 1.5 ? "medium" : "fine";
}

async function load(detail: Detail): Promise<Atlases> {
  // Literal paths, so that bundlers find the files.
  const read = {
    coarse: () => import("world-atlas/countries-110m.json", { with: { type: "json" } }),
    medium: () => import("world-atlas/countries-50m.json", { with: { type: "json" } }),
    fine: () => import("world-atlas/countries-10m.json", { with: { type: "json" } }),
  };
  // topojson types positions as number[]; in these files they are longitude, latitude.
  const atlas = (await read[detail]()).default as unknown as Atlas;
  const { land, countries } = atlas.objects;
  const shapes = feature(atlas, land as GeometryCollection).features ?? [feature(atlas, land)];
  const polygons = shapes.flatMap(({ geometry }) => polygonsOf(geometry as Geometry));
  return {
    land: polygons.map((polygon) => ({ polygon, box: boxOfRing(polygon[0]!) })),
    borders: mesh(atlas, countries, (a, b) => a !== b) as MultiLineString,
  };
}

async function loadStates(): Promise<MultiLineString> {
  const file = await import("us-atlas/states-10m.json", { with: { type: "json" } });
  const atlas = file.default as unknown as States;
  return mesh(atlas, atlas.objects.states, (a, b) => a !== b) as MultiLineString;
}

const usaBox: Box = [-180, 17, -64, 72];

/** A box that holds the ring; one that crosses the antimeridian counts as going around. */
function boxOfRing(ring: Position[]): Box {
  const [west, south, east, north] = extentOf({ type: "LineString", coordinates: ring })!;
  // Antarctica goes around its pole without touching it.
  return [west, south < -80 ? -90 : south, east, north];
}

/** Atlases cut land along the antimeridian; the cut must not look like a coast. */
const isOnCut = (position: Position) => Math.abs(position[0]) > 179.99;

function hasCut(ring: readonly Position[]): boolean {
  return ring.some((position, i) => i > 0 && isOnCut(position) && isOnCut(ring[i - 1]!));
}

/** The parts of a ring or line that do not run along the cut. */
export function withoutCut(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  line.forEach((position, i) => {
    if (i > 0 && isOnCut(position) && isOnCut(line[i - 1]!)) parts.push([]);
    parts.at(-1)!.push(position);
  });
  return parts.filter((part) => part.length > 1);
}
