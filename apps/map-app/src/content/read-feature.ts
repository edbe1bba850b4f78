import type { Geometry, LonLat } from "@emberline/geo";
import { woundForDrawing } from "@emberline/map";
import { type JsonObject, numberOf, textOf, timeMsOf, wordOf } from "../answer/json.ts";
import type { LayerKind } from "../answer/kinds.ts";
import { powerOf } from "../answer/records.ts";
import type { MapFeature } from "./features.ts";

/** A feature by the record of its row; null if that has no place. */
export function featureOf(
  { id: layer, kind }: { readonly id: string; readonly kind: LayerKind },
  record: JsonObject,
  shape: Geometry | null,
): MapFeature | null {
  const { name, fire_name, incident_name, location, fire } = record;
  const named = [name, fire_name, incident_name, fire, location].map(textOf);
  const common = {
    id: wordOf(record.id),
    layer,
    name: named.find((each) => each !== null) ?? null,
    timeMs: timeOf(record),
  };
  const position = positionOf(record);
  if (kind === "perimeters" || kind === "others" || !position) {
    if (!shape) return null;
    const geometry = woundForDrawing(shape);
    return kind === "perimeters"
      ? { ...common, kind: "perimeter", fire: textOf(fire) ?? common.name, geometry }
      : { ...common, kind: "other", geometry };
  }
  switch (kind) {
    case "detections":
      return { ...common, kind: "detection", position, frpMw: powerOf(record) };
    case "sources":
      return { ...common, kind: "source", position, timeMs: null };
    case "simulations":
      return { ...common, kind: "simulation", layer: "simulations", position };
  }
}

export function positionOf({ lon, lat }: JsonObject): LonLat | null {
  const [x, y] = [numberOf(lon), numberOf(lat)];
  return x === null || y === null ? null : [x, y];
}

export function timeOf({ time, last, datetime, created_at }: JsonObject): number | null {
  return timeMsOf(time) ?? timeMsOf(last) ?? timeMsOf(datetime) ?? timeMsOf(created_at);
}
