import { geoCircle } from "d3-geo";
import type { Geometry } from "geojson";
import { strengthRadiiPx, strengthStep } from "./age.ts";
import { basemapOf } from "./basemap.ts";
import { type GraticuleLabel, graticuleOf } from "./graticule.ts";
import { isWithin, overlap, placeLabels } from "./labels.ts";
import { headerPx, type MapLayout, markWidth, noteRowPx, noteSizePx, paddingPx } from "./layout.ts";
import {
  detectionSymbols,
  perimeterSymbol,
  simulationSymbols,
  staticSourceSymbols,
} from "./legend.ts";
import type { LonLat, MapArea, Perimeter, Place, Shape } from "./map-request.ts";
import {
  circlePath,
  diamondPath,
  type Outline,
  outlineOn,
  px,
  squarePath,
  woundForDrawing,
} from "./path.ts";
import { northPlate, scalePlate } from "./scale-bar.ts";
import { earthRadiusKm, outlineOf, type Span, spanOfBox } from "./span.ts";
import { escapeXml, textWidth } from "./text.ts";
import { ageSteps, type Theme } from "./theme.ts";
import { isInside, type Rect, type View } from "./view.ts";

/** Smaller than this on the map, an outline is drawn as a diamond of that size: dots are places. */
const leastPx = 6;
const degreeSizePx = 9.5;

/**
 * The map as an SVG document: without scripts and references to elsewhere,
 * well-formed whatever the texts are, the same for the same request.
 *
 * @param places for names on the map, as far as there is room, the most populous first
 */
