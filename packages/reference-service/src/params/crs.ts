import { type Crs, crsList, defaultCrs, findCrs } from "../crs.ts";
import { invalidParameter } from "../problems.ts";

/**
 * The CRS that a parameter names; default: longitude and latitude.
 * @throws {Problem} when the service does not offer the CRS (400)
 */
export function parseCrs(name: "crs" | "bbox-crs" | "filter-crs", params: URLSearchParams): Crs {
  const uri = params.get(name);
  if (uri === null) return defaultCrs;
  const crs = findCrs(uri);
  if (crs) return crs;
  const offered = crsList.map((one) => one.uri).join(", ");
  throw invalidParameter(name, `must be one of ${offered}.`);
}
