import { type Geometry, type Polygon, polygonsOf } from "@emberline/geo";
import { geoArea, geoCentroid } from "d3-geo";
import type { FeatureCollection, GeoJSON } from "geojson";
import {
  type Area,
  areasOf,
  bordersOf,
  coastsOf,
  loadStates,
  loadWorld,
  type World,
} from "./atlas.ts";
import { unwrap } from "./unwrap.ts";

/** Land, coasts and borders on a plane, without lines across the whole world. */
export interface Land {
  readonly land: FeatureCollection;
  readonly coasts: GeoJSON;
  readonly borders: GeoJSON;
}

export interface Ground extends Land {
  readonly states: GeoJSON;
  /** Points with `name`, and `rank` from 0 for the largest area. */
  readonly countryNames: FeatureCollection;
  readonly stateNames: FeatureCollection;
}

export async function loadGround(): Promise<Ground> {
  const [world, us] = await Promise.all([loadWorld("medium"), loadStates()]);
  return {
    ...landOf(world),
    states: bordersOf(us, "states"),
    countryNames: namesOf(areasOf(world, "countries")),
    stateNames: namesOf(areasOf(us, "states")),
  };
}

/** For a map of a small part of the world. */
export async function loadFineLand(): Promise<Land> {
  return landOf(await loadWorld("fine"));
}

function landOf(world: World): Land {
  return {
    land: {
      type: "FeatureCollection",
      features: areasOf(world, "land").map(({ geometry }) => ({
        type: "Feature",
        properties: {},
        geometry: unwrap(geometry, 0),
      })),
    },
    coasts: unwrap(coastsOf(world, "countries"), 0),
    borders: unwrap(bordersOf(world, "countries"), 0),
  };
}

/** Each name in the middle of the largest part of its area. */
function namesOf(areas: readonly Area[]): FeatureCollection {
  const named = areas
    .map(({ name, geometry }) => ({ name, part: largestPart(geometry) }))
    .filter((each): each is { name: string; part: Polygon } => each.part !== null)
    .map((each) => ({ ...each, area: geoArea(each.part) }))
    .sort((a, b) => b.area - a.area);
  return {
    type: "FeatureCollection",
    features: named.map(({ name, part }, rank) => ({
      type: "Feature",
      properties: { name, rank },
      geometry: { type: "Point", coordinates: geoCentroid(part) },
    })),
  };
}

function largestPart(geometry: Geometry): Polygon | null {
  const parts = polygonsOf(geometry).map((coordinates) => {
    const part: Polygon = { type: "Polygon", coordinates };
    return { part, area: geoArea(part) };
  });
  return parts.length === 0 ? null : parts.reduce((a, b) => (b.area > a.area ? b : a)).part;
}
