import { graticuleOf, type Span, type Theme, type View } from "@emberline/map";
import { type GeoPermissibleObjects, geoPath } from "d3-geo";
import { type Ground, positionsIn, type World } from "./ground.ts";

/** Sea, land, coasts, borders and graticule, from bottom to top. */
export function paintGround(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  { world, ground }: { world: World | null; ground: Ground | null },
): void {
  const { frame } = view;
  context.lineJoin = "round";
  context.fillStyle = view.kind === "world" ? theme.paper : theme.sea;
  context.fillRect(frame.x, frame.y, frame.width, frame.height);
  const path = geoPath(view.projection, context);
  const trace = (geometry: GeoPermissibleObjects) => {
    context.beginPath();
    path(geometry);
  };
  if (view.kind === "world") {
    trace({ type: "Sphere" });
    context.fillStyle = theme.sea;
    context.fill();
  }
  if (world) {
    trace(world.land);
    context.fillStyle = theme.land;
    context.fill();
    trace(world.coasts);
    stroke(context, theme.coast, 0.7);
  }
  if (ground?.part) paintPart(context, view, theme, ground);
  else if (world) {
    trace(world.borders);
    stroke(context, theme.border, 1);
  }
  context.setLineDash([2, 3]);
  trace(graticuleOf(view).lines);
  stroke(context, theme.graticule, 0.7);
  context.setLineDash([]);
}

/** The finer part covers what the world shows there. */
function paintPart(
  context: CanvasRenderingContext2D,
  { projection }: View,
  theme: Theme,
  { span, part }: Ground,
): void {
  const trace = (line: readonly number[]) => {
    let isFirst = true;
    for (const [lon, lat] of positionsIn(line)) {
      const point = projection([lon, lat]);
      if (!point) continue;
      if (isFirst) context.moveTo(point[0], point[1]);
      else context.lineTo(point[0], point[1]);
      isFirst = false;
    }
  };
  const lines = (all: readonly (readonly number[])[]) => {
    context.beginPath();
    all.forEach(trace);
  };
  context.save();
  lines([edgeOf(span)]);
  context.fillStyle = theme.sea;
  context.fill();
  context.clip();
  context.beginPath();
  for (const rings of part!.land) rings.forEach(trace);
  context.fillStyle = theme.land;
  context.fill("evenodd");
  lines(part!.coasts);
  stroke(context, theme.coast, 0.7);
  lines(part!.stateBorders);
  stroke(context, theme.stateBorder, 0.9);
  lines(part!.borders);
  stroke(context, theme.border, 1);
  context.restore();
}

/** The sides of a box along its parallels and meridians. */
function edgeOf({ west, south, east, north }: Span): number[] {
  const steps = 32;
  const at = (i: number) => west + ((east - west) * i) / steps;
  const along = Array.from({ length: steps + 1 }, (_, i) => i);
  return [...along.map((i) => [at(i), south]), ...along.map((i) => [at(steps - i), north])].flat();
}

function stroke(context: CanvasRenderingContext2D, style: string, width: number): void {
  context.strokeStyle = style;
  context.lineWidth = width;
  context.stroke();
}
