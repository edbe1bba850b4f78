import {
  headerHeight,
  type MapLayout,
  noteRowPx,
  noteSizePx,
  paddingPx,
  periodRowPx,
  periodSizePx,
  titleRowPx,
  titleSizePx,
} from "./layout.ts";
import { px } from "./path.ts";
import { escapeXml } from "./text.ts";

/** Title and period above the map; legend, notes and sources below it. */
export function surroundings(layout: MapLayout): string {
  const { theme, view, width, height, legend, title, period, notes, attribution, isBeside } =
    layout;
  const { frame } = view;
  const bottom = frame.y + frame.height;
  const text = (content: string, y: number, sizePx: number, fill: string, more = "") =>
    `<text x="${paddingPx}" y="${px(y)}" font-size="${sizePx}" fill="${fill}"${more}>${escapeXml(content)}</text>`;
  const periodY = headerHeight(title.length, 0) + periodSizePx - 4;
  const right = frame.x + frame.width;
  const notesY = bottom + (isBeside ? 0 : legend.height + 4) + noteSizePx + 6;
  return [
    `<path d="M0,0H${px(width)}V${px(height)}H0ZM0,${px(frame.y)}V${px(bottom)}H${px(right)}V${px(frame.y)}Z" fill="${theme.paper}" fill-rule="evenodd"/>`,
    `<path d="M0,${px(frame.y)}H${px(width)}M0,${px(bottom)}H${px(width)}${isBeside ? `M${px(right)},${px(frame.y)}V${px(bottom)}` : ""}" fill="none" stroke="${theme.frame}"/>`,
    ...title.map((row, i) =>
      text(
        row,
        8 + titleSizePx - 1 + i * titleRowPx,
        titleSizePx,
        theme.text,
        ' font-weight="bold"',
      ),
    ),
    ...period.map((row, i) => text(row, periodY + i * periodRowPx, periodSizePx, theme.text)),
    isBeside
      ? legend.draw(right + paddingPx, frame.y + paddingPx / 2)
      : legend.draw(paddingPx, bottom + 6),
    ...notes.map((note, i) => text(note, notesY + i * noteRowPx, noteSizePx, theme.text)),
    ...attribution.map((each, i) =>
      text(each, notesY + (notes.length + i) * noteRowPx, noteSizePx, theme.faintText),
    ),
  ].join("");
}
