import type { MapPlace, Perimeter } from "./map-request.ts";
import type { Outline } from "./path.ts";
import { cut, textWidth } from "./text.ts";
import { isInside, type Rect, type View } from "./view.ts";

/** A name on the map; `x`, `y` is the start of its baseline in pixels, `box` its extent. */
interface Label {
  readonly kind: "fire" | "place";
  readonly text: string;
  readonly sizePx: number;
  readonly x: number;
  readonly y: number;
  readonly box: Rect;
  /** The place itself. */
  readonly dot: readonly [number, number] | null;
}

const longestName = 40;
const mostFires = 12;
/** At most one name per this many square pixels. */
const areaPerNamePx2 = 16_000;
const marginPx = 3;
const dotPx = 2;

/**
 * Chooses and places names without overlaps between them or with boxes in
 * `taken`: fires by size, then places by population.
 */
export function placeLabels(
  view: View,
  fires: readonly { readonly perimeter: Perimeter; readonly outline: Outline }[],
  places: readonly MapPlace[],
  taken: readonly Rect[],
): Label[] {
  const labels: Label[] = [];
  const boxes = [...taken];
  const put = (candidates: readonly Label[]) => {
    const free = candidates.find(
      ({ box }) => isWithin(box, view.frame) && !boxes.some((other) => overlap(box, other)),
    );
    if (!free) return;
    labels.push(free);
    boxes.push(free.box);
    if (free.dot) boxes.push(around(free.dot, dotPx));
  };
  // Snapshots of one fire overlap, so only one of them is named.
  const outlined: { readonly name: string | null; readonly rect: Rect }[] = [];
  const named = fires.filter(({ perimeter }) => perimeter.name);
  for (const { perimeter, outline } of named.sort(
    (a, b) => extent(b.outline) - extent(a.outline),
  )) {
    if (labels.length === mostFires) break;
    const isNamed = outlined.some(
      (other) => other.name === perimeter.name && overlap(other.rect, toRect(outline)),
    );
    if (isNamed) continue;
    outlined.push({ name: perimeter.name, rect: toRect(outline) });
    put(fireCandidates(perimeter.name!, outline));
  }
  const most = labels.length + Math.round((view.frame.width * view.frame.height) / areaPerNamePx2);
  const ranked = [...places].sort(
    (a, b) => b.population - a.population || (a.name < b.name ? -1 : 1),
  );
  for (const place of ranked) {
    if (labels.length >= most) break;
    const point = view.projection([...place.position]);
    if (!point || !isInside(point, view.frame, -4)) continue;
    const dot = around(point, dotPx);
    if (!boxes.some((box) => overlap(box, dot))) put(placeCandidates(place, point));
  }
  return labels;
}

function extent({ minX, minY, maxX, maxY }: Outline): number {
  return (maxX - minX) * (maxY - minY);
}

function toRect({ minX, minY, maxX, maxY }: Outline): Rect {
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
}

function around([x, y]: readonly [number, number], radius: number): Rect {
  return { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 };
}

function fireCandidates(name: string, { minX, minY, maxX, maxY }: Outline): Label[] {
  const text = cut(name, longestName);
  const sizePx = 12;
  const width = textWidth(text, sizePx, true);
  const [x, y] = [(minX + maxX) / 2 - width / 2, (minY + maxY) / 2 + sizePx * 0.35];
  return [
    [x, minY - 5],
    [x, maxY + sizePx + 3],
    [maxX + 5, y],
    [minX - 5 - width, y],
    [x, y],
  ].map(([left, baseline]) => toLabel("fire", text, sizePx, left!, baseline!, width, null));
}

function placeCandidates(
  { name, population }: MapPlace,
  [px, py]: readonly [number, number],
): Label[] {
  const text = cut(name, longestName);
  const sizePx = population >= 1_000_000 ? 13 : population >= 100_000 ? 12 : 11;
  const width = textWidth(text, sizePx);
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
  ].map(([left, baseline]) => toLabel("place", text, sizePx, left!, baseline!, width, [px, py]));
}

function toLabel(
  kind: Label["kind"],
  text: string,
  sizePx: number,
  x: number,
  y: number,
  width: number,
  dot: Label["dot"],
): Label {
  return { kind, text, sizePx, x, y, dot, box: { x, y: y - sizePx, width, height: sizePx * 1.25 } };
}

export function isWithin(box: Rect, frame: Rect): boolean {
  return (
    isInside([box.x, box.y], frame, -marginPx) &&
    isInside([box.x + box.width, box.y + box.height], frame, -marginPx)
  );
}

export function overlap(a: Rect, b: Rect): boolean {
  return (
    a.x < b.x + b.width + marginPx &&
    b.x < a.x + a.width + marginPx &&
    a.y < b.y + b.height + marginPx &&
    b.y < a.y + a.height + marginPx
  );
}
