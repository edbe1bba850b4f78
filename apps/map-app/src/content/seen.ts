import { type Bbox, flatBox, wrapLongitude } from "@emberline/geo";
import type { Span } from "@emberline/map";

/** The span with a share of its sides around it; at most once around the world. */
export function widened({ west, south, east, north }: Span, share: number): Span {
  const [wider, higher] = [(east - west) * share, (north - south) * share];
  const isWorld = east - west + 2 * wider >= 360;
  return {
    west: isWorld ? -180 : west - wider,
    south: Math.max(-90, south - higher),
    east: isWorld ? 180 : east + wider,
    north: Math.min(90, north + higher),
  };
}

/** Whether a span lies in another, on any turn around the world. */
export function isSpanIn(inner: Span, outer: Span): boolean {
  if (inner.south < outer.south || inner.north > outer.north) return false;
  if (outer.east - outer.west >= 360) return true;
  const turn = Math.ceil((outer.west - inner.west) / 360) * 360;
  return inner.west + turn >= outer.west && inner.east + turn <= outer.east;
}

/** West, south, east, north as arguments take them; west exceeds east across the antimeridian. */
export function bboxOfSpan({ west, south, east, north }: Span): Bbox {
  if (east - west >= 360) return [-180, south, 180, north];
  return [wrapLongitude(west), south, wrapLongitude(east), north];
}

/** The same for a person's question: as exact as an eye. */
export function boxInView(span: Span): Bbox {
  const [west, south, east, north] = flatBox(bboxOfSpan(span)).map(
    (degrees) => Math.round(degrees * 1000) / 1000,
  );
  return [west!, south!, east!, north!];
}
