import {
  flatBox,
  type Geometry,
  isBbox,
  isGeometry,
  kmPerDegree,
  type LonLat,
  type Position,
  positionsOf,
} from "@emberline/geo";
import { type Ages, agesOf, type MapArea } from "@emberline/map";
import { geoCircle } from "d3-geo";
import { type NamedRecord, recordsOf, toText } from "../answer/tables.ts";
import { isObject, type JsonObject } from "../json.ts";
import { type AgeTone, ageTone, referenceTime, timeOf } from "./age.ts";
import { askedArea } from "./area.ts";
import { boxOutline, isLonLat } from "./geometry.ts";
import { countOf, countRadiusPx, plainRadiusPx, powerOf, powerRadiusPx } from "./size.ts";
import { type Subject, subjectOf } from "./subject.ts";

/**
 * The features that the map is fitted to: the results with the requested place,
 * or without results the requested area.
 */
export function fittedPositions(features: readonly MapFeature[]): Position[] {
  const hasResults = features.some(({ kind }) => kind !== "area" && kind !== "center");
  const shown = hasResults ? features.filter(({ kind }) => kind !== "area") : features;
  return shown.flatMap(({ geometry }) => positionsOf(geometry));
}

/** A colour of the map, by its meaning. */
export type Tone = AgeTone | Subject | "area";

/** The features of an answer. `area` and its `center` are from the request, others are results. */
export interface MapFeature {
  readonly kind: "area" | "center" | "box" | "shape" | "point";
  readonly subject: Subject;
  readonly tone: Tone;
  readonly label: string;
  readonly geometry: Geometry;
  /** The row of a result; null for the request. */
  readonly record: JsonObject | null;
  readonly radiusPx: number;
  /** The row's count as a share, from 0 to 1, of the largest; 0 without counts. */
  readonly share: number;
}

export interface AnswerFeatures {
  /** From the largest kind to the smallest. */
  readonly features: readonly MapFeature[];
  /** The age classes of the colours, the same as in the still map. */
  readonly ages: Ages;
  /** The requested area. */
  readonly area: MapArea | null;
}

/** The input of an interactive or still map. */
export interface CanvasProps extends AnswerFeatures {
  /** The features that the map is fitted to; at least one. */
  readonly positions: readonly Position[];
  readonly label: string;
  /** Sources of the data. */
  readonly credits: readonly string[];
  /** This kind of map cannot be shown here. */
  onUnavailable(): void;
}

/**
 * The positions, boxes and geometries of an answer, and the requested area.
 *
 * @param tool its name says what the rows are if the answer does not
 */
export function mapFeatures(answer: JsonObject, tool: string): AnswerFeatures {
  const named = recordsOf(answer);
  const records = named.map(({ record }) => record);
  const reference = referenceTime(answer, records);
  const largest = records.reduce((most, each) => Math.max(most, countOf(each) ?? 0), 0);
  const context = { names: [collectionOf(answer), tool], largest };
  const untoned = named.flatMap((each) => featuresOf(each, context));
  const ages = agesOf(drawnTimes(untoned), reference ?? undefined);
  const found = untoned.map((each) => ({ ...each, tone: toneOf(each, ages) }));
  const ofKind = (kind: MapFeature["kind"]) => found.filter((each) => each.kind === kind);
  const came = [...ofKind("box"), ...ofKind("shape"), ...ofKind("point")];
  const area = askedArea(answer);
  const features = [...areaFeatures(area), ...came];
  return { features, ages, area };
}

type UntonedFeature = Omit<MapFeature, "tone">;

interface Context {
  readonly names: readonly string[];
  readonly largest: number;
}

function featuresOf({ table, record }: NamedRecord, context: Context): UntonedFeature[] {
  const { lon, lat, geometry } = record;
  const subject = subjectOf([table, ...context.names]);
  const share = context.largest > 0 ? (countOf(record) ?? 0) / context.largest : 0;
  const feature = (kind: MapFeature["kind"], of: Geometry): UntonedFeature => ({
    kind,
    subject,
    label: labelOf(record),
    geometry: of,
    record,
    radiusPx: radiusOf(record, subject, share),
    share,
  });
  if (isGeometry(geometry)) {
    return [feature(geometry.type === "Point" ? "point" : "shape", geometry)];
  }
  const box = [record.bbox, record.cell].find(isBbox);
  const position = [lon, lat];
  return [
    ...(box ? [feature("box", boxOutline(flatBox(box)))] : []),
    ...(isLonLat(position)
      ? [feature("point", { type: "Point", coordinates: [position[0], position[1]] })]
      : []),
  ];
}

/** Times of the features coloured by age: detections and perimeters. */
function drawnTimes(features: readonly UntonedFeature[]): (number | null)[] {
  return features
    .filter(
      ({ subject, kind }) => subject === "hotspot" || (subject === "perimeter" && kind === "shape"),
    )
    .map(({ record }) => record && timeOf(record));
}

function toneOf({ subject, record }: UntonedFeature, ages: Ages): Tone {
  const time = record && timeOf(record);
  return subject === "hotspot" && time !== null ? ageTone(ages, time) : subject;
}

function radiusOf(record: JsonObject, subject: Subject, share: number): number {
  if (share > 0) return countRadiusPx(share);
  const power = subject === "hotspot" ? powerOf(record) : null;
  return power === null ? plainRadiusPx : powerRadiusPx(power);
}

function labelOf({ id, fire_name, name, time, title }: JsonObject): string {
  return [id, fire_name, name, time, title].map(toText).filter(Boolean).join(" · ");
}

function collectionOf({ selection, collection }: JsonObject): string {
  return toText(isObject(selection) ? selection.collection : collection);
}

function areaFeatures(area: MapArea | null): MapFeature[] {
  if (area === null) return [];
  const label = "The requested area";
  if (area.kind !== "circle") return [asked("area", label, boxOutline(area.box))];
  const { center, radiusKm } = area;
  return [
    asked("area", label, circleOutline(center, radiusKm)),
    asked("center", "Its centre", { type: "Point", coordinates: [...center] }),
  ];
}

function asked(kind: "area" | "center", label: string, geometry: Geometry): MapFeature {
  const style = { subject: "place", tone: "area", radiusPx: 3, share: 0 } as const;
  return { kind, label, geometry, record: null, ...style };
}

function circleOutline(center: LonLat, radiusKm: number): Geometry {
  const { coordinates } = geoCircle()
    .center([...center])
    .radius(radiusKm / kmPerDegree)
    .precision(2)();
  // d3-geo types positions as lists of numbers.
  return { type: "MultiLineString", coordinates: coordinates as Position[][] };
}
