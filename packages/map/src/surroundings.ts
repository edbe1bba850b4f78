import { headerPx, type MapLayout, markWidth, noteRowPx, noteSizePx, paddingPx } from "./layout.ts";
import { px } from "./path.ts";
import { escapeXml } from "./text.ts";
import type { View } from "./view.ts";

/** The picture outside the frame. */
function surround(width: number, height: number, { frame }: View): string {
  return `M0,0H${width}V${height}H0ZM${px(frame.x)},${px(frame.y)}v${px(frame.height)}h${px(frame.width)}v-${px(frame.height)}Z`;
}

/** Title, period and warning above the map; legend, notes and sources below it. */
export function surroundings({
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
