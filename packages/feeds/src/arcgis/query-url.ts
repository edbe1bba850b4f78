import type { Bbox } from "@emberline/geo";
import { envelopeOf } from "../geojson/envelope.ts";

export interface ArcgisQuery {
  /** Of a layer, such as `…/FeatureServer/0`. */
  readonly url: URL;
  /** Constant: operators of services ask not to use relative dates, so that caches serve. */
  readonly where: string;
  /** The field that orders the pages. */
  readonly order: string;
  /** Names of fields, or `*`. */
  readonly fields: string;
  readonly pageSize: number;
  /** Empty for the world. */
  readonly areas: readonly Bbox[];
}

/** The address of the page that begins at this row, as GeoJSON in degrees. */
export function arcgisUrl(query: ArcgisQuery, offset: number): URL {
  const url = new URL(query.url);
  url.pathname = `${url.pathname.replace(/\/*$/, "")}/query`;
  const envelope = envelopeOf(query.areas);
  const params = {
    where: query.where,
    outFields: query.fields,
    outSR: "4326",
    orderByFields: query.order,
    resultOffset: String(offset),
    resultRecordCount: String(query.pageSize),
    geometryPrecision: "5",
    ...(envelope && {
      geometry: envelope,
      geometryType: "esriGeometryEnvelope",
      inSR: "4326",
      spatialRel: "esriSpatialRelIntersects",
    }),
    f: "geojson",
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url;
}
