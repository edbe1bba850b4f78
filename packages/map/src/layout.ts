import { kmPerDegree } from "@emberline/geo";
import { type Legend, legendOf } from "./legend.ts";
import type { Detection, Detections, MapLayers, MapRequest } from "./map-request.ts";
import { type Change, changes } from "./symbols.ts";
import { type Ages, agesOf, cut, instantText, textWidth, wrapText } from "./text.ts";
import { type Theme, themes } from "./theme.ts";
import {
  isInside,
  type Rect,
  type Span,
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
export const noteSizePx = 10.5;
export const noteRowPx = 14;
export const titleSizePx = 16;
export const titleRowPx = 20;
export const periodSizePx = 11.5;
export const periodRowPx = 15;
const mostTitleRows = 2;
const mostPeriodRows = 3;

/** The layout of a map before drawing: everything that will be on it. */
export interface MapLayout {
  readonly request: MapRequest;
  /** Size in pixels of type, of which each has `scale` pixels of the picture. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly theme: Theme;
  readonly view: View;
  readonly ages: Ages;
  readonly legend: Legend;
  /** The legend stands beside the map, which so gets larger, and not under it. */
  readonly isBeside: boolean;
  /** What towns have their distance from, in words; null where distances say nothing. */
  readonly measured: string | null;
  /** The detections to draw, and how they were chosen. */
  readonly thinned: Thinned;
  /** The same of a comparison. */
  readonly changed: Readonly<Record<Change, Thinned>>;
  /** Texts, broken to fit. */
  readonly title: readonly string[];
  readonly period: readonly string[];
  /** The lines under the legend. */
  readonly notes: readonly string[];
  readonly attribution: readonly string[];
}

/** Chooses projection, scale, legend and the detections to draw, without loading the basemap. */
export function layOutMap(request: MapRequest): MapLayout {
  const { layers, area, asOfMs, scale = 1 } = request;
  const { theme: wanted = "light" } = request;
  const [width, height] = [request.width / scale, request.height / scale];
  const theme = typeof wanted === "string" ? themes[wanted] : wanted;
  const inner = width - 2 * paddingPx;
  const { detections = noDetections, changes: compared } = layers;
  const ages = agesOf(timesOf(layers), asOfMs);
  const span = area ? spanOfArea(area) : (spanOfLayers(layers) ?? worldSpan);
  const measured = measuredIn(layers, span);
  const title = rowsOf(request.title, inner, titleSizePx, mostTitleRows, true);
  const period = rowsOf(request.period ?? "", inner, periodSizePx, mostPeriodRows);
  const attribution = wrapText(credits(request), inner, noteSizePx);
  const isAged = ages.asOfMs !== null && detections.length > 0 && !layers.growth;
  const said = [
    ...(request.notes ?? []),
    ...(isAged ? [`Ages at ${instantText(ages.asOfMs!)}.`] : []),
  ];
  const notesOf = (more: readonly string[]) =>
    wrapText([...more, ...said].join(" "), inner, noteSizePx);
  const all = [detections, ...changes.map((change) => compared?.[change] ?? noDetections)];
  const mayThin = all.some(({ length }) => length > mostDetections);
  const noteRows = notesOf(mayThin ? [longestNote] : []).length + attribution.length;
  const y = headerHeight(title.length, period.length);
  const textsPx = noteRows * noteRowPx + paddingPx + 2;
  const arranged = (legend: Legend, sidePx: number) => {
    const under = textsPx + (sidePx > 0 ? 0 : legend.height + 4);
    // Long texts must leave space for the map.
    const frameHeight = Math.max(height - y - under, height / 3);
    const frame: Rect = { x: 0, y, width: width - sidePx, height: frameHeight };
    return { legend, view: viewOf(span, frame) };
  };
  const column = legendOf({ layers, ages, theme, measured }, 0);
  const sidePx = column.height > 0 ? column.width + 2 * paddingPx : 0;
  const beside = arranged(column, sidePx);
  const under = arranged(legendOf({ layers, ages, theme, measured }, inner), 0);
  const isBeside =
    beside.view.frame.height >= column.height + paddingPx &&
    beside.view.frame.width >= width / 2 &&
    beside.view.kmPerPixel < under.view.kmPerPixel;
  const { legend, view } = isBeside ? beside : under;
  const thinned = thin(detections, view);
  const changed = Object.fromEntries(
    changes.map((change) => [change, thin(compared?.[change] ?? noDetections, view)]),
  ) as Record<Change, Thinned>;
  const omitted = [thinned, ...Object.values(changed)].flatMap(({ note }) => note ?? []);
  const notes = notesOf(omitted.slice(0, 1));
  return {
    ...{ request, width, height, scale, theme, view, ages, legend, thinned, changed },
    ...{ title, period, notes, attribution, isBeside, measured },
  };
}

const noDetections: Detections = [];

/** Wider maps are of whole regions, where the way to a town says little; narrower have no towns. */
const [narrowestKm, widestKm] = [10, 300];

function measuredIn({ detections, changes: compared, perimeters, growth }: MapLayers, span: Span) {
  const points = [detections, ...Object.values(compared ?? {})].flatMap(
    (each) => each?.length ?? 0,
  );
  const count = points.reduce((sum, each) => sum + each, 0);
  const hasOutlines = (perimeters?.length ?? 0) + (growth?.length ?? 0) > 0;
  const narrow = Math.cos(((span.south + span.north) / 2) * (Math.PI / 180));
  const degrees = Math.max(span.north - span.south, (span.east - span.west) * narrow);
  // Of thinned detections the nearest may be left out.
  const km = degrees * kmPerDegree;
  if (km < narrowestKm || km > widestKm || count > mostDetections) return null;
  if (count > 0) return hasOutlines ? "nearest mark" : "detection";
  return hasOutlines ? "nearest fire" : null;
}

/** As long as a sentence on thinning gets. */
const longestNote =
  "10,000 of 10,000,000 detections are drawn: in every 10 × 10 pixels the strongest.";

export function headerHeight(titleRows: number, periodRows: number): number {
  return 8 + titleRows * titleRowPx + (periodRows > 0 ? periodRows * periodRowPx + 6 : 4);
}

function* timesOf({ detections = [], perimeters = [] }: MapLayers): Iterable<number | null> {
  for (const { timeMs } of detections) yield timeMs;
  for (const { timeMs } of perimeters) yield timeMs;
}

/** The text in rows; the last that fits ends with an ellipsis where there are more. */
function rowsOf(
  text: string,
  maxWidthPx: number,
  sizePx: number,
  mostRows: number,
  isBold = false,
): string[] {
  const rows = wrapText(text, maxWidthPx, sizePx, isBold);
  const shown = rows.slice(0, mostRows);
  if (rows.length > mostRows) shown[mostRows - 1] += "…";
  return shown.map((row) => fitted(row, maxWidthPx, sizePx, isBold));
}

function fitted(text: string, maxWidthPx: number, sizePx: number, isBold: boolean): string {
  let shorter = text;
  for (
    let length = [...text].length - 1;
    length > 1 && textWidth(shorter, sizePx, isBold) > maxWidthPx;
    length--
  ) {
    shorter = cut(text, length);
  }
  return shorter;
}

function credits({ attribution = [] }: MapRequest): string {
  const sources = [...attribution, "Map: Natural Earth, US Census Bureau"];
  return `${sources.join(". ")}.`;
}
