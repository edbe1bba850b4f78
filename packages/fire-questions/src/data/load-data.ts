import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { type DataSet, hotspotSets, perimeterSets } from "./sets.ts";

/** Longitude and latitude in degrees. */
export interface Point {
  readonly lon: number;
  readonly lat: number;
}

export type Ring = readonly (readonly number[])[];
/** As in a GeoJSON MultiPolygon: polygons of rings of positions. */
export type Polygons = readonly (readonly Ring[])[];

/** A hotspot: one pixel that a satellite saw burn. `frp` is its radiative power in MW. */
export interface Detection extends Point {
  readonly id: string;
  readonly datetime: string;
  readonly frp: number;
  readonly daynight: "D" | "N";
}

/** One mapping of a fire's outline. */
export interface Perimeter {
  readonly id: string;
  readonly polygons: Polygons;
  readonly incident_id: string;
  readonly incident_name: string;
  /** ISO 3166-2, such as `US-CA`. */
  readonly state: string;
  readonly date: string;
  readonly sequence: number;
  readonly gis_acres: number | null;
}

export interface HeatSource extends Point {
  readonly id: string;
  readonly name: string;
  readonly category: "power_plant" | "steel_plant" | "volcano";
}

export interface Simulation {
  readonly id: string;
  readonly status: "COMPLETED" | "NO_SPREAD" | "QUEUED" | "FAILED";
  readonly fireName: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly burnedAreaM2: number | null;
  readonly auto: boolean;
  readonly createdAt: string;
}

/** A populated place. `country` is its code of two letters. */
export interface Place extends Point {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

/** A state or province. */
export interface Area {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly polygons: Polygons;
}

export interface FireData {
  /** Of all sets, in the order of the sets, then of time. */
  readonly detections: readonly Detection[];
  readonly perimeters: readonly Perimeter[];
  readonly heatSources: readonly HeatSource[];
  readonly simulations: readonly Simulation[];
  readonly places: readonly Place[];
  readonly areas: readonly Area[];
}

interface Feature {
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
  readonly properties: Properties;
}

/** The text of a file of the data: JSON, or GeoJSON Features one a line. */
export function readText(file: string): string {
  const url = new URL(`../../data/${file}.br`, import.meta.url);
  return brotliDecompressSync(readFileSync(url)).toString();
}

/** The features of a set. */
export function readFeatures(name: string): readonly Feature[] {
  return readText(`${name}.geojsonl`)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Feature);
}

type Properties = Readonly<Record<string, unknown>>;

function readPoints<Item extends Point>(
  name: string,
  toItem: (place: Point & { id: string }, properties: Properties) => Item,
): readonly Item[] {
  return readFeatures(name).map(({ id, geometry, properties }) => {
    const [lon, lat] = geometry.coordinates as readonly [number, number];
    return toItem({ id, lon, lat }, properties);
  });
}

// Objects of one shape are read many times as fast: no spread of what each set has.
function readDetections(name: string): readonly Detection[] {
  return readPoints(name, ({ id, lon, lat }, { datetime, frp, daynight }) => {
    return { id, lon, lat, datetime, frp, daynight } as Detection;
  });
}

function readPlaces(): readonly Place[] {
  return readPoints("places", ({ id, lon, lat }, { name, country, population }) => {
    return { id, lon, lat, name, country, population } as Place;
  });
}

function readHeatSources(): readonly HeatSource[] {
  return readPoints("static-heat-sources", ({ id, lon, lat }, { name, category }) => {
    return { id, lon, lat, name, category } as HeatSource;
  });
}

function readShapes<Item extends { polygons: Polygons }>(name: string): readonly Item[] {
  return readFeatures(name).map(({ id, geometry, properties }) => {
    const { type, coordinates } = geometry;
    const polygons = type === "Polygon" ? [coordinates] : coordinates;
    return { ...properties, id, polygons } as unknown as Item;
  });
}

let loaded: FireData | undefined;

/** All data of the benchmark, read once: about a second. */
export function loadData(): FireData {
  const all = <Item>(sets: readonly DataSet[], read: (name: string) => readonly Item[]) =>
    sets.flatMap(({ name }) => read(name));
  loaded ??= {
    detections: all(hotspotSets, readDetections),
    perimeters: all(perimeterSets, readShapes<Perimeter>),
    heatSources: readHeatSources(),
    simulations: JSON.parse(readText("simulations.json")) as readonly Simulation[],
    places: readPlaces(),
    areas: readShapes<Area>("areas"),
  };
  return loaded;
}
