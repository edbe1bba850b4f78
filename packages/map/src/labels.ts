import { fireCandidates, type Label, placeCandidates } from "./label-places.ts";
import type { MapPlace, Perimeter } from "./map-request.ts";
import type { Outline } from "./path.ts";
import { dotPx } from "./symbols.ts";
import { isInside, type Rect, type View } from "./view.ts";

const mostFires = 12;
/** At most one place per this many square pixels. */
const areaPerPlacePx2 = 10_000;
/** Of this many places nearest to a fire, so many are named first, with their distance. */
const [candidatesNear, mostNear] = [10, 4];
const marginPx = 3;

/** Where names had better not lie, and what they say of distances. */
interface Marked {
  /** How much of a box symbols cover, as a count. */
  covered(box: Rect): number;
  /** The distance of a place from the nearest fire drawn, in km; null where distances say nothing. */
  readonly distanceKm: ((place: MapPlace) => number) | null;
}

/**
 * Chooses and places names without overlaps between them or with boxes in `taken`: fires by size,
 * then the places nearest to a fire, then places by population. Each lies where it covers the
 * fewest symbols.
 */
export function placeLabels(
  view: View,
  fires: readonly { readonly perimeter: Pick<Perimeter, "name">; readonly outline: Outline }[],
  places: readonly MapPlace[],
  taken: readonly Rect[],
  { covered, distanceKm }: Marked = { covered: () => 0, distanceKm: null },
): Label[] {
  const labels: Label[] = [];
  const boxes = [...taken];
  const put = (candidates: readonly Label[]) => {
    const free = candidates
      .filter(({ box }) => isWithin(box, view.frame) && !boxes.some((each) => overlap(box, each)))
      .map((label, rank) => ({ label, cost: covered(label.box) + rank / 10 }))
      .sort((a, b) => a.cost - b.cost)
      .at(0);
    if (!free) return false;
    labels.push(free.label);
    boxes.push(free.label.box);
    if (free.label.dot) boxes.push(around(free.label.dot, dotPx));
    return true;
  };
  // Snapshots of one fire overlap, so only one of them is named.
  const outlined: { readonly name: string | null; readonly rect: Rect }[] = [];
  const named = fires.filter(({ perimeter }) => perimeter.name);
  for (const { perimeter, outline } of named.sort(
    (a, b) => extent(b.outline) - extent(a.outline),
  )) {
    if (labels.length === mostFires) break;
    const isNamed = outlined.some(
      (other) => other.name === perimeter.name && overlap(other.rect, rectOf(outline)),
    );
    if (isNamed) continue;
    outlined.push({ name: perimeter.name, rect: rectOf(outline) });
    put(fireCandidates(perimeter.name!, outline));
  }
  const most = labels.length + Math.round((view.frame.width * view.frame.height) / areaPerPlacePx2);
  const placed = new Set<MapPlace>();
  let near = 0;
  for (const { place, km } of ranked(places, view, distanceKm)) {
    if (labels.length >= most) break;
    if (placed.has(place) || (km !== null && near === mostNear)) continue;
    const point = view.projection([...place.position]);
    if (!point || !isInside(point, view.frame, -4)) continue;
    const dot = around(point, dotPx);
    if (boxes.some((box) => overlap(box, dot)) || !put(placeCandidates(place, point, km))) continue;
    placed.add(place);
    if (km !== null) near++;
  }
  return labels;
}

/** Places in the order in which they are named, the first with their distance from a fire. */
function ranked(
  places: readonly MapPlace[],
  view: View,
  distanceKm: Marked["distanceKm"],
): { place: MapPlace; km: number | null }[] {
  const inView = places.filter(({ position }) => {
    const point = view.projection([...position]);
    return point && isInside(point, view.frame, -4);
  });
  const byPeople = inView.sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  const nearest = distanceKm
    ? byPeople
        .map((place) => ({ place, km: distanceKm(place) }))
        .sort((a, b) => a.km - b.km)
        .slice(0, candidatesNear)
    : [];
  return [...nearest, ...byPeople.map((place) => ({ place, km: null }))];
}

function extent({ minX, minY, maxX, maxY }: Outline): number {
  return (maxX - minX) * (maxY - minY);
}

export function rectOf({ minX, minY, maxX, maxY }: Outline): Rect {
  return { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
}

export function around([x, y]: readonly [number, number], radius: number): Rect {
  return { x: x - radius, y: y - radius, width: radius * 2, height: radius * 2 };
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
