import type { Reply } from "../http/attempt.ts";
import { isObject } from "../values/bbox.ts";

/** The last part of the names of CRSs in degrees, within two metres of each other. */
const degrees = /(?:CRS8[34]h?|4326|4269|4979)$/i;

/**
 * The problem with the CRS of an answer, or of one of its features: in a header (OGC API Features
 * Part 2), whose EPSG:4326 has the latitude first, or in a member `crs`, as GeoJSON had before
 * RFC 7946, with the longitude first.
 */
export function crsProblem(
  { response, url, value }: Reply<unknown>,
  feature: unknown,
): string | undefined {
  if (url.searchParams.has("crs")) return undefined;
  const header = response.headers.get("content-crs") ?? "CRS84";
  const geometry = isObject(feature) && feature.geometry;
  return /CRS84h?>?$/i.test(header) && [value, feature, geometry].every(isInDegrees)
    ? undefined
    : ".crs: expected longitude and latitude in degrees (WGS 84)";
}

function isInDegrees(value: unknown): boolean {
  if (!isObject(value) || value.crs === undefined || value.crs === null) return true;
  const { crs } = value;
  const name = isObject(crs) && isObject(crs.properties) ? crs.properties.name : crs;
  return typeof name === "string" && degrees.test(name);
}
