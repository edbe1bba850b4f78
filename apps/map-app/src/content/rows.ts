import { flatBox, type Geometry, isBbox, isGeometry, type LonLat } from "@emberline/geo";
import { type Change, woundForDrawing } from "@emberline/map";
import { type JsonObject, objectOf } from "../answer/json.ts";
import { kindOf, type LayerKind } from "../answer/kinds.ts";
import { countOf } from "../answer/records.ts";
import { tablesOf, toText } from "../answer/tables.ts";
import type { Drawable, Mark, Row } from "./content.ts";
import { boxOutline } from "./geometry.ts";
import { featureOf, positionOf, timeOf } from "./read-feature.ts";

/** A row of an answer that has a place on the map, or the id of a feature that may have one. */
export interface PlacedRow extends Row {
  readonly kind: LayerKind;
  readonly id: string | null;
  /** The fire of a comparison, whose place is that of its perimeter. */
  readonly fire: string | null;
  /** Null if only the id or the fire is known. */
  readonly drawable: Drawable | null;
}

/**
 * The rows of an answer's tables, and of the answer itself if it is a feature.
 *
 * @param call its tool says what the rows are if the answer does not
 */
export function rowsOf(answer: JsonObject, call: { id: number; tool: string }): PlacedRow[] {
  const tables = tablesOf(answer).flatMap(({ title, columns, rows }) =>
    rows.map((cells, row) => ({
      focus: { callId: call.id, table: title, row },
      record: Object.fromEntries(columns.map((name, i) => [name, cells[i]])) as JsonObject,
    })),
  );
  const all: Row[] = [...tables, { focus: { callId: call.id, table: "", row: 0 }, record: answer }];
  const largest = all.reduce((most, { record }) => Math.max(most, standsFor(record) ?? 0), 0);
  const collection = collectionOf(answer);
  return all.flatMap((row): PlacedRow[] => {
    const kind = kindOf(row.focus.table, collection, call.tool);
    const drawable = drawableOf(row.record, { kind, collection, largest });
    const { id: givenId, fire: givenFire } = row.record;
    const id = typeof givenId === "string" ? givenId : null;
    const fire = changeOf(row.record) && toText(givenFire) ? toText(givenFire) : null;
    return drawable || id !== null || fire !== null ? [{ ...row, kind, id, fire, drawable }] : [];
  });
}

interface Context {
  readonly kind: LayerKind;
  readonly collection: string;
  readonly largest: number;
}

function drawableOf(record: JsonObject, context: Context): Drawable | null {
  const { geometry, bbox, cell } = record;
  const { kind, collection: id } = context;
  const given = isGeometry(geometry) ? geometry : null;
  const [lon, lat] = given?.type === "Point" ? given.coordinates : [record.lon, record.lat];
  const position = positionOf({ lon, lat });
  if (position) {
    const point: Geometry = { type: "Point", coordinates: [position[0], position[1]] };
    if (changeOf(record)) return markOf("change", record, point, context);
    if (standsFor(record) !== null) return markOf("group", record, point, context);
    const feature = featureOf({ id, kind }, { ...record, lon, lat }, null);
    return feature ?? markOf("place", record, point, context);
  }
  if (given) {
    if (changeOf(record)) return markOf("change", record, woundForDrawing(given), context);
    const isPerimeter = kind === "perimeters" || kindOf(id) === "perimeters";
    return featureOf({ id, kind: isPerimeter ? "perimeters" : "others" }, record, given);
  }
  const box = [cell, bbox].find(isBbox);
  return box ? markOf("group", record, boxOutline(flatBox(box)), context) : null;
}

/** The change of a fire, where its perimeter is. */
export function changeMark(record: JsonObject, [lon, lat]: LonLat): Mark {
  const context = { kind: "perimeters", collection: "", largest: 0 } as const;
  return markOf("change", record, { type: "Point", coordinates: [lon, lat] }, context);
}

function markOf(
  kind: Mark["kind"],
  record: JsonObject,
  geometry: Geometry,
  { largest }: Context,
): Mark {
  const count = standsFor(record);
  return {
    kind,
    geometry,
    name: nameOf(kind, record, count),
    timeMs: timeOf(record),
    count,
    share: largest > 0 ? (count ?? 0) / largest : 0,
    change: changeOf(record),
  };
}

function nameOf(kind: Mark["kind"], record: JsonObject, count: number | null): string {
  const { name, town, fire, fire_name: fireName, label, id, status } = record;
  const named = toText(town ?? name ?? fireName ?? fire ?? label ?? id);
  if (kind === "change") {
    const change = toText(status).replaceAll("_", " ");
    return named ? `${named}: ${change}` : `Detections, ${change}`;
  }
  if (named) return named;
  return count === null ? "Place" : `${count.toLocaleString("en")} in one group`;
}

const changes: Readonly<Record<string, Change>> = {
  new: "new",
  continuing: "continuing",
  continued: "continuing",
  changed: "continuing",
  grown: "continuing",
  unchanged: "continuing",
  not_seen_again: "ended",
  ended: "ended",
  gone: "ended",
};

/** Only what compares periods has counts or areas of both next to its status. */
function changeOf(record: JsonObject): Change | null {
  const { status } = record;
  const isComparison = Object.keys(record).some((name) => /_(before|after)$/.test(name));
  return isComparison && typeof status === "string" ? (changes[status] ?? "continuing") : null;
}

/** How many detections or features a row stands for, in the larger of two periods. */
function standsFor(record: JsonObject): number | null {
  const before = record.count_before;
  const count = countOf(record);
  return typeof before === "number" ? Math.max(before, count ?? 0) : count;
}

function collectionOf({ selection, collection }: JsonObject): string {
  return toText(objectOf(selection).collection ?? collection);
}
