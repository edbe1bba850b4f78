import { type Box, isBbox, type LonLat, wrapLongitude } from "@emberline/geo";
import { type LngLat, type MapLibreMap, Point } from "maplibre-gl";
import type { Area, Drawing } from "../../state/map-state.ts";

/** Shorter than this, a press is a click: its corner waits for a second one. */
const dragPx = 6;

interface Hooks {
  /** The area as it is so far. */
  onDraft(area: Area | null): void;
}

/**
 * Lets the person draw an area: press and drag, or two clicks, or by keyboard: the arrows move the
 * map, Enter sets a corner (or the centre and the edge) in its middle, Escape gives up.
 *
 * @returns ends the drawing without an answer
 */
export function drawArea(
  map: MapLibreMap,
  { kind, done }: Drawing,
  { onDraft }: Hooks,
): () => void {
  const canvas = map.getCanvas();
  const end = new AbortController();
  let first: LngLat | null = null;
  let pressed: Point | null = null;
  const middle = () => map.getCenter();
  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = canvas.getBoundingClientRect();
    return new Point(clientX - left, clientY - top);
  };
  const finish = (area: Area | null) => {
    stop();
    done(area);
  };
  const set = (place: LngLat) => {
    if (!first) {
      first = place;
      return;
    }
    const area = areaBetween(kind, first, place);
    if (area) finish(area);
  };
  const draft = (place: LngLat) => first && onDraft(areaBetween(kind, first, place));
  const onMove = () => draft(middle());

  map.dragPan.disable();
  canvas.style.cursor = "crosshair";
  canvas.focus({ preventScroll: true });
  map.on("move", onMove);
  const options = { signal: end.signal };
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      pressed = at(event);
      canvas.setPointerCapture(event.pointerId);
      if (!first) set(map.unproject(pressed));
    },
    options,
  );
  canvas.addEventListener("pointermove", (event) => draft(map.unproject(at(event))), options);
  canvas.addEventListener(
    "pointerup",
    (event) => {
      const point = at(event);
      const isFirst = pressed && point.dist(pressed) < dragPx && !isSecond;
      isSecond = true;
      pressed = null;
      if (!isFirst) set(map.unproject(point));
    },
    options,
  );
  let isSecond = false;
  canvas.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") finish(null);
      else {
        isSecond = true;
        set(middle());
      }
    },
    { ...options, capture: true },
  );

  function stop(): void {
    end.abort();
    map.off("move", onMove);
    map.dragPan.enable();
    canvas.style.cursor = "";
    onDraft(null);
  }
  return stop;
}

/** Null if it would be empty. */
function areaBetween(kind: Area["kind"], a: LngLat, b: LngLat): Area | null {
  if (kind === "circle") {
    const radiusKm = rounded(a.distanceTo(b) / 1000, 1);
    const center: LonLat = [rounded(wrapLongitude(a.lng)), rounded(a.lat)];
    return radiusKm > 0 ? { kind, center, radiusKm } : null;
  }
  const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)];
  const box: Box = [
    rounded(wrapLongitude(west)),
    rounded(Math.min(a.lat, b.lat)),
    rounded(wrapLongitude(east)),
    rounded(Math.max(a.lat, b.lat)),
  ];
  const isEmpty = east - west < 1e-4 || box[3] - box[1] < 1e-4;
  return !isEmpty && isBbox([...box]) ? { kind, bbox: [...box] } : null;
}

function rounded(value: number, decimals = 4): number {
  return Number(value.toFixed(decimals));
}
