import { geoContains, geoPath } from "d3-geo";
import { areaCandidates, type Label } from "./label-places.ts";
import { isWithin, overlap } from "./labels.ts";
import type { Landmark } from "./map-request.ts";
import { outlineOn } from "./path.ts";
import type { Theme } from "./theme.ts";
import type { Rect, View } from "./view.ts";

/** Parks as patches of the ground, and the borders of counties. */
export function landmarkShapes(view: View, landmarks: readonly Landmark[], theme: Theme): string[] {
  const pathOf = (kind: Landmark["kind"]) =>
    landmarks
      .filter((each) => each.kind === kind)
      .map(({ geometry }) => outlineOn(view.projection, geometry).path)
      .join("");
  const [parks, counties] = [pathOf("park"), pathOf("county")];
  return [
    parks && `<path d="${parks}" fill="${theme.park}" fill-rule="evenodd"/>`,
    counties &&
      `<path d="${counties}" fill="none" stroke="${theme.countyBorder}" stroke-width="0.8"/>`,
  ];
}

/** Which names are placed first. */
const order: readonly Landmark["kind"][] = ["region", "park", "range", "county"];
/** A name is drawn where so much of its area is seen, in widths of the name. */
const leastShare = 0.6;

/** Names of parks, ranges, counties and states about the middle of what is seen of each. */
export function landmarkLabels(
  view: View,
  landmarks: readonly Landmark[],
  taken: readonly Rect[],
  covered: (box: Rect) => number,
): Label[] {
  const path = geoPath(view.projection);
  const labels: Label[] = [];
  const boxes = [...taken];
  for (const kind of order) {
    for (const { name, geometry } of landmarks.filter((each) => each.kind === kind)) {
      const [[west, north], [east, south]] = path.bounds(geometry);
      if (!Number.isFinite(west)) continue;
      const free = pointsIn(path.centroid(geometry), [west, north, east, south])
        .flatMap((point) => areaCandidates(kind, name, point))
        .find(
          ({ box }) =>
            isWithin(box, view.frame) &&
            east - west >= box.width * leastShare &&
            covered(box) === 0 &&
            !boxes.some((each) => overlap(box, each)) &&
            holds(view, geometry, box),
        );
      if (!free) continue;
      labels.push(free);
      boxes.push(free.box);
    }
  }
  return labels;
}

const gridSteps = [0.5, 0.3, 0.7, 0.15, 0.85];

/** Points where the name of an area may lie, the middle of what is seen first. */
function pointsIn(
  middle: readonly [number, number],
  [west, north, east, south]: readonly [number, number, number, number],
): (readonly [number, number])[] {
  const grid = gridSteps.flatMap((down) =>
    gridSteps.map(
      (across) => [west + (east - west) * across, north + (south - north) * down] as const,
    ),
  );
  return [middle, ...grid].filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

/** Whether the middle of a name lies in its area. */
function holds(view: View, geometry: Landmark["geometry"], { x, y, width, height }: Rect): boolean {
  const middle = view.projection.invert!([x + width / 2, y + height / 2]);
  return middle !== null && geoContains(geometry, middle);
}
