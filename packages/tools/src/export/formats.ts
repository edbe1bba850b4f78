import type { Feature, Properties } from "@emberline/core";
import {
  type Geometry,
  geometryTextParts,
  type Position,
  parseTimeMs,
  printInstant,
} from "@emberline/geo";
import { jsonText } from "../call/json-text.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { type Roles, timeOf } from "../values/roles.ts";
import { isTimeText } from "../values/time-text.ts";
import { csv } from "./csv.ts";
import type { ExportFormat } from "./export-format.ts";

/**
 * Newline-delimited GeoJSON, one unchanged feature per line. The record separators of RFC 8142 are
 * omitted: GDAL reads them, but jq, DuckDB and most line readers do not.
 */
const geojsonl: ExportFormat = {
  extension: "geojsonl",
  mimeType: "application/x-ndjson",
  encoder: () => ({
    begin: () => "",
    *feature(feature) {
      yield* featureParts(feature);
      yield "\n";
    },
    end: () => "",
    notices: () => [],
  }),
};

/**
 * A FeatureCollection (RFC 7946), one feature per line. Features keep their foreign members;
 * `selection`, `notices` and `numberReturned` are foreign members of the collection (section 6.1).
 */
const geojson: ExportFormat = {
  extension: "geojson",
  mimeType: "application/geo+json",
  encoder({ described, notices }) {
    let separator = "\n";
    return {
      begin: () => {
        const about = { selection: described, ...(notices.length > 0 && { notices }) };
        return `{"type":"FeatureCollection",${JSON.stringify(about).slice(1, -1)},"features":[`;
      },
      *feature(feature) {
        yield separator;
        yield* featureParts(feature);
        separator = ",\n";
      },
      end: (count) => `\n],"numberReturned":${count}}\n`,
      notices: () => [],
    };
  },
};

/** The feature as it came, with its members in their order. */
function* featureParts(feature: Feature): Parts {
  let separator = "{";
  for (const [name, value] of Object.entries(feature)) {
    yield `${separator}${JSON.stringify(name)}:`;
    if (name === "geometry" && feature.geometry) yield* geometryTextParts(feature.geometry);
    else yield jsonText(value);
    separator = ",";
  }
  yield "}";
}

/**
 * KML 2.2 (OGC 07-147r2): one placemark per feature, without geometry if the feature has none.
 * Time is TimeStamp or TimeSpan; id and properties are untyped Data, in the schema's order.
 */
const kml: ExportFormat = {
  extension: "kml",
  mimeType: "application/vnd.google-earth.kml+xml",
  encoder({ selection: { collection }, notices }) {
    return {
      begin: () =>
        [
          '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
          element("name", collection.title ?? collection.id),
          notices.length > 0 ? element("description", notices.join(" ")) : "",
          `<Style id="features">${kmlStyle(collection.roles)}</Style>\n`,
        ].join(""),
      *feature(feature) {
        yield [
          "<Placemark>",
          element("name", nameOf(feature, collection)),
          kmlTime(feature.properties, collection),
          "<styleUrl>#features</styleUrl>",
          extendedData(feature),
        ].join("");
        if (feature.geometry) yield* kmlGeometry(feature.geometry);
        yield "</Placemark>\n";
      },
      end: () => "</Document></kml>\n",
      notices: () => [],
    };
  },
};

/** The fire's name, else the feature's name, else its id. */
function nameOf(feature: Feature, collection: CollectionInfo): string {
  const { properties } = feature;
  const roles = rolesOf(properties, collection);
  const names = [ownProperty(properties, roles.fire_name), properties?.name];
  const name = names.find((each) => typeof each === "string" && each !== "");
  return typeof name === "string" ? name : (idOf(feature) ?? "");
}

function extendedData({ id, properties }: Feature): string {
  const given = Object.entries(properties ?? {}).filter(([, value]) => value !== null);
  // An XML id must not begin with a digit, so the feature's id is written as Data.
  const idName = given.some(([name]) => name === "id") ? "feature_id" : "id";
  const all = id === undefined ? given : [[idName, id] as const, ...given];
  if (all.length === 0) return "";
  const data = all.map(([name, value]) => {
    const text = typeof value === "string" ? value : jsonText(value);
    return `<Data name="${xml(name)}">${element("value", text)}</Data>`;
  });
  return `<ExtendedData>${data.join("")}</ExtendedData>`;
}

export const formatNames = ["geojson", "geojsonl", "csv", "kml"] as const;

type FormatName = (typeof formatNames)[number];

export const formats: Readonly<Record<FormatName, ExportFormat>> = { geojson, geojsonl, csv, kml };

