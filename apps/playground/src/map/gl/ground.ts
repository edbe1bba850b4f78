import { geoArea, geoCentroid } from "d3-geo";
import type { Feature, FeatureCollection, GeoJSON, Polygon } from "geojson";
import { feature } from "topojson-client";
import { loadAtlas, type Topology } from "../atlas.ts";
import { bordersOf } from "../borders.ts";
import type { Geometry } from "../geometry.ts";
import { unwrap } from "../unwrap.ts";

/** The basemap on a plane, where nothing runs from one edge of the world to the other. */
export interface Ground {
  readonly land: FeatureCollection;
  readonly borders: GeoJSON;
  readonly states: GeoJSON;
  /** Points with `name`, and `rank` from 0 for the largest area. */
  readonly countryNames: FeatureCollection;
  readonly stateNames: FeatureCollection;
}

export async function loadGround(): Promise<Ground> {
  const [world, us] = await Promise.all([loadAtlas("fine"), loadAtlas("states")]);
  return {
    land: { type: "FeatureCollection", features: featuresOf(world, "land").map(onPlane) },
    borders: unwrap(bordersOf(world, "countries"), 0),
    states: bordersOf(us, "states"),
    countryNames: namesOf(featuresOf(world, "countries")),
    stateNames: namesOf(featuresOf(us, "states")),
  };
}

type Area = Feature<Geometry, { name?: string } | null>;

function featuresOf(atlas: Topology, name: string): Area[] {
  const found: Area | FeatureCollection = feature(atlas, atlas.objects[name]!);
  return (found.type === "FeatureCollection" ? found.features : [found]) as Area[];
}

function onPlane(area: Area): Area {
  return { ...area, geometry: unwrap(area.geometry, 0) };
}

/** Each name in the middle of the largest part of its area. */
function namesOf(areas: readonly Area[]): FeatureCollection {
  const named = areas
    .map(({ geometry, properties }) => ({ name: properties?.name, part: largestPart(geometry) }))
    .filter(({ name, part }) => name !== undefined && part !== null)
    .map(({ name, part }) => ({ name, part: part!, area: geoArea(part!) }))
    .sort((a, b) => b.area - a.area);
  const features = named.map(
    ({ name, part }, rank): Feature => ({
      type: "Feature",
      properties: { name, rank },
      geometry: { type: "Point", coordinates: geoCentroid(part) },
    }),
  );
  return { type: "FeatureCollection", features };
}

function largestPart(geometry: Geometry): Polygon | null {
  if (geometry.type === "Polygon") return geometry;
  if (geometry.type !== "MultiPolygon") return null;
  const parts = geometry.coordinates.map(
    (coordinates): Polygon => ({ type: "Polygon", coordinates }),
  );
  return parts.reduce((a, b) => (geoArea(b) > geoArea(a) ? b : a));
}
