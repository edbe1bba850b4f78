import type { Feature } from "@emberline/core";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { idOf } from "../values/feature-id.ts";
import { ownProperty } from "../values/own-property.ts";
import type { ExportFormat } from "./export-format.ts";
import { kmlGeometry } from "./kml-geometry.ts";
import { kmlStyle } from "./kml-style.ts";
import { kmlTime } from "./kml-time.ts";
import { element, xml } from "./xml.ts";

/**
 * KML 2.2 (OGC 07-147r2): one placemark per feature, without geometry if the feature has none.
 * Time is TimeStamp or TimeSpan; id and properties are untyped Data, in the schema's order.
 */
export const kml: ExportFormat = {
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
      feature: (feature) =>
        [
          "<Placemark>",
          element("name", nameOf(feature, collection)),
          kmlTime(feature.properties, collection),
          "<styleUrl>#features</styleUrl>",
          extendedData(feature),
          feature.geometry ? kmlGeometry(feature.geometry) : "",
          "</Placemark>\n",
        ].join(""),
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
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `<Data name="${xml(name)}">${element("value", text)}</Data>`;
  });
  return `<ExtendedData>${data.join("")}</ExtendedData>`;
}
