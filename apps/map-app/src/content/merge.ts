import { bboxOf, boxCenter, type Geometry } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import type { JsonObject } from "../answer/json.ts";
import type { LayerKind } from "../answer/kinds.ts";
import { type Content, type Drawable, isMark, type Mark, type Row } from "./content.ts";
import { byKind, type MapFeature, newestOf } from "./features.ts";
import type { LayerState, LayersState } from "./layers-store.ts";
import { changeMark, type PlacedRow, rowsOf } from "./rows.ts";

const kinds: Readonly<Record<MapFeature["kind"], LayerKind>> = {
  detection: "detections",
  perimeter: "perimeters",
  source: "sources",
  simulation: "simulations",
  other: "others",
};

/**
 * The rows of an answer, and the features that the page read for its map. A feature that is both is
 * drawn once.
 */
export function contentOf(
  callId: number | null,
  rows: readonly PlacedRow[],
  { layers, features: read }: LayersState,
  { area, asOfMs }: { area: MapArea | null; asOfMs: number | null },
): Content {
  const all = Object.values(read).flat() as MapFeature[];
  const known = new Map(
    all
      .filter(({ id }) => id !== null)
      .map((each): [string, MapFeature] => [`${kinds[each.kind]} ${each.id}`, each]),
  );
  const fires = new Map(newestOf(read.perimeters).map((each) => [each.fire, each]));
  const byDrawable = new Map<Drawable, Row>();
  const own: MapFeature[] = [];
  const marks: Mark[] = [];
  for (const row of [...rows, ...layers.flatMap(changesOf)]) {
    const { kind, id, fire, drawable, focus, record } = row;
    const same = id === null ? undefined : known.get(`${kind} ${id}`);
    const perimeter = fire === null ? undefined : fires.get(fire);
    const drawn = same ?? drawable ?? (perimeter && changeOfFire(row, perimeter));
    if (!drawn || byDrawable.has(drawn)) continue;
    byDrawable.set(drawn, { focus, record });
    if (same) continue;
    if (isMark(drawn)) marks.push(drawn);
    else own.push(drawn);
  }
  return {
    callId,
    features: own.length === 0 ? read : byKind([...all, ...own]),
    marks,
    area,
    rows: byDrawable,
    read: layers,
    asOfMs,
  };
}

/** No call has it: what the map read for itself is in no answer. */
const noCall = -1;
/** The same rows each time, as the marks of fires. */
const rowsOfChanges = new WeakMap<JsonObject, readonly PlacedRow[]>();

function changesOf({ layer, changes }: LayerState): readonly PlacedRow[] {
  if (!changes) return [];
  if (!rowsOfChanges.has(changes)) {
    const call = { id: noCall, tool: "compare_periods" };
    rowsOfChanges.set(changes, rowsOf({ [layer.id]: changes }, call));
  }
  return rowsOfChanges.get(changes)!;
}

/** The same mark each time, so that it stays lit while more features arrive. */
const changesOfFires = new WeakMap<PlacedRow, Mark>();

function changeOfFire(row: PlacedRow, { geometry }: { geometry: Geometry }): Mark | undefined {
  const box = bboxOf(geometry);
  if (!changesOfFires.has(row) && box)
    changesOfFires.set(row, changeMark(row.record, boxCenter(box)));
  return changesOfFires.get(row);
}
