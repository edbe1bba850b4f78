import { basemapOf } from "./basemap.ts";
import { detectionPaths, firesOn, linkOn, pathOfPoints, shapeOn } from "./features.ts";
import { type GraticuleLabel, graticuleOf } from "./graticule.ts";
import { areaOutline, groundOf } from "./ground.ts";
import { isWithin, overlap, placeLabels } from "./labels.ts";
import { headerPx, type MapLayout, markWidth, noteRowPx, noteSizePx, paddingPx } from "./layout.ts";
import type { MapPlace } from "./map-request.ts";
import { circlePath, px, squarePath } from "./path.ts";
import { northPlate, scalePlate } from "./scale-bar.ts";
import { perimeterSymbol, simulationSymbols, staticSourceSymbols } from "./symbols.ts";
import { escapeXml, textWidth } from "./text.ts";
import type { Rect, View } from "./view.ts";

const degreeSizePx = 9.5;

/**
 * The map as an SVG document: without scripts or external references, well-formed for any text,
 * identical for identical requests.
 *
 * @param places candidates for labels, most populous first
 */
export async function drawMap(
  layout: MapLayout,
  places: readonly MapPlace[] = [],
): Promise<string> {
  const { request, theme, view } = layout;
  const { width, height, layers } = request;
  const isWorld = view.kind === "world";
  const basemap = await basemapOf(view);
  const graticule = graticuleOf(view);
  const fires = firesOn(layout);
  const plates = [scalePlate(view, theme), northPlate(view, theme)].filter((each) => each !== null);
  const plateRects = plates.map(({ rect }) => rect);
  const degrees = graticule.labels
    .map((label) => ({ ...label, box: degreeBox(label) }))
    .filter(
      ({ box }) => isWithin(box, view.frame) && !plateRects.some((rect) => overlap(rect, box)),
    );
  const taken = [...plateRects, ...degrees.map(({ box }) => box)];
  const labels = placeLabels(view, fires, places, taken);
  const halo = `stroke="${theme.land}" stroke-width="3" stroke-opacity="0.75" stroke-linejoin="round" paint-order="stroke"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="${layers.links ? "group" : "img"}" font-family="'DejaVu Sans', Verdana, sans-serif">`,
    `<title>${escapeXml(request.title)}</title><desc>${escapeXml([request.period, request.mark, ...layout.notes].filter(Boolean).join(" "))}</desc>`,
    ...groundOf(view, basemap, graticule.lines, theme),
    request.area && areaOutline(request.area, view, theme),
    ...(layers.shapes ?? []).map((shape) => shapeOn(view, shape, theme)),
    ...fires.map(({ perimeter, outline }) =>
      perimeterSymbol(theme, layout.ages.stepOf(perimeter.timeMs), outline.path),
    ),
    pathOfPoints(
      layers.staticSources ?? [],
      view,
      (x, y) => squarePath(x, y, isWorld ? 4 : 6),
      (path) => staticSourceSymbols(theme, path),
    ),
    detectionPaths(layout),
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

/** The picture outside the frame. */
function surround(width: number, height: number, { frame }: View): string {
  return `M0,0H${width}V${height}H0ZM${px(frame.x)},${px(frame.y)}v${px(frame.height)}h${px(frame.width)}v-${px(frame.height)}Z`;
}

/** Title, period and warning above the map; legend, notes and sources below it. */
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
  const { width, height, mark } = request;
  const { frame } = view;
  const text = (content: string, y: number, sizePx: number, fill: string, more = "") =>
    `<text x="${paddingPx}" y="${px(y)}" font-size="${sizePx}" fill="${fill}"${more}>${escapeXml(content)}</text>`;
  const legendY = frame.y + frame.height + 6;
  const notesY = legendY + legend.height + noteSizePx + 1;
  const markX = width - paddingPx - markWidth(mark) + 8;
  return [
    `<path d="${surround(width, height, view)}" fill="${theme.paper}" fill-rule="evenodd"/>`,
    `<rect x="${px(frame.x)}" y="${px(frame.y)}" width="${px(frame.width)}" height="${px(frame.height)}" fill="none" stroke="${theme.frame}"/>`,
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
