import type { Feature, FeatureCollection } from "geojson";
import { ageTones } from "../age.ts";
import type { MapFeature, Tone } from "../features.ts";
import type { Subject } from "../subject.ts";

/** How a position is marked, so that colour is never the only difference. */
export type Mark = "disc" | "ring" | "square";

/** Feature properties that the style uses. */
interface DrawnProperties {
  /** Index in the list of features. */
  readonly index: number;
  readonly kind: MapFeature["kind"];
  readonly tone: Tone;
  readonly mark: Mark;
  readonly radius: number;
  readonly share: number;
  /** Features with a higher number lie on top. */
  readonly order: number;
}

const marks: Record<Subject, Mark> = {
  hotspot: "disc",
  perimeter: "disc",
  place: "disc",
  source: "square",
  simulation: "ring",
};

const newestLast: readonly Tone[] = ageTones.toReversed();

/** Features as the map's source takes them. */
export function toSource(features: readonly MapFeature[]): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: features.map(
      ({ kind, subject, tone, geometry, radiusPx, share }, index): Feature => ({
        type: "Feature",
        geometry,
        properties: {
          index,
          kind,
          tone,
          mark: marks[subject],
          radius: radiusPx,
          share,
          order: newestLast.indexOf(tone),
        } satisfies DrawnProperties,
      }),
    ),
  };
}
