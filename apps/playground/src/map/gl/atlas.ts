import type { Geometry, MultiLineString } from "@emberline/geo";
import { withoutCut } from "@emberline/map";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Named = { readonly name?: string };
type Atlas<Name extends string> = Topology<Record<Name, GeometryCollection<Named>>>;

/** Declared by hand: an inferred type would be as long as the file. */
type JsonFile = Promise<{ readonly default: unknown }>;

// Literal paths, so that the bundler finds the files.
const worlds = {
  medium: (): JsonFile => import("world-atlas/countries-50m.json"),
  fine: (): JsonFile => import("world-atlas/countries-10m.json"),
};
const states = (): JsonFile => import("us-atlas/states-10m.json");

export type World = Atlas<"land" | "countries">;

/** Countries and their land, by Natural Earth at 1:50 (medium) or 1:10 million (fine). */
export async function loadWorld(detail: keyof typeof worlds): Promise<World> {
  return (await worlds[detail]()).default as World;
}

/** States of the USA, by the US Census Bureau. */
export async function loadStates(): Promise<Atlas<"states">> {
  return (await states()).default as Atlas<"states">;
}

/** An area of an atlas. */
export interface Area {
  readonly name: string | undefined;
  readonly geometry: Geometry;
}

// topojson-client types positions as lists of numbers; those of an atlas are longitude, latitude.

/** The areas of an object of an atlas. */
export function areasOf<Name extends string>(atlas: Atlas<Name>, name: Name): Area[] {
  const { features } = feature(atlas, atlas.objects[name]);
  return features.map(({ geometry, properties }) => ({
    name: properties?.name,
    geometry: geometry as Geometry,
  }));
}

/** The lines between the areas of an object, not those along coasts. */
export function bordersOf<Name extends string>(atlas: Atlas<Name>, name: Name): MultiLineString {
  return mesh(atlas, atlas.objects[name], (a, b) => a !== b) as MultiLineString;
}

/** The outer lines of an object's areas, without the cut along the antimeridian. */
export function coastsOf<Name extends string>(atlas: Atlas<Name>, name: Name): MultiLineString {
  const coasts = mesh(atlas, atlas.objects[name], (a, b) => a === b) as MultiLineString;
  return { ...coasts, coordinates: coasts.coordinates.flatMap(withoutCut) };
}
