import { bboxOf, type Geometry, polygonsOf } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { timeCell } from "../collection/time-cell.ts";
import type { Outlines } from "../geometry/outlines.ts";
import type { AreaMeasure } from "../geometry/shapes.ts";
import type { GeometryDetail } from "../geometry/simplify.ts";
import type { Hit } from "../reading/match.ts";
import type { NearSource } from "../reading/static-sources.ts";
import { idOf, ownProperty, propertyColumns } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { type Cell, round, toCell } from "../values/text-numbers.ts";
import {
  areaCell,
  bearingCells,
  bearingColumns,
  type LaidOut,
  layOut,
  type Plan,
  planOf,
  positionCells,
  type Rows,
} from "./layout.ts";

/**
 * Hits as columns and rows; rows are made on demand because areas and shapes take long to compute.
 */
export interface Table {
  readonly columns: string[];
  /** Properties of the features that the table does not show. */
  readonly hidden: string[];
  /** Makes the first `count` rows, as far as they are missing. */
  prepare(count: number): Promise<void>;
  /** The first `count` rows, which must be prepared, under what all rows have in common. */
  rows(count: number): LaidOut;
  /** All rows, which must be prepared, as they are. */
  whole(): Rows;
}

export interface TableOptions {
  /** Properties to show; by default those with a role. */
  readonly properties?: readonly string[] | undefined;
  readonly geometry?: GeometryDetail | undefined;
  /** Finds the static source near a row, for the columns that name it. */
  readonly sourceOf?: (geometry: Geometry | null) => NearSource | null;
  /** The property that rows are sorted by; always shown. */
  readonly sortedBy?: string | undefined;
  /** Where each row is, if that is shown. */
  readonly wheres?: readonly Cell[] | undefined;
}

/** Without roles, at most this many properties are shown, in their order. */
const fewProperties = 4;

/** Properties that repeat the columns lon, lat and time. */
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

/** Shapes hits as columns and rows. */
export function toTable(
  hits: readonly Hit[],
  info: CollectionInfo,
  { outlines, pause }: { readonly outlines: Outlines; readonly pause: Pause },
  {
    properties: asked,
    geometry: detail = "none",
    sortedBy = "",
    sourceOf,
    wheres,
  }: TableOptions = {},
): Table {
  const present = new Set(hits.flatMap(({ feature }) => Object.keys(feature.properties ?? {})));
  const isTelling =
    present.has(sortedBy) && !repeating.has(sortedBy) && !info.roles.time?.includes(sortedBy);
  const chosen = [...chooseProperties(present, info), ...(isTelling ? [sortedBy] : [])];
  const properties = [...new Set(asked ?? chosen)];
  const all = asked && info.queryables ? propertyNames(info.queryables) : [...present];
  const hidden = all.filter((name) => !properties.includes(name) && !repeating.has(name));
  const isPoint = hits.every(
    ({ feature: { geometry } }) => geometry === null || geometry.type === "Point",
  );
  const hasShape = detail !== "none" && !isPoint;
  const hasTime = hits.some(({ feature }) => timeOf(feature.properties, info.roles) !== null);
  const hasSource =
    sourceOf !== undefined && hits.some(({ feature }) => sourceOf(feature.geometry));
  const bearings = hits.map(({ feature, bearing }) =>
    bearingCells(bearing, isAreal(feature.geometry)),
  );
  const hasBearing = bearingColumns.map((_, i) => bearings.some((cells) => cells[i] !== null));
  const place = ["lon", "lat", ...(isPoint ? [] : ["bbox", "area_km2"])];
  const before = [
    "id",
    ...place,
    ...bearingColumns.filter((_, i) => hasBearing[i]),
    ...(hasTime ? ["time"] : []),
  ];
  const after = [
    ...(wheres ? ["where"] : []),
    ...(hasSource ? ["near_source", "near_source_km"] : []),
    ...(hasShape ? ["geometry"] : []),
  ];
  const shown = properties.map((name) => cleanText(name, 60));
  const columns = [...before, ...propertyColumns(shown, [...before, ...after]), ...after];
  /** What takes long to compute is undefined. */
  const known = ({ feature }: Hit, i: number): (Cell | undefined)[] => [
    idOf(feature),
    ...(isPoint ? positionCells(feature.geometry) : place.map(() => undefined)),
    ...bearings[i]!.filter((_, at) => hasBearing[at]),
    ...(hasTime ? [timeCell(feature, info)] : []),
    ...properties.map((name) =>
      toCell(ownProperty(feature.properties, name), info.roles.strength?.includes(name) ? 1 : 5),
    ),
    ...(wheres ? [wheres[i] ?? null] : []),
    ...(hasSource ? sourceCells(sourceOf(feature.geometry)) : []),
    ...(hasShape ? [undefined] : []),
  ];
  const shapeOf = (geometry: Geometry) =>
    detail === "simplified" ? outlines.simpler(geometry) : geometry;
  const computed = ({ feature: { geometry } }: Hit): Cell[] => [
    ...(isPoint ? [] : outlineCells(geometry, outlines.areaKm2)),
    ...(hasShape ? [geometry && { ...shapeOf(geometry) }] : []),
  ];
  const cells: (Cell | undefined)[][] = [];
  const rows: Cell[][] = [];
  let plan: Plan | undefined;
  const prepare = async (count: number) => {
    if (cells.length < hits.length)
      await eachInTurns(hits, pause, (hit) => void cells.push(known(hit, cells.length)));
    const fresh = hits.slice(rows.length, count);
    const geometries = fresh.map(({ feature }) => feature.geometry);
    if (!isPoint) await outlines.measure(geometries);
    if (hasShape && detail === "simplified") await outlines.simplify(geometries);
    await eachInTurns(fresh, pause, (hit) => {
      const missing = computed(hit).values();
      const row = cells[rows.length]!;
      rows.push(row.map((cell) => (cell === undefined ? missing.next().value! : cell)));
    });
  };
  return {
    columns,
    prepare,
    rows(count) {
      plan ??= planOf(columns, cells, true);
      return layOut({ columns, rows: rows.slice(0, count) }, plan);
    },
    whole: () => ({ columns, rows }),
    hidden: asked ? [] : hidden.map((name) => cleanText(name, 60)),
  };
}

