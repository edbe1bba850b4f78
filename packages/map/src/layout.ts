import { type Legend, legendOf } from "./legend.ts";
import type { Detection, Detections, MapLayers, MapRequest } from "./map-request.ts";
import { type Ages, agesOf, cut, textWidth, wrapText } from "./text.ts";
import { type Theme, themes } from "./theme.ts";
import {
  isInside,
  type Rect,
  spanOfArea,
  spanOfLayers,
  type View,
  viewOf,
  worldSpan,
} from "./view.ts";

/** At most this many detections are drawn: more would hide each other and draw slowly. */
const mostDetections = 5000;

interface DrawnDetection<Each extends Detection = Detection> {
  readonly x: number;
  readonly y: number;
  readonly detection: Each;
}

interface Thinned<Each extends Detection = Detection> {
  readonly drawn: readonly DrawnDetection<Each>[];
  /** A sentence on the omitted detections; null if all are drawn. */
  readonly note: string | null;
}

/**
 * The detections in the frame; if there are too many, only the strongest, then
 * newest, in each square of pixels. Keeps at most one per pixel in memory.
 */
export function thin<Each extends Detection>(
  detections: Detections<Each>,
  view: View,
): Thinned<Each> {
  const all: DrawnDetection<Each>[] = [];
  for (const drawn of inFrame(detections, view)) {
    if (all.push(drawn) > mostDetections) return thinned(detections, view);
  }
  return { drawn: all, note: null };
}

function* inFrame<Each extends Detection>(
  detections: Iterable<Each>,
  { projection, frame }: View,
): Iterable<DrawnDetection<Each>> {
  for (const detection of detections) {
    const point = projection([...detection.position]);
    if (point && isInside(point, frame)) yield { x: point[0], y: point[1], detection };
  }
}

function thinned<Each extends Detection>(detections: Detections<Each>, view: View): Thinned<Each> {
  // Squares consist of whole pixels, so the strongest per pixel suffice to find theirs.
  const perPixel = strongestPerCell(inFrame(detections, view), 1);
  for (let cellPx = 1; ; cellPx += Math.ceil(cellPx / 3)) {
    const drawn = cellPx === 1 ? perPixel : strongestPerCell(perPixel, cellPx);
    if (drawn.length <= mostDetections) {
      const counts = `${grouped(drawn.length)} of ${grouped(detections.length)} detections are drawn`;
      const square = cellPx === 1 ? "pixel" : `${cellPx} × ${cellPx} pixels`;
      return { drawn, note: `${counts}: in every ${square} the strongest.` };
    }
  }
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}

function strongestPerCell<Each extends Detection>(
  all: Iterable<DrawnDetection<Each>>,
  cellPx: number,
): DrawnDetection<Each>[] {
  const cells = new Map<number, DrawnDetection<Each>>();
  for (const each of all) {
    const key = Math.floor(each.x / cellPx) * 100_000 + Math.floor(each.y / cellPx);
    const known = cells.get(key);
    if (!known || isStronger(each.detection, known.detection)) cells.set(key, each);
  }
  return [...cells.values()];
}

function isStronger(a: Detection, b: Detection): boolean {
  const more = (a.frpMw ?? -1) - (b.frpMw ?? -1);
  return more > 0 || (more === 0 && (a.timeMs ?? 0) > (b.timeMs ?? 0));
}

export const paddingPx = 12;
export const noteSizePx = 11;
export const noteRowPx = 15;
export const headerPx = 46;

/** The layout of a map before drawing: everything that will be on it. */
export interface MapLayout {
  readonly request: MapRequest;
  readonly theme: Theme;
  readonly view: View;
  readonly ages: Ages;
  readonly legend: Legend;
  /** The detections to draw, and how they were chosen. */
  readonly thinned: Thinned;
  readonly title: string;
  readonly period: string;
  /** The lines under the legend, broken to fit. */
  readonly notes: readonly string[];
  readonly attribution: readonly string[];
}

/** Chooses projection, scale, legend and the detections to draw, without loading the basemap. */
export function layOutMap(request: MapRequest): MapLayout {
  const { width, height, layers, area, asOfMs } = request;
  const { theme: wanted = "light" } = request;
  const theme = typeof wanted === "string" ? themes[wanted] : wanted;
  const inner = width - 2 * paddingPx;
  const { detections = [] } = layers;
  const ages = agesOf(timesOf(layers), asOfMs);
  const legend = legendOf(layers, ages, theme, inner);
  const notes = (request.notes ?? []).flatMap((note) => wrapText(note, inner, noteSizePx));
  const thinning = detections.length > mostDetections ? 1 : 0;
  const attribution = wrapText(credits(request), inner, noteSizePx);
  const under =
    legend.height + (notes.length + thinning + attribution.length) * noteRowPx + paddingPx;
  const frame: Rect = {
    x: paddingPx,
    y: headerPx,
    width: inner,
    // Long texts must leave space for the map.
    height: Math.max(height - headerPx - under - 6, height / 3),
  };
  const view = viewOf(area ? spanOfArea(area) : (spanOfLayers(layers) ?? worldSpan), frame);
  const thinned = thin(detections, view);
  return {
    request,
    theme,
    view,
    ages,
    legend,
    thinned,
    title: fitted(request.title, inner - markWidth(request.mark), 16),
    period: fitted(request.period ?? "", inner, noteSizePx + 1),
    notes: [...(thinned.note === null ? [] : [thinned.note]), ...notes],
    attribution,
  };
}

function* timesOf({ detections = [], perimeters = [] }: MapLayers): Iterable<number | null> {
  for (const { timeMs } of detections) yield timeMs;
  for (const { timeMs } of perimeters) yield timeMs;
}

export function markWidth(mark: string | undefined): number {
  return mark === undefined ? 0 : textWidth(mark, 12, true) + 20;
}

function fitted(text: string, maxWidthPx: number, sizePx: number): string {
  let shorter = text;
  for (
    let length = text.length;
    length > 1 && textWidth(shorter, sizePx, true) > maxWidthPx;
    length--
  ) {
    shorter = cut(text, length);
  }
  return shorter;
}

function credits({ attribution = [] }: MapRequest): string {
  const sources = [
    ...attribution,
    "Basemap: Natural Earth; US states: US Census Bureau (generalised)",
  ];
  return `${sources.join(". ")}.`;
}