export async function drawMap(layout: MapLayout, places: readonly Place[] = []): Promise<string> {
  const { request, theme, view, thinned } = layout;
  const { width, height, layers } = request;
  const { projection, frame } = view;
  const isWorld = view.kind === "world";
  const basemap = await basemapOf(view);
  const graticule = graticuleOf(view);
  const line = (geometry: Geometry, stroke: string, more = "") => {
    const { path } = outlineOn(projection, geometry);
    return path && `<path d="${path}" fill="none" stroke="${stroke}"${more}/>`;
  };
  const fires = (layers.perimeters ?? []).flatMap((perimeter) => {
    const outline = outlineOn(projection, woundForDrawing(perimeter.geometry));
    return isSeen(outline) ? [{ perimeter, outline: atLeast(outline) }] : [];
  });
  const plates = [scalePlate(view, theme), northPlate(view, theme)].filter((each) => each !== null);
  const plateRects = plates.map(({ rect }) => rect);
  const degrees = graticule.labels
    .map((label) => ({ ...label, box: degreeBox(label) }))
    .filter(({ box }) => isWithin(box, frame) && !plateRects.some((rect) => overlap(rect, box)));
  const taken = [...plateRects, ...degrees.map(({ box }) => box)];
  const labels = placeLabels(view, fires, places, taken);
  const halo = `stroke="${theme.land}" stroke-width="3" stroke-opacity="0.75" stroke-linejoin="round" paint-order="stroke"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="'DejaVu Sans', Verdana, sans-serif">`,
    `<title>${escapeXml(request.title)}</title><desc>${escapeXml([request.period, request.mark, ...layout.notes].filter(Boolean).join(" "))}</desc>`,
    ground(view, theme),
    `<path d="${outlineOn(projection, basemap.land).path}" fill="${theme.land}" stroke="${theme.coast}" stroke-width="0.7"/>`,
    `<path d="${outlineOn(projection, basemap.cutLand).path}" fill="${theme.land}" stroke="${theme.land}"/>`,
    line(basemap.cutCoasts, theme.coast, ' stroke-width="0.7"'),
    line(graticule.lines, theme.graticule, ' stroke-width="0.7" stroke-dasharray="2 3"'),
    basemap.stateBorders && line(basemap.stateBorders, theme.stateBorder, ' stroke-width="0.9"'),
    line(basemap.borders, theme.border, ' stroke-width="1"'),
    request.area && areaOutline(request.area, view, theme),
    ...(layers.shapes ?? []).map((shape) => shapeOn(view, shape, theme)),
    ...byAge(fires, layout).map(({ perimeter, outline }) =>
      perimeterSymbol(theme, layout.ages.stepOf(perimeter.timeMs), outline.path),
    ),
    pathOfPoints(
      layers.staticSources ?? [],
      view,
      (x, y) => squarePath(x, y, isWorld ? 4 : 6),
      (path) => staticSourceSymbols(theme, path),
    ),
    detectionPaths(layout, thinned.drawn),
    pathOfPoints(
      layers.simulations ?? [],
      view,
      (x, y) => circlePath(x, y, isWorld ? 4 : 7),
      (path) => simulationSymbols(theme, path),
    ),
    ...degrees.map(
      ({ text, x, y }) =>
        `<text x="${px(x)}" y="${px(y)}" font-size="${degreeSizePx}" fill="${theme.faintText}" ${halo}>${text}</text>`,
    ),
    ...labels.map(
      ({ dot }) =>
        dot &&
        `<path d="${circlePath(dot[0], dot[1], 2)}" fill="${theme.paper}" stroke="${theme.text}" stroke-width="1.2"/>`,
    ),
    ...labels.map(
      ({ kind, text, sizePx, x, y }) =>
        `<text x="${px(x)}" y="${px(y)}" font-size="${sizePx}" fill="${theme.text}" ${halo}${kind === "fire" ? ' font-weight="bold"' : ""}>${escapeXml(text)}</text>`,
    ),
    ...plates.map(({ svg }) => svg),
    `<path d="${surround(width, height, view)}" fill="${theme.paper}" fill-rule="evenodd"/>`,
    `<rect x="${px(frame.x)}" y="${px(frame.y)}" width="${px(frame.width)}" height="${px(frame.height)}" fill="none" stroke="${theme.frame}"/>`,
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

/** The sea: all of the frame, or the disc of the world. */
function ground({ kind, projection, frame }: View, theme: Theme): string {
  if (kind !== "world")
    return `<rect x="${px(frame.x)}" y="${px(frame.y)}" width="${px(frame.width)}" height="${px(frame.height)}" fill="${theme.sea}"/>`;
  const sphere = new Array(181).fill(0).map((_, i): [number, number] => [-179.999, i - 90]);
  const turned = -projection.rotate()[0];
  const side = (lon: number) => sphere.map(([, lat]): [number, number] => [turned + lon, lat]);
  const ring = [...side(-179.999), ...side(179.999).reverse()]
    .map((position) => projection(position)!)
    .map(([x, y]) => `${px(x)},${px(y)}`);
  return `<rect width="${px(frame.x * 2 + frame.width)}" height="${px(frame.y + frame.height)}" fill="${theme.paper}"/><path d="M${ring.join("L")}Z" fill="${theme.sea}"/>`;
}

function areaOutline(area: MapArea, { projection }: View, theme: Theme): string {
  if (area.kind === "extent") return "";
  const coordinates =
    area.kind === "box"
      ? outlinesOfBox(spanOfBox(area.box))
      : geoCircle()
          .center([...area.center])
          .radius((area.radiusKm / earthRadiusKm) * (180 / Math.PI))
          .precision(2)().coordinates;
  const { path } = outlineOn(projection, { type: "MultiLineString", coordinates });
  return `<path d="${path}" fill="none" stroke="${theme.area}" stroke-width="1.2" stroke-dasharray="7 4"/>`;
}

/** A box around the whole earth has neither a western nor an eastern side; one of all the earth has none at all. */
function outlinesOfBox(span: Span): [number, number][][] {
  if (span.east - span.west < 360) return [outlineOf(span)];
  const lons = Array.from({ length: 361 }, (_, i) => i - 180);
  return [span.south, span.north]
    .filter((lat) => Math.abs(lat) < 90)
    .map((lat) => lons.map((lon): [number, number] => [lon, lat]));
}

function shapeOn(
  { projection, frame }: View,
  { geometry, title, href }: Shape,
  theme: Theme,
): string {
  const outline = outlineOn(projection, woundForDrawing(geometry));
  const dots = pointsOf(geometry).flatMap((position) => {
    const point = projection([...position]);
    return point && isInside(point, frame) ? [circlePath(point[0], point[1], 3.5)] : [];
  });
  const path = (isSeen(outline) ? atLeast(outline).path : "") + dots.join("");
  if (!path) return "";
  const named = title === undefined ? "" : `<title>${escapeXml(title)}</title>`;
  const fill = isAreal(geometry) || dots.length > 0 ? theme.shape : "none";
  const drawn = `<path d="${path}" fill="${fill}" fill-opacity="0.35" fill-rule="evenodd" stroke="${theme.shape}" stroke-width="1.2"/>`;
  return href === undefined
    ? `<g>${named}${drawn}</g>`
    : `<a href="${escapeXml(href)}">${named}${drawn}</a>`;
}

function isAreal(geometry: Geometry): boolean {
  if (geometry.type === "GeometryCollection") return geometry.geometries.some(isAreal);
  return geometry.type.endsWith("Polygon");
}

function pointsOf(geometry: Geometry): LonLat[] {
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(pointsOf);
  if (geometry.type === "Point") return [geometry.coordinates as [number, number]];
  return geometry.type === "MultiPoint" ? (geometry.coordinates as [number, number][]) : [];
}

/** Whether any of it lies on the map, however small. */
function isSeen({ minX, maxX }: Outline): boolean {
  return minX <= maxX;
}

/** An outline that is too small to be seen becomes a diamond. */
function atLeast(outline: Outline): Outline {
  const { path: drawn, minX, minY, maxX, maxY } = outline;
  if (drawn && Math.max(maxX - minX, maxY - minY) >= leastPx) return outline;
  const path = diamondPath((minX + maxX) / 2, (minY + maxY) / 2, leastPx);
  return { path, minX, minY, maxX, maxY };
}

/** Oldest first, so that the newest lies on top. */
function byAge<Fire extends { perimeter: Perimeter }>(
  fires: readonly Fire[],
  { ages }: MapLayout,
): Fire[] {
  const step = ({ perimeter }: Fire) => ages.stepOf(perimeter.timeMs);
  return [...fires].sort((a, b) => step(b) - step(a));
}

/** One path for all that look the same: the oldest lowest, of one age the strongest lowest. */
function detectionPaths({ theme, ages }: MapLayout, drawn: MapLayout["thinned"]["drawn"]): string {
  const paths = Array.from({ length: ageSteps }, () => strengthRadiiPx.map(() => ""));
  for (const { x, y, detection } of drawn) {
    const strength = strengthStep(detection.frpMw);
    const ofAge = paths[ages.stepOf(detection.timeMs)]!;
    ofAge[strength] += circlePath(x, y, strengthRadiiPx[strength]!);
  }
  return paths
    .flatMap((ofAge, age) => ofAge.map((path) => path && detectionSymbols(theme, age, path)))
    .reverse()
    .join("");
}

function pathOfPoints(
  positions: readonly LonLat[],
  { projection, frame }: View,
  symbol: (x: number, y: number) => string,
  draw: (path: string) => string,
): string {
  const path = positions
    .map((position) => projection([...position]))
    .map((point) => (point && isInside(point, frame) ? symbol(point[0], point[1]) : ""))
    .join("");
  return path && draw(path);
}

/** All of the picture but the frame. */
function surround(width: number, height: number, { frame }: View): string {
  return `M0,0H${width}V${height}H0ZM${px(frame.x)},${px(frame.y)}v${px(frame.height)}h${px(frame.width)}v-${px(frame.height)}Z`;
}

/** Title, period and mark over the map; legend, notes and sources under it. */
function surroundings({
  request,
  theme,
  view,
  legend,
  title,
  period,
  notes,
  attribution,
}: MapLayout): string {
  const { width, mark } = request;
  const { frame } = view;
  const text = (content: string, y: number, sizePx: number, fill: string, more = "") =>
    `<text x="${paddingPx}" y="${px(y)}" font-size="${sizePx}" fill="${fill}"${more}>${escapeXml(content)}</text>`;
  const legendY = frame.y + frame.height + 6;
  const notesY = legendY + legend.height + noteSizePx + 1;
  const markX = width - paddingPx - markWidth(mark) + 8;
  return [
    text(title, 21, 16, theme.text, ' font-weight="bold"'),
    period && text(period, headerPx - 8, noteSizePx + 1, theme.faintText),
    mark === undefined
      ? ""
      : `<rect x="${px(markX)}" y="7" width="${px(markWidth(mark) - 8)}" height="20" rx="3" fill="${theme.mark}"/><text x="${px(markX + 6)}" y="21.2" font-size="12" font-weight="bold" fill="${theme.markText}">${escapeXml(mark)}</text>`,
    legend.draw(paddingPx, legendY),
    ...notes.map((note, i) => text(note, notesY + i * noteRowPx, noteSizePx, theme.text)),
    ...attribution.map((each, i) =>
      text(each, notesY + (notes.length + i) * noteRowPx, noteSizePx - 1, theme.faintText),
    ),
  ].join("");
}
