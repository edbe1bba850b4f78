import { geoCircle } from "d3-geo";
import { isObject, type JsonObject } from "../json.ts";
import { recordsOf, toText } from "../result/answer.ts";
import {
  type Bbox,
  boxOutline,
  earthRadiusKm,
  type Geometry,
  woundForDrawing,
} from "./geometry.ts";

/** What the map draws of an answer. `area` is what was asked for, the others are what came. */
export interface MapFeature {
  readonly kind: "area" | "box" | "shape" | "point";
  readonly label: string;
  readonly geometry: Geometry;
}

/** The positions, boxes and geometries of an answer, from the largest kind to the smallest, and the area that was asked. */
export function mapFeatures(answer: JsonObject): MapFeature[] {
  const found = recordsOf(answer).flatMap(featuresOf);
  const ofKind = (kind: MapFeature["kind"]) => found.filter((each) => each.kind === kind);
  return [...areaOf(answer), ...ofKind("box"), ...ofKind("shape"), ...ofKind("point")];
}

function featuresOf(record: JsonObject): MapFeature[] {
  const { lon, lat, bbox, geometry } = record;
  const label = [record.id, record.time, record.title].map(toText).filter(Boolean).join(" · ");
  if (isGeometry(geometry)) {
    const kind = geometry.type === "Point" ? "point" : "shape";
    return [{ kind, label, geometry: woundForDrawing(geometry) }];
  }
  const features: MapFeature[] = [];
  if (isBbox(bbox)) features.push({ kind: "box", label, geometry: boxOutline(bbox) });
  if (typeof lon === "number" && typeof lat === "number") {
    features.push({ kind: "point", label, geometry: { type: "Point", coordinates: [lon, lat] } });
  }
  return features;
}

function areaOf({ selection }: JsonObject): MapFeature[] {
  if (!isObject(selection) || !isObject(selection.area)) return [];
  const { bbox, center, radius_km } = selection.area;
  const label = "The area that was asked for";
  if (isBbox(bbox)) return [{ kind: "area", label, geometry: boxOutline(bbox) }];
  if (!isNumbers(center, 2) || typeof radius_km !== "number") return [];
  const radiusDeg = (radius_km / earthRadiusKm) * (180 / Math.PI);
  const { coordinates } = geoCircle().center([center[0]!, center[1]!]).radius(radiusDeg)();
  return [{ kind: "area", label, geometry: { type: "MultiLineString", coordinates } }];
}

const geometryTypes = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
];

/** The server has checked geometries; a property of the same name may be anything. */
function isGeometry(value: unknown): value is Geometry {
  return isObject(value) && typeof value.type === "string" && geometryTypes.includes(value.type);
}

function isBbox(value: unknown): value is Bbox {
  return isNumbers(value, 4);
}

function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite);
}
