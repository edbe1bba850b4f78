import { parseInstantUs } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { FeedFeature, FeedInterval } from "../values/feed.ts";
import { detectionId } from "./detection-id.ts";
import { FirmsRowError, type FirmsTable } from "./firms-table.ts";
import { isSameContent } from "./same-content.ts";
import { satelliteOf } from "./satellites.ts";

/** Detections of one answer, and how many of its rows were not valid. */
export interface Detections {
  /** By the id of their pixel. Several if FIRMS has several rows of one pixel that differ. */
  readonly pixels: Map<string, FeedFeature[]>;
  readonly satellites: ReadonlySet<unknown>;
  readonly rejected: number;
}

/** FIRMS sends two rows for some pixels; more would be an error. */
const maxPerPixel = 16;

interface Wanted {
  /** Rows of other times are not valid. */
  readonly interval: FeedInterval;
  /** Whether a valid row is kept. */
  readonly isWanted: (feature: FeedFeature) => boolean;
}

/** Parses rows of an answer. */
export async function parseRows(
  table: FirmsTable,
  lines: readonly string[],
  { interval, isWanted }: Wanted,
  pause: Pause,
): Promise<Detections> {
  const pixels = new Map<string, FeedFeature[]>();
  const satellites = new Set<unknown>();
  let rejected = 0;
  for (const line of lines) {
    const feature = featureOf(table, line);
    if (!feature || !isWithin(feature.time, interval)) rejected++;
    else if (isWanted(feature)) {
      satellites.add(feature.properties.satellite);
      if (!add(pixels, feature)) rejected++;
    }
    const pausing = pause();
    if (pausing) await pausing;
  }
  return { pixels, satellites, rejected };
}

function isWithin({ start }: FeedInterval, interval: FeedInterval): boolean {
  return start >= interval.start && start <= interval.end;
}

/** False if the pixel already has as many rows as can be true. */
function add(pixels: Map<string, FeedFeature[]>, feature: FeedFeature): boolean {
  const others = pixels.get(feature.id);
  if (!others) pixels.set(feature.id, [feature]);
  else if (others.some((other) => isSameContent(other, feature))) return true;
  else if (others.length >= maxPerPixel) return false;
  else others.push(feature);
  return true;
}

function featureOf(
  table: FirmsTable,
  line: string,
): (FeedFeature & { time: FeedInterval }) | undefined {
  try {
    const { geometry, properties } = table.row(line);
    const instant = instantOf(properties.datetime as string);
    if (instant === undefined) return undefined;
    const time = { start: instant, end: instant };
    if (!("instrument" in properties)) {
      // The open files lack the column.
      const { satellite } = properties;
      const known = typeof satellite === "string" ? satelliteOf(satellite) : undefined;
      if (known) properties.instrument = known.instrument;
    }
    const id = detectionId({ geometry, properties, time });
    return id === undefined ? undefined : { type: "Feature", id, geometry, properties, time };
  } catch (error) {
    if (error instanceof FirmsRowError) return undefined;
    throw error;
  }
}

let lastText = "";
let lastInstant: number | undefined;

/** Detections of one overpass share their time, so the last one is cached. */
function instantOf(datetime: string): number | undefined {
  if (datetime !== lastText) {
    const us = parseInstantUs(datetime);
    lastInstant = us === undefined ? undefined : us / 1000;
    lastText = datetime;
  }
  return lastInstant;
}