function isAreal(geometry: Geometry | null): boolean {
  return geometry !== null && geometry.type !== "Point" && polygonsOf(geometry).length > 0;
}

/** "Name (category)" and the distance in km. */
function sourceCells(near: NearSource | null): Cell[] {
  if (!near) return [null, null];
  const { name, id, category } = near.source;
  const label = name ?? id;
  return [category === null ? label : `${label} (${category})`, round(near.distanceKm, 3)];
}

/**
 * The properties that a listing shows by default: those of its first hits, and all others with a
 * descriptive role, which later hits may have.
 */
export function usualProperties(first: readonly Hit[], info: CollectionInfo): string[] {
  const present = new Set(first.flatMap(({ feature }) => Object.keys(feature.properties ?? {})));
  return [...new Set([...chooseProperties(present, info), ...tellingProperties(info)])];
}

/** What people ask first of collections that are known, by the ends of their ids. */
const firstOf: readonly (readonly [id: RegExp, properties: readonly string[]])[] = [
  [
    /svc:incidents$/,
    [
      "incident_name",
      "incident_type",
      "incident_size_acres",
      "percent_contained",
      "discovered_at",
      "listed_until",
    ],
  ],
  [/svc:evacuation-zones$/, ["zone_name", "status", "level", "county", "source"]],
];

/** Properties that are asked for first, or with a descriptive role. */
function tellingProperties({ id, roles }: CollectionInfo): string[] {
  const known = firstOf.find(([form]) => form.test(id));
  if (known) return [...known[1]];
  const { fire_name, strength, confidence, satellite, category, source_type } = roles;
  return [fire_name, strength, confidence, satellite, category, source_type].flatMap(
    (names) => names ?? [],
  );
}

/** Properties with a descriptive role, else the first few. */
function chooseProperties(present: ReadonlySet<string>, info: CollectionInfo): string[] {
  const { roles } = info;
  const { fire_name, strength } = roles;
  const telling = tellingProperties(info).filter((name) => present.has(name));
  const isKnown = firstOf.some(([form]) => form.test(info.id)) && telling.length > 0;
  const ofFires = [...(strength ?? []), ...(fire_name ?? [])];
  if (isKnown || ofFires.some((name) => present.has(name))) return telling;
  const others = [...present].filter((name) => !repeating.has(name) && !roles.time?.includes(name));
  return [...new Set([...telling, ...others])].slice(0, fewProperties);
}

function outlineCells(geometry: Geometry | null, measureArea: AreaMeasure): Cell[] {
  const bbox = (geometry && bboxOf(geometry)?.map((each) => round(each, 5))) ?? null;
  return [...positionCells(geometry), bbox, geometry ? areaCell(geometry, measureArea) : null];
}

function propertyNames(queryables: NonNullable<CollectionInfo["queryables"]>): string[] {
  const properties = queryables.filter(({ type }) => type !== "geometry");
  return [...new Set(properties.flatMap(({ id }) => id ?? []))];
}
