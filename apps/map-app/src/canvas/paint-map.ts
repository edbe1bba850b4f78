import type { LonLat } from "@emberline/geo";
import {
  type Ages,
  graticuleOf,
  isInside,
  type MapArea,
  type Perimeter,
  placeLabels,
  type Rect,
  type Theme,
  type View,
} from "@emberline/map";
import type { Drawable } from "../content/content.ts";
import type { Scene } from "../content/layers.ts";
import type { Ground, World } from "./ground.ts";
import { type Drawn, type DrawnOutline, paintArea, paintFeatures } from "./paint-features.ts";
import { paintGround } from "./paint-ground.ts";

/** All that the light map draws. */
export interface Picture {
  readonly scene: Scene;
  readonly ages: Ages;
  readonly lit: readonly (Drawable | null)[];
  readonly world: World | null;
  readonly ground: Ground | null;
  /** What was asked for, and what a form or a drawing has. */
  readonly asked: MapArea | null;
  readonly edited: MapArea | null;
  /** Where the person is. */
  readonly position: LonLat | null;
  /** Covered by controls. */
  readonly taken: readonly Rect[];
}

export interface Painted extends Drawn {
  /** The names on the map, the most important first. */
  readonly names: readonly string[];
}

/** Paints the map on a canvas of the view's size. */
export function paintMap(
  element: HTMLCanvasElement,
  view: View,
  theme: Theme,
  picture: Picture,
): Painted {
  const { width, height } = view.frame;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (element.width !== deviceWidth) element.width = deviceWidth;
  if (element.height !== deviceHeight) element.height = deviceHeight;
  const context = element.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { asked, edited, position } = picture;
  paintGround(context, view, theme, picture);
  if (asked) paintArea(context, view, theme.area, asked);
  const drawn = paintFeatures(context, view, theme, picture);
  if (edited) paintArea(context, view, theme.text, edited);
  if (position) paintPosition(context, view, position);
  return { ...drawn, names: paintLabels(context, view, theme, drawn.outlines, picture) };
}

function paintPosition(
  context: CanvasRenderingContext2D,
  { projection }: View,
  position: LonLat,
): void {
  const point = projection([...position]);
  if (!point) return;
  context.beginPath();
  context.arc(point[0], point[1], 6, 0, 2 * Math.PI);
  context.fillStyle = "#1f5fa8";
  context.fill();
  context.strokeStyle = "#ffffff";
  context.lineWidth = 3;
  context.stroke();
}

const font = "system-ui, 'DejaVu Sans', Verdana, sans-serif";
const degreeSizePx = 10;
/** About half the width of a label of degrees. */
const degreeReachPx = 20;
const townPx = 4;

/** Names of fires and places, and degrees, without overlaps. */
function paintLabels(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  outlines: readonly DrawnOutline[],
  { ground, taken }: Pick<Picture, "ground" | "taken">,
): string[] {
  context.lineJoin = "round";
  const write = (text: string, x: number, y: number, fill: string) => {
    context.strokeStyle = theme.land;
    context.lineWidth = 3;
    context.globalAlpha = 0.75;
    context.strokeText(text, x, y);
    context.globalAlpha = 1;
    context.fillStyle = fill;
    context.fillText(text, x, y);
  };
  context.font = `${degreeSizePx}px ${font}`;
  const degrees = graticuleOf(view).labels.filter(
    ({ x, y }) => !taken.some((each) => isInside([x, y], each, degreeReachPx)),
  );
  for (const { text, x, y } of degrees) write(text, x, y, theme.faintText);
  const covered = degrees.map(({ text, x, y }) => ({
    x,
    y: y - degreeSizePx,
    width: context.measureText(text).width,
    height: degreeSizePx * 1.25,
  }));
  const fires = outlines.flatMap(({ drawable, outline }) =>
    drawable.kind === "perimeter" ? [{ perimeter: drawable as Perimeter, outline }] : [],
  );
  const labels = placeLabels(view, fires, ground?.places ?? [], [...taken, ...covered]);
  for (const { kind, text, sizePx, x, y, dot } of labels) {
    if (dot) {
      // A hollow square: discs are detections.
      const [left, top] = [dot[0] - townPx / 2, dot[1] - townPx / 2];
      context.fillStyle = theme.land;
      context.fillRect(left, top, townPx, townPx);
      context.strokeStyle = theme.text;
      context.lineWidth = 1.2;
      context.strokeRect(left, top, townPx, townPx);
    }
    context.font = `${kind === "fire" ? "bold " : ""}${sizePx}px ${font}`;
    write(text, x, y, theme.text);
  }
  return labels.map(({ text }) => text);
}
