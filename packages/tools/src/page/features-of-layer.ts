import type { Feature } from "@emberline/core";
import { type Geometry, printInstant } from "@emberline/geo";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import type { Layer } from "../collection/layers.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { sourceOf } from "../reading/static-sources.ts";
import { idOf } from "../values/feature-id.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { round } from "../values/round.ts";
import { cleanText } from "../values/text.ts";

type FeatureCell = string | number | null;

/** A feature as a row; with its geometry if that is drawn. */
export interface FeatureRow {
  readonly cells: readonly FeatureCell[];
  readonly geometry?: Geometry;
}

/** How the features of a layer are answered. */
export interface LayerForm {
  readonly columns: readonly string[];
  /** Features per answer: outlines may take hundreds of kB each. */
  readonly pageSize: number;
  /** Null for a feature that has no place on a map. */
  toRow(feature: Feature, collection: CollectionInfo): FeatureRow | null;
}

const detections: LayerForm = {
  columns: ["id", "lon", "lat", "time", "frp_mw"],
  pageSize: 2000,
  toRow(feature, collection) {
    const position = feature.geometry && representativePoint(feature.geometry);
    if (!position) return null;
    const { properties } = feature;
    const power = ownProperty(properties, rolesOf(properties, collection).strength);
    const frp = typeof power === "number" && Number.isFinite(power) ? round(power, 1) : null;
    return { cells: [idOf(feature), ...lonLat(position), timeCell(feature, collection), frp] };
  },
};

const perimeters: LayerForm = {
  columns: ["id", "name", "fire", "time"],
  pageSize: 200,
  toRow(feature, collection) {
    const { properties, geometry } = feature;
    if (!geometry) return null;
    const roles = rolesOf(properties, collection);
    const name = ownProperty(properties, roles.fire_name ?? roles.fire);
    const fire = ownProperty(properties, roles.fire) ?? ownProperty(properties, roles.fire_name);
    const cells = [idOf(feature), textOf(name), textOf(fire), timeCell(feature, collection)];
    return { cells, geometry };
  },
};

const staticSources: LayerForm = {
  columns: ["id", "name", "category", "lon", "lat"],
  pageSize: 2000,
  toRow(feature, collection) {
    const source = sourceOf(feature, collection);
    const position = source && representativePoint(source.geometry);
    return position && { cells: [source.id, source.name, source.category, ...lonLat(position)] };
  },
};

/** Collections of no known kind. */
const others: LayerForm = {
  columns: ["id", "time"],
  pageSize: 200,
  toRow(feature, collection) {
    const { geometry } = feature;
    return geometry && { cells: [idOf(feature), timeCell(feature, collection)], geometry };
  },
};

export function formOf(layer: Layer | null): LayerForm {
  return layer === null ? others : { hotspots: detections, perimeters, staticSources }[layer];
}

function lonLat([lon, lat]: readonly [number, number]): [number, number] {
  return [round(lon, 5), round(lat, 5)];
}

function timeCell({ properties }: Feature, collection: CollectionInfo): string | null {
  const timeMs = timeMsOf(properties, rolesOf(properties, collection));
  return timeMs === null ? null : printInstant(timeMs);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number"
    ? cleanText(String(value), 80)
    : null;
}
