import {
  type Ages,
  changeStyle,
  type SymbolName,
  strengthRadiiPx,
  strengthStep,
  type Theme,
} from "@emberline/map";
import { type Drawable, geometryOf, isMark } from "./content.ts";
import type { Scene } from "./layers.ts";

/** A line or an area; only areas have a fill. */
interface ShapeStyle {
  readonly as: "shape";
  readonly line: string;
  readonly widthPx: number;
  readonly fill: string;
  readonly fillOpacity: number;
}

/** A point. Kinds differ in shape, so that colour is never the only cue. */
interface PointStyle {
  readonly as: "disc" | "ring" | "bubble" | SymbolName;
  readonly color: string;
  readonly radiusPx: number;
  /** A number beside it or in it. */
  readonly text: string;
}

type Style = ShapeStyle | PointStyle;

/** How a drawable looks on every map of ours. */
export function styleOf(
  drawable: Drawable,
  newest: Scene["newest"],
  ages: Ages,
  theme: Theme,
): Style {
  const geometry = geometryOf(drawable);
  const isPoint = geometry.type === "Point" || geometry.type === "MultiPoint";
  return isPoint
    ? pointStyle(drawable, ages, theme)
    : shapeStyle(drawable, newest.has(drawable), ages, theme);
}

function shapeStyle(drawable: Drawable, isNewest: boolean, ages: Ages, theme: Theme): ShapeStyle {
  const { shape, perimeters, perimeterFill } = theme;
  if (drawable.kind === "perimeter") {
    const line = perimeters[ages.stepOf(drawable.timeMs)]!;
    return isNewest
      ? { as: "shape", line, widthPx: 1.6, fill: perimeterFill, fillOpacity: 0.28 }
      : { as: "shape", line, widthPx: 0.9, fill: perimeterFill, fillOpacity: 0 };
  }
  const fillOpacity = isMark(drawable) ? 0.06 + 0.5 * Math.sqrt(drawable.share) : 0.15;
  return { as: "shape", line: shape, widthPx: 0.9, fill: shape, fillOpacity };
}

/** How a point looks. */
export function pointStyle(drawable: Drawable, ages: Ages, theme: Theme): PointStyle {
  if (isMark(drawable)) {
    const { kind, share, change, count } = drawable;
    const text = kind === "place" || !count ? "" : String(count);
    if (kind === "group")
      return { as: "bubble", color: theme.shape, radiusPx: 6 + 14 * Math.sqrt(share), text };
    if (kind === "change") {
      const { as, color } = changeStyle(change ?? "continuing", theme);
      return { as, color, radiusPx: 6.5 + 5 * Math.sqrt(share), text };
    }
  }
  switch (drawable.kind) {
    case "detection": {
      const color = theme.detections[ages.stepOf(drawable.timeMs)]!;
      return {
        as: "disc",
        color,
        radiusPx: strengthRadiiPx[strengthStep(drawable.frpMw)]!,
        text: "",
      };
    }
    case "source":
      return { as: "square", color: theme.staticSource, radiusPx: 4, text: "" };
    case "simulation":
      return { as: "ring", color: theme.simulation, radiusPx: 6, text: "" };
    default:
      return { as: "diamond", color: theme.shape, radiusPx: 4.5, text: "" };
  }
}

/** Zooms of Web Mercator between which discs grow, and how much larger they are then. */
const [smallZoom, largeZoom, largeFactor] = [8, 13, 1.8];

/** How much larger discs are at a zoom: the interpolation that MapLibre draws. */
export function discScale(zoom: number): number {
  const share = (zoom - smallZoom) / (largeZoom - smallZoom);
  return 1 + (largeFactor - 1) * Math.min(1, Math.max(0, share));
}

export const discScaleStops = [smallZoom, 1, largeZoom, largeFactor] as const;
