import { px } from "./path.ts";
import { scaleBar } from "./scale-bar.ts";
import { escapeXml, textWidth } from "./text.ts";
import type { Theme } from "./theme.ts";
import type { Rect, View } from "./view.ts";

/** A text or scale on the map, in a corner of its frame. */
interface Plate {
  readonly rect: Rect;
  readonly svg: string;
}

const insetPx = 8;
const textPx = 10.5;

/** The scale bar, in the lower left corner above the degrees. */
export function scalePlate({ frame, kmPerPixel, kind }: View, theme: Theme): Plate {
  const { km, lengthPx } = scaleBar(kmPerPixel, Math.min(130, frame.width / 5));
  const length = km >= 1 ? `${km.toLocaleString("en")} km` : `${Math.round(km * 1000)} m`;
  const text = kind === "world" ? `${length} at the centre` : length;
  const width = Math.max(lengthPx, textWidth(text, textPx)) + 12;
  const rect = { x: frame.x + insetPx, y: frame.y + frame.height - 48, width, height: 28 };
  const [x, y] = [rect.x + 6, rect.y + 23];
  return {
    rect,
    svg: `${plate(rect, theme)}<path d="M${px(x)},${px(y - 5)}v5h${px(lengthPx)}v-5" fill="none" stroke="${theme.text}" stroke-width="1.5"/><text x="${px(x)}" y="${px(rect.y + 13)}" font-size="${textPx}" fill="${theme.text}">${text}</text>`,
  };
}

/** A warning in the upper right corner; null without one. */
export function markPlate({ frame }: View, mark: string | undefined, theme: Theme): Plate | null {
  if (mark === undefined) return null;
  const width = textWidth(mark, 11.5, true) + 12;
  const rect = {
    x: frame.x + frame.width - insetPx - width,
    y: frame.y + insetPx,
    width,
    height: 20,
  };
  return {
    rect,
    svg: `<rect x="${px(rect.x)}" y="${px(rect.y)}" width="${px(width)}" height="20" rx="3" fill="${theme.mark}"/><text x="${px(rect.x + 6)}" y="${px(rect.y + 14.2)}" font-size="11.5" font-weight="bold" fill="${theme.markText}">${escapeXml(mark)}</text>`,
  };
}

function plate({ x, y, width, height }: Rect, theme: Theme): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="3" fill="${theme.paper}" fill-opacity="0.82"/>`;
}
