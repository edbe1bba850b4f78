import { type Box, isBbox, kmPerDegree, type LonLat, wrapLongitude } from "@emberline/geo";
import { geoDistance } from "d3-geo";
import type { Area, Drawing } from "../content/map-state.ts";

type Point = readonly [x: number, y: number];

/** A map on which a person draws. */
export interface DrawingSurface {
  /** Takes pointers and keys. */
  readonly element: HTMLElement;
  /** The place at a pixel of the element; longitudes may exceed ±180. */
  placeAt(point: Point): LonLat | null;
  middle(): LonLat;
  /** Whether pointers move the map. */
  setDragging(isOn: boolean): void;
  /** Calls back whenever the map moves; returns what ends that. */
  onMove(moved: () => void): () => void;
}

/** Shorter than this, a press is a click: its corner waits for a second one. */
const dragPx = 6;

/**
 * Lets the person draw an area: press and drag, or two clicks, or by keyboard: the arrows move the
 * map, Enter sets a corner (or the centre and the edge) in its middle, Escape gives up.
 *
 * @param onDraft gets the area as it is so far
 * @returns ends the drawing without an answer
 */
export function drawArea(
  { element, placeAt, middle, setDragging, onMove }: DrawingSurface,
  { kind, done }: Drawing,
  onDraft: (area: Area | null) => void,
): () => void {
  const end = new AbortController();
  let first: LonLat | null = null;
  let isSecond = false;
  let pressed: Point | null = null;
  const at = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const finish = (area: Area | null) => {
    stop();
    done(area);
  };
  const set = (place: LonLat | null) => {
    if (!place) return;
    if (!first) {
      first = place;
      return;
    }
    const area = areaBetween(kind, first, place);
    if (area) finish(area);
  };
  const draft = (place: LonLat | null) => {
    if (first && place) onDraft(areaBetween(kind, first, place));
  };
  const stopMoving = onMove(() => draft(middle()));
  setDragging(false);
  element.style.cursor = "crosshair";
  element.focus({ preventScroll: true });
  const { signal } = end;
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      pressed = at(event);
      element.setPointerCapture(event.pointerId);
      if (!first) set(placeAt(pressed));
    },
    { signal },
  );
  element.addEventListener("pointermove", (event) => draft(placeAt(at(event))), { signal });
  element.addEventListener(
    "pointerup",
    (event) => {
      const [x, y] = at(event);
      const isShort = pressed && Math.hypot(x - pressed[0], y - pressed[1]) < dragPx;
      const isFirst = isShort && !isSecond;
      isSecond = true;
      pressed = null;
      if (!isFirst) set(placeAt([x, y]));
    },
    { signal },
  );
  element.addEventListener(
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
    { signal, capture: true },
  );

  function stop(): void {
    end.abort();
    stopMoving();
    setDragging(true);
    element.style.cursor = "";
    onDraft(null);
  }
  return stop;
}

/** Null if it would be empty. */
function areaBetween(kind: Area["kind"], a: LonLat, b: LonLat): Area | null {
  if (kind === "circle") {
    const degrees = (geoDistance([...a], [...b]) * 180) / Math.PI;
    const radiusKm = rounded(degrees * kmPerDegree, 1);
    const center: LonLat = [rounded(wrapLongitude(a[0])), rounded(a[1])];
    return radiusKm > 0 ? { kind, center, radiusKm } : null;
  }
  const [west, east] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const box: Box = [
    rounded(wrapLongitude(west)),
    rounded(Math.min(a[1], b[1])),
    rounded(wrapLongitude(east)),
    rounded(Math.max(a[1], b[1])),
  ];
  const isEmpty = east - west < 1e-4 || box[3] - box[1] < 1e-4;
  return !isEmpty && isBbox([...box]) ? { kind, box } : null;
}

function rounded(value: number, decimals = 4): number {
  return Number(value.toFixed(decimals));
}
