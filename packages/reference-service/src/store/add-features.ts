import { extentOf, type Geometry, geometryTextSteps } from "@emberline/geo";
import type { TimedFeature } from "./feature-store.ts";
import type { PrintedGeometry, Rows } from "./rows.ts";
import { StoredFeature } from "./stored-feature.ts";

/** A perimeter may take milliseconds, and is a step of its own. */
export const pointsPerStep = 64;

/** Adds features to rows. */
export function* addSteps(rows: Rows, features: readonly TimedFeature[]): Generator<void, void> {
  for (const feature of features) {
    if (isOutline(feature)) yield* addOutline(rows, feature);
    else rows.add(feature);
    if (rows.count % pointsPerStep === 0) yield;
  }
}

/** Whether a feature may have many positions. */
export function isOutline(feature: TimedFeature): boolean {
  if (feature instanceof StoredFeature) return feature.isOutline;
  return feature.geometry !== null && feature.geometry.type !== "Point";
}

export function* addOutline(rows: Rows, feature: TimedFeature): Generator<void, void> {
  const isStored = feature instanceof StoredFeature;
  rows.add(feature, isStored ? feature.printedGeometry : yield* printSteps(feature.geometry!));
  yield;
}

function* printSteps(geometry: Geometry): Generator<void, PrintedGeometry> {
  const bounds = extentOf(geometry);
  return { text: yield* geometryTextSteps(geometry), bounds };
}
