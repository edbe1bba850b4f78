import { type Box, isBbox, type LonLat, wrapLongitude } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import { effect, signal } from "@preact/signals";
import { type GeoJSONSource, type LngLat, type MapLibreMap, Point } from "maplibre-gl";
import type { Area, Drawing } from "../../state/map-state.ts";
import { areaOutline, isArea } from "../content/geometry.ts";
import type { GlMapProps } from "../content/map-props.ts";
import { areasOf } from "./to-source.ts";

/** A form that was run describes what its answer was asked for. */
function isSame(asked: MapArea, edited: Area): boolean {
  if (asked.kind === "circle" && edited.kind === "circle")
    return asked.radiusKm === edited.radiusKm && `${asked.center}` === `${edited.center}`;
  return asked.kind === "box" && edited.kind === "box" && `${asked.box}` === `${edited.bbox}`;
}

/** Shows the areas of the answer and of the form, and lets the person draw one. */
export function followDrawing(map: MapLibreMap, { model, state }: GlMapProps): () => void {
  const draft = signal<Area | null>(null);
  let stopDrawing: (() => void) | null = null;
  const stops = [
    effect(() => {
      const { area } = model.content.value;
      const asked = model.scene.value.showsArea && area?.kind !== "extent" ? area : null;
      const edited = draft.value ?? state.edited.value;
      const outlines = [
        ...(asked ? [{ kind: "asked" as const, outline: areaOutline(asked) }] : []),
        ...(edited && isArea(edited) && !(asked && isSame(asked, edited))
          ? [{ kind: "edited" as const, outline: areaOutline(edited) }]
          : []),
      ];
      map.getSource<GeoJSONSource>("areas")?.setData(areasOf(outlines, map.getCenter().lng));
    }),
    effect(() => {
      const drawing = state.drawing.value;
      stopDrawing?.();
      stopDrawing = null;
      if (!drawing) return;
      const done = (area: Area | null) => {
        stopDrawing = null;
        state.drawing.value = null;
        drawing.done(area);
      };
      stopDrawing = drawArea(
        map,
        { ...drawing, done },
        {
          onDraft(area) {
            draft.value = area;
          },
        },
      );
    }),
  ];
  return () => {
    stopDrawing?.();
    for (const stop of stops) stop();
  };
}

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
function drawArea(map: MapLibreMap, { kind, done }: Drawing, { onDraft }: Hooks): () => void {
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
