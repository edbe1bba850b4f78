import {
  graticuleOf,
  isInside,
  type MapPlace,
  type Perimeter,
  placeLabels,
  type Rect,
  type Theme,
  type View,
} from "@emberline/map";
import type { PerimeterFeature } from "../features/features.ts";
import type { DrawnOutline } from "./paint-features.ts";

const font = "system-ui, 'DejaVu Sans', Verdana, sans-serif";
const degreeSizePx = 10;
/** About half the width of a label of degrees. */
const degreeReachPx = 20;

/** Names of fires and places, and degrees, without overlaps. */
export function paintLabels(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  {
    outlines,
    places,
    taken,
  }: {
    readonly outlines: readonly DrawnOutline[];
    readonly places: readonly MapPlace[];
    /** Covered by controls. */
    readonly taken: readonly Rect[];
  },
): void {
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
  const fires = outlines.flatMap(({ feature, outline }) =>
    feature.kind === "perimeter" ? [{ perimeter: asPerimeter(feature), outline }] : [],
  );
  for (const { kind, text, sizePx, x, y, dot } of placeLabels(view, fires, places, [
    ...taken,
    ...covered,
  ])) {
    if (dot) {
      context.beginPath();
      context.arc(dot[0], dot[1], 2, 0, 2 * Math.PI);
      context.fillStyle = theme.paper;
      context.fill();
      context.strokeStyle = theme.text;
      context.lineWidth = 1.2;
      context.stroke();
    }
    context.font = `${kind === "fire" ? "bold " : ""}${sizePx}px ${font}`;
    write(text, x, y, theme.text);
  }
}

function asPerimeter({ geometry, timeMs, name }: PerimeterFeature): Perimeter {
  return { geometry, timeMs, name };
}
