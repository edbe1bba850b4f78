import { flatBox, isBbox } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import { isObject, type JsonObject } from "../json.ts";
import { isLonLat } from "./geometry.ts";

/** The requested area, as stated in the answer; null without one. */
export function askedArea({ selection }: JsonObject): MapArea | null {
  const area = isObject(selection) && isObject(selection.area) ? selection.area : {};
  const { bbox, center, radius_km } = area;
  if (isBbox(bbox)) return { kind: "box", box: flatBox(bbox) };
  if (!isLonLat(center) || typeof radius_km !== "number") return null;
  return { kind: "circle", center, radiusKm: radius_km };
}
