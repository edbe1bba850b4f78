import { type LngLat, type MapLibreMap, Point } from "maplibre-gl";
import type { GlMapProps } from "../map-props.ts";
import { openCluster, pick } from "./pick.ts";

const mouseReachPx = 4;
const touchReachPx = 14;
const keyboardReachPx = 24;

/** Lights what the pointer is on, and opens what is clicked, or in the middle with Enter. */
export function followPointer(map: MapLibreMap, { model, state, tip }: GlMapProps): () => void {
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
