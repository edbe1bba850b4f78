import { type Geometry, isGeometry, type LonLat, parseTimeMs } from "@emberline/geo";
import { woundForDrawing } from "@emberline/map";
import type { LayerKind, ShownLayer } from "../answer/arguments.ts";
import { type JsonObject, numberOf, recordsOf, textOf } from "../answer/json.ts";
import type { MapFeature } from "./features.ts";

/** The features of an answer of `map_features`; rows that are not features are left out. */
export function parseFeatures(answer: JsonObject, { id, kind }: ShownLayer): MapFeature[] {
  const geometries = Array.isArray(answer.geometries) ? answer.geometries : [];
  return recordsOf(answer).flatMap((record, i): MapFeature[] => {
    const feature = readers[kind](record, geometries[i]);
    return feature ? [{ ...feature, id: textOf(record.id), layer: id } as MapFeature] : [];
  });
}

type Reader = (record: JsonObject, geometry: unknown) => object | null;

const readers: Readonly<Record<LayerKind, Reader>> = {
  detections(record) {
    const position = positionOf(record);
    const frpMw = numberOf(record.frp_mw);
    return position && { kind: "detection", position, timeMs: timeOf(record.time), frpMw };
  },
  perimeters(record, geometry) {
    const shape = shapeOf(geometry);
    const { name, fire, time } = record;
    const named = { name: textOf(name), fire: textOf(fire), timeMs: timeOf(time) };
    return shape && { kind: "perimeter", ...named, geometry: shape };
  },
  sources(record) {
    const position = positionOf(record);
    const { name, category } = record;
    return position && { kind: "source", position, name: textOf(name), category: textOf(category) };
  },
  simulations(record) {
    const position = positionOf(record);
    const {
      fire_name: fire,
      location,
      status,
      created_at: created,
      forecast_until: until,
    } = record;
    return (
      position && {
        kind: "simulation",
        position,
        name: textOf(fire) ?? textOf(location),
        status: textOf(status),
        createdMs: timeOf(created),
        untilMs: timeOf(until),
      }
    );
  },
  others(record, geometry) {
    const shape = shapeOf(geometry);
    return shape && { kind: "other", timeMs: timeOf(record.time), geometry: shape };
  },
};

function positionOf({ lon, lat }: JsonObject): LonLat | null {
  const [x, y] = [numberOf(lon), numberOf(lat)];
  return x === null || y === null ? null : [x, y];
}

function timeOf(value: unknown): number | null {
  return typeof value === "string" ? (parseTimeMs(value) ?? null) : null;
}

function shapeOf(geometry: unknown): Geometry | null {
  return isGeometry(geometry) ? woundForDrawing(geometry) : null;
}
