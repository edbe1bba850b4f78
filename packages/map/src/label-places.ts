import type { MapPlace } from "./map-request.ts";
import type { Outline } from "./path.ts";
import { cut, textWidth } from "./text.ts";
import type { Rect } from "./view.ts";

/** A name on the map; `x`, `y` is the start of its baseline in pixels, `box` its extent. */
export interface Label {
  readonly kind: "fire" | "place" | "park" | "range" | "county" | "region";
  readonly text: string;
  /** Beside the name, fainter. */
  readonly more: string;
  readonly sizePx: number;
  readonly x: number;
  readonly y: number;
  readonly box: Rect;
  /** The place itself. */
  readonly dot: readonly [number, number] | null;
}

const longestName = 40;
export const moreGapPx = 4;

/** Places of a fire's name, the best first: above, below, beside, on it. */
export function fireCandidates(name: string, { minX, minY, maxX, maxY }: Outline): Label[] {
  const text = cut(name, longestName);
  const sizePx = 12.5;
  const width = textWidth(text, sizePx, true);
  const [x, y] = [(minX + maxX) / 2 - width / 2, (minY + maxY) / 2 + sizePx * 0.35];
  return [
    [x, minY - 5],
    [x, maxY + sizePx + 3],
    [maxX + 5, y],
    [minX - 5 - width, y],
    [x, y],
  ].map(([left, baseline]) => toLabel("fire", { text, sizePx, width }, left!, baseline!, null));
}

/** Places of a town's name around its symbol. */
export function placeCandidates(
  { name, population }: MapPlace,
  [px, py]: readonly [number, number],
  km: number | null,
): Label[] {
  const text = cut(name, longestName);
  const sizePx = population >= 1_000_000 ? 13 : population >= 100_000 ? 12 : 11;
  const more = km === null ? "" : distanceText(km);
  const width = textWidth(text, sizePx) + (more ? moreGapPx + textWidth(more, sizePx - 0.5) : 0);
  const middle = py + sizePx * 0.35;
  const [above, below] = [py - 5, py + sizePx + 3];
  return [
    [px + 5, middle],
    [px - 5 - width, middle],
    [px - width / 2, above],
    [px - width / 2, below],
    [px + 3, above],
    [px + 3, below],
    [px - 3 - width, above],
    [px - 3 - width, below],
  ].map(([left, baseline]) =>
    toLabel("place", { text, more, sizePx, width }, left!, baseline!, [px, py]),
  );
}

/** How far from the nearest fire, rounded to kilometres. */
function distanceText(km: number): string {
  if (km === 0) return "inside";
  return km < 1 ? "under 1 km" : `${Math.round(km)} km`;
}

/** Names of areas are spaced, so that they read as names of what is around them. */
export const spacingPx: Readonly<Record<"region" | "range" | "county" | "park", number>> = {
  region: 2.4,
  range: 1.6,
  county: 0.6,
  park: 0,
};

/** Places of an area's name about a point of it. */
export function areaCandidates(
  kind: keyof typeof spacingPx,
  name: string,
  [x, y]: readonly [number, number],
): Label[] {
  const isCapital = kind === "region" || kind === "range";
  const text = isCapital ? cut(name, longestName).toUpperCase() : cut(name, longestName);
  const sizePx = kind === "region" ? 11 : 10.5;
  const width = textWidth(text, sizePx) + spacingPx[kind] * text.length;
  return [0, -14, 14].map((down) =>
    toLabel(kind, { text, sizePx, width }, x - width / 2, y + sizePx * 0.35 + down, null),
  );
}

interface Measured {
  readonly text: string;
  readonly more?: string;
  readonly sizePx: number;
  readonly width: number;
}

function toLabel(
  kind: Label["kind"],
  { text, more = "", sizePx, width }: Measured,
  x: number,
  y: number,
  dot: Label["dot"],
): Label {
  const box = { x, y: y - sizePx, width, height: sizePx * 1.25 };
  return { kind, text, more, sizePx, x, y, dot, box };
}
