import { type GeoJSONSource, type MapLibreMap, Point } from "maplibre-gl";
import type { Drawable } from "../content/content.ts";
import { clickable } from "./data-layers.ts";

/** As many as a person leafs through. */
const maxPicked = 60;

/** What lies within `reachPx` of a point, the topmost first. */
export function pick(
  map: MapLibreMap,
  drawables: readonly Drawable[],
  { x, y }: Point,
  reachPx: number,
): Drawable[] {
  const found = new Set<Drawable>();
  for (const { properties } of hits(map, { x, y }, reachPx)) {
    const drawable = drawables[properties.i];
    if (drawable) found.add(drawable);
    if (found.size === maxPicked) break;
  }
  return [...found];
}

/** Zooms in on a cluster at a point, until it falls apart; false if there is none. */
export function openCluster(map: MapLibreMap, point: Point, reachPx: number): boolean {
  const cluster = hits(map, point, reachPx).find(({ properties }) => properties.cluster);
  if (cluster?.geometry.type !== "Point") return false;
  const [lon, lat] = cluster.geometry.coordinates as [number, number];
  const source = map.getSource<GeoJSONSource>("detections");
  source?.getClusterExpansionZoom(cluster.properties.cluster_id).then(
    (zoom) => map.easeTo({ center: [lon, lat], zoom: Math.max(zoom, map.getZoom() + 1) }),
    // The cluster is of data that was replaced meanwhile.
    () => {},
  );
  return true;
}

function hits(map: MapLibreMap, { x, y }: { x: number; y: number }, reachPx: number) {
  const box: [Point, Point] = [
    new Point(x - reachPx, y - reachPx),
    new Point(x + reachPx, y + reachPx),
  ];
  const layers = clickable.filter((id) => map.getLayer(id));
  return map.queryRenderedFeatures(box, { layers });
}
