import { type Label, moreGapPx, spacingPx } from "./label-places.ts";
import { px } from "./path.ts";
import { townSymbol } from "./symbols.ts";
import { escapeXml, textWidth } from "./text.ts";
import type { Theme } from "./theme.ts";

/** Names with their towns' symbols; a halo keeps them legible on any ground. */
export function drawLabels(labels: readonly Label[], theme: Theme): string[] {
  return [
    ...labels.flatMap(({ dot }) => (dot ? [townSymbol(theme, dot)] : [])),
    ...labels.map((label) => labelText(label, theme)),
  ];
}

function labelText(label: Label, theme: Theme): string {
  const { kind, text, more, sizePx, x, y } = label;
  const isTown = kind === "fire" || kind === "place";
  const fill = isTown ? theme.text : kind === "park" ? theme.parkText : theme.faintText;
  const halo = `stroke="${theme.land}" stroke-width="3" stroke-opacity="0.85" stroke-linejoin="round" paint-order="stroke"`;
  const style =
    kind === "fire" ? ' font-weight="bold"' : isTown ? "" : ` letter-spacing="${spacingPx[kind]}"`;
  const piece = (content: string, left: number, size: number, color: string, own: string) =>
    `<text x="${px(left)}" y="${px(y)}" font-size="${size}" fill="${color}" ${halo}${own}>${escapeXml(content)}</text>`;
  const name = piece(text, x, sizePx, fill, style);
  if (more === "") return name;
  const left = x + textWidth(text, sizePx, kind === "fire") + moreGapPx;
  return name + piece(more, left, sizePx - 0.5, theme.faintText, "");
}
