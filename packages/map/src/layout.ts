import { type Legend, legendOf } from "./legend.ts";
import type { MapLayers, MapRequest } from "./map-request.ts";
import { type Ages, agesOf, cut, textWidth, wrapText } from "./text.ts";
import { type Theme, themes } from "./theme.ts";
import { mostDetections, type Thinned, thin } from "./thin.ts";
import { type Rect, spanOfArea, spanOfLayers, type View, viewOf, worldSpan } from "./view.ts";

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
