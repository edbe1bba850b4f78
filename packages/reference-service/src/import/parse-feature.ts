import { createHash } from "node:crypto";
import { isTangled } from "@emberline/cql2/spatial";
import { detectionId } from "@emberline/feeds/detections";
import { featureProblem, type Geometry, type Properties } from "@emberline/geo";
import { parseExact } from "@emberline/turns";
import type { TimedFeature } from "../store/feature-store.ts";
import { checkProperties } from "./check-properties.ts";
import { featureTime } from "./feature-time.ts";
import { Refusal } from "./report.ts";

const maxIdLength = 1000;

/** A parsed feature, and whether its source gave it an id. */
export interface ParsedFeature {
  feature: TimedFeature;
  hasOwnId: boolean;
}

/**
 * Checks one GeoJSON Feature (RFC 7946) and reads its time. Without an id, it gets one derived from
 * satellite, time and position of a detection, or else from its content.
 * @throws {Refusal} when it is not a whole, true feature
 */
export function parseFeature(text: string): ParsedFeature {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) throw new Refusal("not a GeoJSON Feature");
  const { type, id, geometry, properties } = value as Record<string, unknown>;
  // Checks only what is kept; ids have separate rules and may be null.
  const problem = featureProblem({ type, geometry, properties }, { maxLongitude: 180 });
  if (problem) throw new Refusal(`feature${problem}`);
  if (geometry && isTangled(geometry as Geometry)) {
    throw new Refusal("the outline crosses itself more than 50,000 times");
  }
  if (properties) checkProperties(properties as Properties);
  return identified(id, geometry as Geometry | null, properties as Properties | null);
}

/** Makes a feature with time and id from a valid geometry and properties. */
export function identified(
  id: unknown,
  geometry: Geometry | null,
  properties: Properties | null,
): ParsedFeature {
  const hasOwnId = id !== undefined && id !== null;
  if (hasOwnId && typeof id !== "string" && typeof id !== "number") {
    throw new Refusal("the id is neither a text nor a number");
  }
  if (id === "") throw new Refusal("the id is empty");
  if (typeof id === "string" && (id.length > maxIdLength || !id.isWellFormed())) {
    throw new Refusal(`the id is not a text of at most ${maxIdLength} characters`);
  }
  if (id === Infinity || id === -Infinity) throw new Refusal("the id is beyond 1.8e308");
  const time = featureTime(properties ?? {});
  const feature = { type: "Feature" as const, id: String(id), geometry, properties, time };
  if (!hasOwnId) feature.id = detectionId(feature) ?? contentId(geometry, properties);
  return { feature, hasOwnId };
}

function contentId(geometry: Geometry | null, properties: Properties | null): string {
  const content = JSON.stringify([geometry, properties]);
  return createHash("sha256").update(content).digest("hex").slice(0, 24);
}

function parseJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new Refusal("not JSON");
  }
}
