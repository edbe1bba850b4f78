import { positionsOf } from "@emberline/geo";
import {
  type Ages,
  areaPath,
  type Outline,
  perimeterOn,
  symbolCorners,
  type Theme,
  thin,
  type View,
} from "@emberline/map";
import { type Drawable, geometryOf } from "../content/content.ts";
import type { DetectionFeature } from "../content/features.ts";
import type { Scene } from "../content/layers.ts";
import { discScale, pointStyle, styleOf } from "../content/style.ts";
import { zoomOf } from "./camera.ts";

/** A symbol on the map, and how far from its middle it is hit, in pixels. */
interface Mark {
  readonly drawable: Drawable;
  readonly x: number;
  readonly y: number;
  readonly radiusPx: number;
}

export interface DrawnOutline {
  readonly drawable: Drawable;
  readonly outline: Outline;
  readonly path: Path2D;
}

/** What was drawn, for pointers and names. */
export interface Drawn {
  /** From bottom to top. */
  readonly marks: readonly Mark[];
  readonly outlines: readonly DrawnOutline[];
  /** That only a part of the detections in view is drawn; null if all are. */
  readonly note: string | null;
}

/** The drawables of a scene, and around those that are chosen or pointed at a line. */
export function paintFeatures(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  { scene, ages, lit }: { scene: Scene; ages: Ages; lit: readonly (Drawable | null)[] },
): Drawn {
  const outlines: DrawnOutline[] = [];
  const marks: Mark[] = [];
  const detections: DetectionFeature[] = [];
  const points: Drawable[] = [];
  const shapes: Drawable[] = [];
  for (const each of scene.drawables) {
    if (each.kind === "detection") detections.push(each);
    else if (styleOf(each, scene.newest, ages, theme).as === "shape") shapes.push(each);
    else points.push(each);
  }
  // Newest outlines lie on top.
  shapes.sort((a, b) => Number(scene.newest.has(a)) - Number(scene.newest.has(b)));
  for (const drawable of shapes) {
    const style = styleOf(drawable, scene.newest, ages, theme);
    const outline = perimeterOn(view, geometryOf(drawable));
    if (style.as !== "shape" || !outline) continue;
    const path = new Path2D(outline.path);
    context.globalAlpha = style.fillOpacity;
    context.fillStyle = style.fill;
    context.fill(path, "evenodd");
    context.globalAlpha = 1;
    stroke(context, style.line, style.widthPx, path);
    outlines.push({ drawable, outline, path });
  }
  const { drawn, note } = thin(detections, view);
  const scale = discScale(zoomOf(view));
  // A path for each look: thousands of single discs would take long.
  const looks = new Map<string, { path: Path2D; color: string; rank: number }>();
  for (const { x, y, detection } of drawn) {
    const { color, radiusPx } = pointStyle(detection, ages, theme);
    const radius = radiusPx * scale;
    const key = `${color} ${radius}`;
    // Older ones below newer ones, and within an age, weaker on top.
    const rank = (3 - ages.stepOf(detection.timeMs)) * 100 - radius;
    const look = looks.get(key) ?? { path: new Path2D(), color, rank };
    looks.set(key, look);
    look.path.moveTo(x + radius, y);
    look.path.arc(x, y, radius, 0, 2 * Math.PI);
    marks.push({ drawable: detection, x, y, radiusPx: radius });
  }
  for (const { path, color } of [...looks.values()].sort((a, b) => a.rank - b.rank)) {
    stroke(context, theme.detectionEdge, 1.2, path);
    context.fillStyle = color;
    context.fill(path);
  }
  const others = points.flatMap((each) => paintPoints(context, view, theme, each, scene, ages));
  const all = [...marks, ...others];
  for (const each of lit) if (each) paintLit(context, theme, each, { marks: all, outlines });
  return { marks: all, outlines, note };
}

