import { bboxOf, type Feature, type Geometry } from "@emberline/core";
import { type Bearing, compassPoint } from "./area.ts";
import type { AreaMeter } from "./areas.ts";
import type { CollectionInfo } from "./collections.ts";
import { invalidInput } from "./errors.ts";
import { representativePoint } from "./geometry.ts";
import type { Hit } from "./judge.ts";
import { didYouMean } from "./nearest-name.ts";
import { timeOf } from "./roles.ts";
import { cleanText, quoted } from "./text.ts";

/** A value of a row: plain JSON. */
export type Cell = string | number | boolean | null | number[];

export interface Table {
  readonly columns: string[];
  readonly rows: Cell[][];
  /** Properties that the features have and the table does not. */
  readonly hidden: string[];
}

const defaultProperties = 8;

/** Properties that only repeat what the columns lon, lat and time say. */
const repeating = new Set([
  "latitude",
  "longitude",
  "lat",
  "lon",
  "acq_date",
  "acq_time",
  "date",
  "datetime",
]);

/** Shapes hits as columns and rows. `asked` names the properties; without it the telling ones are chosen. */
export function toTable(
  hits: readonly Hit[],
  info: CollectionInfo,
  meter: AreaMeter,
  asked?: readonly string[],
): Table {
  const present = new Set(hits.flatMap(({ feature }) => Object.keys(feature.properties ?? {})));
  const properties = asked ?? chooseProperties(present, info);
  const hidden = [...present].filter((name) => !properties.includes(name) && !repeating.has(name));
  const isPoint = hits.every(
    ({ feature: { geometry } }) => geometry === null || geometry.type === "Point",
  );
  const hasTime = hits.some(({ feature }) => timeOf(feature.properties, info.roles) !== null);
  const hasBearing = hits.some(({ bearing }) => bearing !== undefined);
  const columns = [
    "id",
    "lon",
    "lat",
    ...(isPoint ? [] : ["bbox", "area_km2"]),
    ...(hasBearing ? ["distance_km", "bearing_deg", "compass"] : []),
    ...(hasTime ? ["time"] : []),
    ...properties.map((name) => cleanText(name, 60)),
  ];
  const rows = hits.map(({ feature, bearing }) => [
    idOf(feature),
    ...placeCells(feature.geometry, isPoint, meter),
    ...(hasBearing ? bearingCells(bearing) : []),
    ...(hasTime ? [cleanText(timeOf(feature.properties, info.roles) ?? "", 40) || null] : []),
    ...properties.map((name) =>
      toCell(feature.properties?.[name], name === info.roles.strength ? 1 : 5),
    ),
  ]);
  return { columns, rows, hidden: asked ? [] : hidden.map((name) => cleanText(name, 60)) };
}

function chooseProperties(present: ReadonlySet<string>, { roles }: CollectionInfo): string[] {
  const telling = Object.entries(roles)
    .filter(([role]) => role !== "time")
    .map(([, name]) => name);
  const ordered = [...telling.filter((name) => present.has(name)), ...present];
  const fitting = ordered.filter((name) => !repeating.has(name) && name !== roles.time);
  return [...new Set(fitting)].slice(0, defaultProperties);
}

/** @throws ToolError `invalid_input` for a property that the collection's queryables do not have */
export function checkProperties(
  names: readonly string[],
  info: CollectionInfo,
  parameter: string,
): void {
  const known = info.queryables?.flatMap(({ id }) => id ?? []);
  if (!known) return;
  for (const name of names) {
    if (!known.includes(name)) {
      throw invalidInput(
        `${parameter}: ${info.id} has no property ${quoted(name, 40)}.${didYouMean(name, known)} Its properties are ${known.map((each) => cleanText(each, 60)).join(", ")}.`,
      );
    }
  }
}

/** The feature's id as text, whatever the service has it as; null where it has none. */
export function idOf({ id }: Feature): string | null {
  return id === undefined ? null : cleanText(String(id), 500);
}

function placeCells(geometry: Geometry | null, isPoint: boolean, meter: AreaMeter): Cell[] {
  const point = geometry && representativePoint(geometry);
  const lonLat = point ? [round(point[0], 5), round(point[1], 5)] : [null, null];
  if (isPoint) return lonLat;
  const bbox = (geometry && bboxOf(geometry)?.map((each) => round(each, 5))) ?? null;
  return [...lonLat, bbox, geometry ? areaCell(geometry, meter) : null];
}

/** Area in km² to four digits after the point (0.01 hectare); null where the geometry has none. */
export function areaCell(geometry: Geometry, meter: AreaMeter): number | null {
  const area = meter(geometry);
  return area === null ? null : round(area, 4);
}

export function bearingCells(bearing: Bearing | undefined): Cell[] {
  if (!bearing) return [null, null, null];
  return [
    round(bearing.distanceKm, 3),
    round(bearing.bearingDeg, 0),
    compassPoint(bearing.bearingDeg),
  ];
}

/** A property's value as data: texts cleaned and cut, numbers rounded, what is nested as JSON text. */
export function toCell(value: unknown, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? round(value, decimals) : null;
  if (typeof value === "boolean") return value;
  return cleanText(typeof value === "string" ? value : JSON.stringify(value));
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}
