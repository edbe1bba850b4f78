import type { Bbox } from "@emberline/core";
import type { Selection } from "./selection.ts";

/** Why nothing matched, as far as the collection's extent tells, and what that does not mean. */
export function emptyNotices({ collection, area, interval }: Selection): string[] {
  const reasons: string[] = [];
  const [oldest, newest] = collection.interval ?? [null, null];
  if (interval?.start && newest && Date.parse(interval.start) > Date.parse(newest)) {
    reasons.push(`The time lies after the newest observation (${newest}): there is no data yet.`);
  }
  if (interval?.end && oldest && Date.parse(interval.end) < Date.parse(oldest)) {
    reasons.push(`The time lies before the oldest observation (${oldest}).`);
  }
  if (area && collection.bbox && !overlap(area.bbox, collection.bbox)) {
    reasons.push(
      `The area lies outside of what the collection covers ([${flat(collection.bbox).join(", ")}]).`,
    );
  }
  if (reasons.length === 0) reasons.push("Nothing in the data matches.");
  return [...reasons, "This does not prove that the place was observed, nor that it is safe."];
}

/** West, south, east, north of a box of 4 or 6 numbers. */
function flat(bbox: Bbox): [number, number, number, number] {
  const half = bbox.length / 2;
  return [bbox[0], bbox[1], bbox[half]!, bbox[half + 1]!];
}

function overlap(a: Bbox, b: Bbox): boolean {
  const [westA, southA, eastA, northA] = flat(a);
  const [westB, southB, eastB, northB] = flat(b);
  if (northA < southB || northB < southA) return false;
  // A box across the antimeridian is two.
  const spans = (west: number, east: number) =>
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return spans(westA, eastA).some(([w, e]) =>
    spans(westB, eastB).some(([w2, e2]) => w! <= e2! && w2! <= e!),
  );
}
