import { extentOf, type LonLat } from "@emberline/geo";
import type { Detection, MapLayers, MapLink, Perimeter, Shape } from "@emberline/map";
import type { CollectionId } from "../collections.ts";
import type { Feature } from "../feature.ts";
import { featureName, properName, timeOf } from "./feature-name.ts";

/**
 * Features as the layers of a map, with the symbols of their collection.
 * @param hrefOf the page of a feature; without it, nothing on the map is a link
 */
export function layersOf(
  collection: CollectionId,
  features: readonly Feature[],
  hrefOf?: (id: string) => string,
): MapLayers {
  const detections: Detection[] = [];
  const perimeters: Perimeter[] = [];
  const staticSources: LonLat[] = [];
  const shapes: Shape[] = [];
  const links: MapLink[] = [];
  for (const feature of features) {
    const { id, geometry, properties } = feature;
    if (!geometry || !extentOf(geometry)) continue;
    const timeMs = timeOf(feature);
    const title = featureName(collection, feature);
    if (hrefOf) links.push({ geometry, title, href: hrefOf(id) });
    if (geometry.type === "Point" && collection !== "svc:satellite-perimeters") {
      const [longitude, latitude] = geometry.coordinates;
      const position: LonLat = [longitude, latitude];
      const frp = properties?.frp;
      const frpMw = typeof frp === "number" ? frp : null;
      if (collection === "svc:hotspots") detections.push({ position, timeMs, frpMw });
      else staticSources.push(position);
    } else if (
      collection === "svc:satellite-perimeters" &&
      (geometry.type === "Polygon" || geometry.type === "MultiPolygon")
    ) {
      perimeters.push({ geometry, timeMs, name: properName(feature) });
    } else shapes.push({ geometry, title });
  }
  // Newer features come first, and lie on top.
  return { detections, perimeters, staticSources, shapes, links: links.reverse() };
}

/** Whether anything of these layers can be drawn. */
export function hasMarks({
  detections,
  perimeters = [],
  staticSources = [],
  shapes = [],
}: MapLayers): boolean {
  const others = perimeters.length + staticSources.length + shapes.length;
  return (detections?.length ?? 0) + others > 0;
}
