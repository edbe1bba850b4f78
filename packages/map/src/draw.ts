import { basemapOf } from "./basemap.ts";
import {
  changePaths,
  detectionPaths,
  firesOn,
  growthOn,
  linkOn,
  pathOfPoints,
  shapeOn,
} from "./features.ts";
import { type GraticuleLabel, graticuleOf } from "./graticule.ts";
import { areaOutline, groundOf } from "./ground.ts";
import { drawLabels } from "./label-text.ts";
import { around, isWithin, overlap, placeLabels, rectOf } from "./labels.ts";
import { landmarkLabels, landmarkShapes } from "./landmarks.ts";
import type { MapLayout } from "./layout.ts";
import type { Landmark, MapPlace } from "./map-request.ts";
import { distancesIn, markCounts } from "./marks.ts";
import { circlePath, px, squarePath } from "./path.ts";
import { markPlate, scalePlate } from "./plates.ts";
import { surroundings } from "./surroundings.ts";
import {
  changedPerimeter,
  dotPx,
  growthSymbol,
  perimeterSymbol,
  simulationSymbols,
  staticSourceSymbols,
} from "./symbols.ts";
import { escapeXml, textWidth } from "./text.ts";
import type { Rect } from "./view.ts";

const degreeSizePx = 10.3;
/** Degrees are drawn on maps at least this wide. */
const degreesFromKm = 90;

/**
 * The map as an SVG document: without scripts or external references, well-formed for any text,
 * identical for identical requests.
 *
 * @param places candidates for labels, most populous first
 * @param landmarks parks, ranges and counties in view
 */
export async function drawMap(
  layout: MapLayout,
  places: readonly MapPlace[] = [],
  landmarks: readonly Landmark[] = [],
): Promise<string> {
  const { request, theme, view, width, height, scale } = layout;
  const { layers } = request;
  const isWorld = view.kind === "world";
  const basemap = await basemapOf({ ...view, kmPerPixel: view.kmPerPixel / scale });
  const graticule = graticuleOf(view, degreesFromKm);
  const fires = firesOn(layout);
  const growth = growthOn(layout);
  const distanceKm = distancesIn(layout);
  const plates = [scalePlate(view, theme), markPlate(view, request.mark, theme)].filter(
    (each) => each !== null,
  );
  const taken = plates.map(({ rect }) => rect);
  const degrees = graticule.labels.filter((label) => {
    const box = degreeBox(label);
    const isFree = isWithin(box, view.frame) && !taken.some((rect) => overlap(rect, box));
    if (isFree) taken.push(box);
    return isFree;
  });
  const covered = markCounts(layout);
  const labels = placeLabels(view, [...growth.slice(0, 1), ...fires], places, taken, {
    covered,
    distanceKm,
  });
  const grown = growth.slice(0, 1).map(({ outline }) => rectOf(outline));
  const marks = [
    ...taken,
    ...labels.flatMap(({ box, dot }) => (dot ? [box, around(dot, dotPx)] : [box])),
    ...grown,
  ];
  const areaLabels = landmarkLabels(view, landmarks, marks, covered);
  const halo = `stroke="${theme.land}" stroke-width="3" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${request.width}" height="${request.height}" viewBox="0 0 ${px(width, 100)} ${px(height, 100)}" role="${layers.links ? "group" : "img"}" font-family="'DejaVu Sans', Verdana, sans-serif">`,
    `<title>${escapeXml(request.title)}</title><desc>${escapeXml([request.period, request.mark, ...layout.notes].filter(Boolean).join(" "))}</desc>`,
    ...groundOf(view, basemap, graticule.lines, landmarkShapes(view, landmarks, theme), theme),
    request.area && areaOutline(request.area, view, theme),
    ...drawLabels(areaLabels, theme),
    ...(layers.shapes ?? []).map((shape) => shapeOn(view, shape, theme)),
    pathOfPoints(
      layers.simulations ?? [],
      view,
      (x, y) => circlePath(x, y, isWorld ? 3.5 : 5),
      (path) => simulationSymbols(theme, path),
    ),
    ...growth.map(({ outline, step }) =>
      growthSymbol(theme, step, layers.growth!.length, outline.path),
    ),
    ...fires.map(({ perimeter, outline }) =>
      perimeter.change
        ? changedPerimeter(theme, perimeter.change, outline.path)
        : perimeterSymbol(theme, layout.ages.stepOf(perimeter.timeMs), outline.path),
    ),
    pathOfPoints(
      layers.staticSources ?? [],
      view,
      (x, y) => squarePath(x, y, isWorld ? 4 : 6),
      (path) => staticSourceSymbols(theme, path),
    ),
    detectionPaths(layout),
    changePaths(layout),
    ...degrees.map(
      ({ text, x, y }) =>
        `<text x="${px(x)}" y="${px(y)}" font-size="${degreeSizePx}" fill="${theme.faintText}" ${halo}>${text}</text>`,
    ),
    ...drawLabels(labels, theme),
    ...(layers.links ?? []).map((link) => linkOn(view, link)),
    ...plates.map(({ svg }) => svg),
    surroundings(layout),
    "</svg>",
  ]
    .filter(Boolean)
    .join("\n");
}

function degreeBox({ text, x, y }: GraticuleLabel): Rect {
  return {
    x,
    y: y - degreeSizePx,
    width: textWidth(text, degreeSizePx),
    height: degreeSizePx * 1.25,
  };
}