function paintPoints(
  context: CanvasRenderingContext2D,
  { projection }: View,
  theme: Theme,
  drawable: Drawable,
  { newest }: Scene,
  ages: Ages,
): Mark[] {
  const style = styleOf(drawable, newest, ages, theme);
  if (style.as === "shape") return [];
  return positionsOf(geometryOf(drawable)).flatMap(([lon, lat]) => {
    const point = projection([lon, lat]);
    if (!point) return [];
    const [x, y] = point;
    const { radiusPx, color, text } = style;
    switch (style.as) {
      case "ring":
      case "disc":
        stroke(context, theme.paper, 4, circle(x, y, radiusPx));
        stroke(context, color, 2, circle(x, y, radiusPx));
        break;
      case "bubble":
        context.globalAlpha = 0.25;
        context.fillStyle = color;
        context.fill(circle(x, y, radiusPx));
        context.globalAlpha = 1;
        stroke(context, color, 1.6, circle(x, y, radiusPx));
        break;
      default: {
        const path = polygon(x, y, radiusPx, symbolCorners[style.as]);
        stroke(context, theme.land, 2, path);
        context.fillStyle = color;
        context.fill(path);
      }
    }
    if (text) paintCount(context, theme, text, x, style.as === "bubble" ? y : y + radiusPx + 9);
    return [{ drawable, x, y, radiusPx }];
  });
}

function paintCount(
  context: CanvasRenderingContext2D,
  theme: Theme,
  text: string,
  x: number,
  y: number,
): void {
  context.font = "11.5px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeStyle = theme.land;
  context.lineWidth = 3;
  context.strokeText(text, x, y);
  context.fillStyle = theme.text;
  context.fillText(text, x, y);
  context.textAlign = "start";
  context.textBaseline = "alphabetic";
}

function paintLit(
  context: CanvasRenderingContext2D,
  theme: Theme,
  lit: Drawable,
  { marks, outlines }: Pick<Drawn, "marks" | "outlines">,
): void {
  const mark = marks.find(({ drawable }) => drawable === lit);
  const path = mark
    ? circle(mark.x, mark.y, mark.radiusPx + 6)
    : outlines.find(({ drawable }) => drawable === lit)?.path;
  if (!path) return;
  stroke(context, theme.paper, 5, path);
  stroke(context, theme.text, 2.5, path);
}

/** The dashed line around an area that was asked for, or that a person draws. */
export function paintArea(
  context: CanvasRenderingContext2D,
  view: View,
  color: string,
  area: Parameters<typeof areaPath>[0],
): void {
  context.setLineDash([7, 4]);
  stroke(context, color, 1.4, new Path2D(areaPath(area, view)));
  context.setLineDash([]);
}

function stroke(
  context: CanvasRenderingContext2D,
  style: string,
  width: number,
  path: Path2D,
): void {
  context.strokeStyle = style;
  context.lineWidth = width;
  context.stroke(path);
}

function circle(x: number, y: number, radiusPx: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radiusPx, 0, 2 * Math.PI);
  return path;
}

function polygon(
  x: number,
  y: number,
  radiusPx: number,
  corners: readonly (readonly [number, number])[],
): Path2D {
  const path = new Path2D();
  for (const [dx, dy] of corners) path.lineTo(x + dx * radiusPx, y + dy * radiusPx);
  path.closePath();
  return path;
}

/** The most that a person leafs through. */
const maxPicked = 60;

/** What lies within `reachPx` of a pixel: the nearest symbols, then the uppermost outlines. */
export function drawablesAt(
  { marks, outlines }: Drawn,
  [x, y]: readonly [number, number],
  reachPx: number,
  isInside: (path: Path2D) => boolean,
): Drawable[] {
  const near = marks
    .map((mark, order) => ({
      mark,
      order,
      distance: Math.max(0, Math.hypot(mark.x - x, mark.y - y) - mark.radiusPx),
    }))
    .filter(({ distance }) => distance <= reachPx)
    // The later one was drawn on top.
    .sort((a, b) => a.distance - b.distance || b.order - a.order);
  const around = outlines.filter(({ path }) => isInside(path)).reverse();
  return [
    ...new Set([...near.map(({ mark }) => mark.drawable), ...around.map((each) => each.drawable)]),
  ].slice(0, maxPicked);
}
