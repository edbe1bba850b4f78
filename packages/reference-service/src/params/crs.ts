import { CRS_LIST, type Crs, DEFAULT_CRS, findCrs } from "../crs.ts";
import { invalidParameter } from "../problems.ts";

/**
 * The system a parameter names; the default, longitude and latitude, without it.
 * @throws {Problem} 400 for a CRS that the service does not offer
 */
export function parseCrs(name: "crs" | "bbox-crs" | "filter-crs", params: URLSearchParams): Crs {
  const uri = params.get(name);
  if (uri === null) return DEFAULT_CRS;
  const crs = findCrs(uri);
  if (crs) return crs;
  const offered = CRS_LIST.map((one) => one.uri).join(", ");
  throw invalidParameter(name, `must be one of ${offered}.`);
}
