import {
  type Ages,
  areaPath,
  type MapArea,
  type Outline,
  perimeterOn,
  strengthRadiiPx,
  strengthStep,
  type Theme,
  thin,
  type View,
} from "@emberline/map";
import type { Features, MapFeature, PerimeterFeature } from "../features/features.ts";

/** A symbol on the map, and how far from its middle it is hit, in pixels. */
interface Mark {
  readonly feature: MapFeature;
  readonly x: number;
  readonly y: number;
  readonly radiusPx: number;
}

export interface DrawnOutline {
  readonly feature: MapFeature & { readonly geometry: unknown };
  readonly outline: Outline;
  readonly path: Path2D;
}

/** What was drawn, for pointers and names. */
export interface Drawn {
  readonly marks: readonly Mark[];
  /** From bottom to top. */
  readonly outlines: readonly DrawnOutline[];
  /** That only a part of the detections in view is drawn; null if all are. */
  readonly note: string | null;
}

export interface Scene {
  readonly features: Features;
  readonly area: MapArea | null;
  readonly ages: Ages;
  readonly newest: ReadonlySet<PerimeterFeature>;
  readonly selected: MapFeature | null;
}

/** The area asked for and all features, with the symbols of the still map. */
export function paintFeatures(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  scene: Scene,
): Drawn {
  const { features, area, ages } = scene;
  if (area) {
    context.setLineDash([7, 4]);
    stroke(context, theme.area, 1.2, new Path2D(areaPath(area, view)));
    context.setLineDash([]);
  }
  const outlines = paintOutlines(context, view, theme, scene);
  const marks: Mark[] = [];
  for (const feature of features.sources) {
    const point = view.projection([...feature.position]);
    if (!point) continue;
    const [x, y] = point;
    context.fillStyle = theme.staticSource;
    context.fillRect(x - 3, y - 3, 6, 6);
    stroke(context, theme.land, 0.6, rectangle(x - 3, y - 3, 6));
    marks.push({ feature, x, y, radiusPx: 3 });
  }
  const { drawn, note } = thin(features.detections, view);
  // Older ones below newer ones, and within an age, weaker on top.
  const paths = Array.from({ length: 4 }, () => strengthRadiiPx.map(() => new Path2D()));
  for (const { x, y, detection } of drawn) {
    const strength = strengthStep(detection.frpMw);
    const radiusPx = strengthRadiiPx[strength]!;
    const path = paths[ages.stepOf(detection.timeMs)]![strength]!;
    path.moveTo(x + radiusPx, y);
    path.arc(x, y, radiusPx, 0, 2 * Math.PI);
    marks.push({ feature: detection, x, y, radiusPx });
  }
  for (let age = 3; age >= 0; age--) {
    for (const path of paths[age]!.toReversed()) {
      stroke(context, theme.detectionEdge, 1.2, path);
      context.fillStyle = theme.detections[age]!;
      context.fill(path);
    }
  }
  for (const feature of features.simulations) {
    const point = view.projection([...feature.position]);
    if (!point) continue;
    const [x, y] = point;
    stroke(context, theme.paper, 4, circle(x, y, 7));
    stroke(context, theme.simulation, 2, circle(x, y, 7));
    marks.push({ feature, x, y, radiusPx: 7 });
  }
  paintSelected(context, theme, scene.selected, { marks, outlines });
  return { marks, outlines, note };
}

/** Newest perimeters are filled; older ones are thin lines below them. */
function paintOutlines(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  { features, ages, newest }: Scene,
): DrawnOutline[] {
  const isNewest = (each: PerimeterFeature) => newest.has(each);
  const ordered = [...features.perimeters].sort(
    (a, b) => Number(isNewest(a)) - Number(isNewest(b)) || (a.timeMs ?? 0) - (b.timeMs ?? 0),
  );
  return [...features.others, ...ordered].flatMap((feature): DrawnOutline[] => {
    const outline = perimeterOn(view, feature.geometry);
    if (!outline) return [];
    const path = new Path2D(outline.path);
    const isPerimeter = feature.kind === "perimeter";
    if (!isPerimeter || isNewest(feature)) {
      context.globalAlpha = isPerimeter ? 0.28 : 0.35;
      context.fillStyle = isPerimeter ? theme.perimeterFill : theme.shape;
      context.fill(path, "evenodd");
      context.globalAlpha = 1;
    }
    const line = isPerimeter ? theme.perimeters[ages.stepOf(feature.timeMs)]! : theme.shape;
    stroke(context, line, isPerimeter && !isNewest(feature) ? 0.7 : 1.4, path);
    return [{ feature, outline, path }];
  });
}

function paintSelected(
  context: CanvasRenderingContext2D,
  theme: Theme,
  selected: MapFeature | null,
  { marks, outlines }: Pick<Drawn, "marks" | "outlines">,
): void {
  if (!selected) return;
  const mark = marks.find(({ feature }) => feature === selected);
  const path = mark
    ? circle(mark.x, mark.y, mark.radiusPx + 6)
    : outlines.find(({ feature }) => feature === selected)?.path;
  if (!path) return;
  stroke(context, theme.paper, 5, path);
  stroke(context, theme.text, 2.5, path);
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

function rectangle(x: number, y: number, side: number): Path2D {
  const path = new Path2D();
  path.rect(x, y, side, side);
  return path;
}

/** How far a pointer may miss a symbol; a finger covers more. */
const reachPx = { mouse: 5, pen: 8, touch: 14 } as const;

/** The feature at a pixel: the nearest symbol, else the uppermost outline around it. */
export function featureAt(
  { marks, outlines }: Drawn,
  [x, y]: readonly [number, number],
  pointer: string,
  isInside: (path: Path2D) => boolean,
): MapFeature | null {
  const reach = reachPx[pointer as keyof typeof reachPx] ?? reachPx.mouse;
  let best: MapFeature | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const distance = Math.hypot(mark.x - x, mark.y - y) - mark.radiusPx;
    // The later one was drawn on top.
    if (distance <= reach && distance <= least) [best, least] = [mark.feature, distance];
  }
  return best ?? outlines.findLast(({ path }) => isInside(path))?.feature ?? null;
}
