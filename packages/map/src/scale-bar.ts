import { px } from "./path.ts";
import { textWidth } from "./text.ts";
import type { Theme } from "./theme.ts";
import type { Rect, View } from "./view.ts";

/** A bar of a round length, at most `maxPx` long, exact at the centre of the map. */
export function scaleBar(kmPerPixel: number, maxPx: number): { km: number; lengthPx: number } {
  const most = kmPerPixel * maxPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2, 1].find((each) => each * power <= most) ?? 1) * power;
  return { km, lengthPx: km / kmPerPixel };
}

interface Plate {
  readonly rect: Rect;
  readonly svg: string;
}

/** The scale bar on a plate in the lower left corner of the frame. */
export function scalePlate({ frame, kmPerPixel, kind }: View, theme: Theme): Plate {
  const { km, lengthPx } = scaleBar(kmPerPixel, Math.min(160, frame.width / 4));
  const length = km >= 1 ? `${km.toLocaleString("en")} km` : `${Math.round(km * 1000)} m`;
  const text = kind === "world" ? `${length} at the centre` : length;
  const width = Math.max(lengthPx, textWidth(text, 11)) + 16;
  const rect = { x: frame.x + 10, y: frame.y + frame.height - 56, width, height: 30 };
  const [x, y] = [rect.x + 8, rect.y + 24];
  return {
    rect,
    svg: `${plate(rect, theme)}<path d="M${px(x)},${px(y - 5)}v5h${px(lengthPx)}v-5" fill="none" stroke="${theme.text}" stroke-width="1.5"/><text x="${px(x)}" y="${px(rect.y + 13)}" font-size="11" fill="${theme.text}">${text}</text>`,
  };
}

/**
 * A north arrow in the upper right corner, except on maps of a pole, where north has no single
 * direction.
 */
export function northPlate({ frame, kind }: View, theme: Theme): Plate | null {
  if (kind === "polar") return null;
  const rect = { x: frame.x + frame.width - 36, y: frame.y + 10, width: 26, height: 38 };
  const x = rect.x + rect.width / 2;
  return {
    rect,
    svg: `${plate(rect, theme)}<path d="M${px(x)},${px(rect.y + 4)}l5,14l-5,-3.5l-5,3.5Z" fill="${theme.text}"/><text x="${px(x)}" y="${px(rect.y + 33)}" font-size="12" font-weight="bold" text-anchor="middle" fill="${theme.text}">N</text>`,
  };
}

function plate({ x, y, width, height }: Rect, theme: Theme): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="3" fill="${theme.paper}" fill-opacity="0.82"/>`;
}
