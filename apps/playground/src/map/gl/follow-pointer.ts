import type { Drawable } from "@emberline/map-app/content/content";
import type { MovingMapProps } from "@emberline/map-app/content/map-props";
import { type GeoJSONSource, type LngLat, type MapLibreMap, Point } from "maplibre-gl";
import { clickable } from "./data-layers.ts";

const mouseReachPx = 4;
const touchReachPx = 14;
const keyboardReachPx = 24;

/** Lights what the pointer is on, and opens what is clicked, or in the middle with Enter. */
export function followPointer(map: MapLibreMap, { model, state, tip }: MovingMapProps): () => void {
  const canvas = map.getCanvas();
  const end = new AbortController();
  const isDrawing = () => state.drawing.value !== null;
  const found = (point: Point, reachPx: number) =>
    pick(map, model.scene.value.drawables, point, reachPx);
  const leave = () => {
    tip.value = null;
    model.hover(null);
  };
  const open = (point: Point, place: LngLat, reachPx: number) => {
    const drawables = found(point, reachPx);
    if (drawables.length > 0) {
      tip.value = null;
      model.selection.value = { drawables, at: 0, place: [place.lng, place.lat] };
    } else if (!openCluster(map, point, reachPx)) {
      model.selection.value = null;
    }
  };
  map.on("mousemove", ({ point }) => {
    if (isDrawing()) return leave();
    const [drawable] = found(point, mouseReachPx);
    canvas.style.cursor = drawable ? "pointer" : "";
    model.hover(drawable ?? null);
    tip.value = drawable ? { drawable, x: point.x, y: point.y } : null;
  });
  map.on("mouseout", leave);
  map.on("movestart", () => {
    tip.value = null;
  });
  map.on("click", ({ point, lngLat, originalEvent }) => {
    if (isDrawing()) return;
    const isTouch = (originalEvent as PointerEvent).pointerType === "touch";
    open(point, lngLat, isTouch ? touchReachPx : mouseReachPx);
  });
  canvas.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || isDrawing()) return;
      // Otherwise the same key press would close the card, whose button now has the focus.
      event.preventDefault();
      const middle = new Point(canvas.clientWidth / 2, canvas.clientHeight / 2);
      open(middle, map.getCenter(), keyboardReachPx);
    },
    { signal: end.signal },
  );
  return () => end.abort();
}

/** As many as a person leafs through. */
const maxPicked = 60;

/** What lies within `reachPx` of a point, the topmost first. */
function pick(
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
function openCluster(map: MapLibreMap, point: Point, reachPx: number): boolean {
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