/** A style for detections, perimeters, sources or other features. KML colours are aabbggrr. */
function kmlStyle(roles: Roles): string {
  // Scale 0 hides labels: thousands of names would cover the detections.
  if (roles.strength !== undefined) return style("ff1c1ae3", 0.5, 0);
  if (roles.fire !== undefined) return style("ff0047b3", 0.8, 0.8);
  if (roles.category !== undefined) return style("ff8f5c2b", 0.7, 0.7);
  return style("ff7733aa", 0.7, 0.7);
}

function style(color: string, iconScale: number, labelScale: number): string {
  const fill = `55${color.slice(2)}`;
  return [
    `<IconStyle><color>${color}</color><scale>${iconScale}</scale></IconStyle>`,
    `<LabelStyle><scale>${labelScale}</scale></LabelStyle>`,
    `<LineStyle><color>${color}</color><width>2</width></LineStyle>`,
    `<PolyStyle><color>${fill}</color></PolyStyle>`,
  ].join("");
}

/**
 * The time of a feature: TimeSpan if it has a start or an end instead of a time, else TimeStamp;
 * nothing if it has neither. Calendar dates are written as dates, which KML reads as whole days.
 */
function kmlTime(properties: Properties | null, collection: CollectionInfo): string {
  const { start_datetime: start, end_datetime: end, datetime } = properties ?? {};
  if (!isTimeText(datetime) && (isTimeText(start) || isTimeText(end))) {
    const begin = timeElement("begin", start, collection);
    return `<TimeSpan>${begin}${timeElement("end", end, collection)}</TimeSpan>`;
  }
  const when = timeElement("when", timeOf(properties, rolesOf(properties, collection)), collection);
  return when && `<TimeStamp>${when}</TimeStamp>`;
}

function timeElement(name: string, time: unknown, { isByDate }: CollectionInfo): string {
  if (!isTimeText(time)) return "";
  const text = printInstant(parseTimeMs(time)!);
  return `<${name}>${time.length === 10 || isByDate ? text.slice(0, 10) : text}</${name}>`;
}

/** Characters that XML 1.0 forbids or discourages (section 2.2). */
const notXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed on purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/** Fast path: nothing to remove or escape. */
const plainText = /^[A-Za-z0-9 .,:;_/()-]*$/;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text, escaped for an element or attribute of XML 1.0. */
function xml(text: string): string {
  if (plainText.test(text)) return text;
  return text.replace(notXml, "").replace(/[&<>"']/g, (character) => entities[character]!);
}

/** @param name trusted element name */
function element(name: string, text: string): string {
  return `<${name}>${xml(text)}</${name}>`;
}

/** A geometry as KML: longitude, latitude and, if present, height in metres. */
function* kmlGeometry(geometry: Geometry): Parts {
  switch (geometry.type) {
    case "Point":
      return yield* point(geometry.coordinates);
    case "LineString":
      return yield* line(geometry.coordinates);
    case "Polygon":
      return yield* polygon(geometry.coordinates);
    case "MultiPoint":
      return yield* multi(geometry.coordinates, point);
    case "MultiLineString":
      return yield* multi(geometry.coordinates, line);
    case "MultiPolygon":
      return yield* multi(geometry.coordinates, polygon);
    case "GeometryCollection":
      return yield* multi(geometry.geometries, kmlGeometry);
  }
}

type Parts = Generator<string, void>;

/** Of a geometry's text, a few thousand positions at most. */
function* within(name: string, parts: Parts): Parts {
  yield `<${name}>`;
  yield* parts;
  yield `</${name}>`;
}

function multi<Part>(parts: readonly Part[], print: (part: Part) => Parts): Parts {
  return within("MultiGeometry", each(parts, print));
}

function* each<Part>(parts: readonly Part[], print: (part: Part) => Parts): Parts {
  for (const part of parts) yield* print(part);
}

const point = (position: Position) => within("Point", coordinates([position]));

const line = (positions: readonly Position[]) => within("LineString", coordinates(positions));

/** A polygon without rings becomes an empty MultiGeometry: KML has no empty polygon. */
function polygon([outer, ...holes]: readonly Position[][]): Parts {
  return outer ? within("Polygon", boundaries(outer, holes)) : multi([], ring);
}

function* boundaries(outer: readonly Position[], holes: readonly Position[][]): Parts {
  yield* within("outerBoundaryIs", ring(outer));
  for (const hole of holes) yield* within("innerBoundaryIs", ring(hole));
}

const ring = (positions: readonly Position[]) => within("LinearRing", coordinates(positions));

/** About a millisecond. */
const positionsPerPart = 4096;

function* coordinates(positions: readonly Position[]): Parts {
  yield "<coordinates>";
  for (let at = 0; at < positions.length; at += positionsPerPart) {
    const part = positions.slice(at, at + positionsPerPart);
    const text = part.map((position) => position.slice(0, 3).join(",")).join(" ");
    yield at === 0 ? text : ` ${text}`;
  }
  yield "</coordinates>";
}
