import { type Point, planeDistanceKm } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import type { FeedFeature } from "../values/feed.ts";
import { isProvisional, tiers, versionOf } from "./version.ts";

interface Scope {
  /** Whether the answer would have had a detection of that time and place. */
  readonly covers: (feature: FeedFeature) => boolean;
  /** Whether the answer is of a standard product. */
  readonly isStandard: boolean;
  /** Stored rows that a complete answer did not have. */
  readonly missing: ReadonlySet<FeedFeature>;
  /** Whether the answer is of a day whose rows have all arrived. */
  readonly isSettled: boolean;
  readonly nowMs: number;
}

const minuteMs = 60_000;

/** FIRMS drops URT and RT rows about 6 hours after the observation; the rest is a margin. */
const provisionalMs = 8 * 3_600_000;

/**
 * The rows that give way to others: all others of a day to standard products, provisional rows to
 * final ones of the same pixel, MODIS rows of three decimals to those of five. Provisional rows
 * that were not confirmed in time give way too, and final ones that the source withdrew. What a
 * row gives way to never gives way itself for the same reason, so that the order of answers does
 * not matter.
 */
export async function givingWay(
  rows: readonly FeedFeature[],
  { covers, isStandard, missing, isSettled, nowMs }: Scope,
  pause: Pause,
): Promise<Set<FeedFeature>> {
  const gone = new Set<FeedFeature>();
  const provisional: FeedFeature[] = [];
  const coarse: FeedFeature[] = [];
  const fine: FeedFeature[] = [];
  const replaceable: FeedFeature[] = [];
  let hasStandard = false;
  await eachInTurns(rows, pause, (row) => {
    const { properties } = row;
    const isFinal = versionOf(properties).tier >= tiers.sp;
    if (!isFinal) replaceable.push(row);
    else if ((isStandard || (properties.type ?? null) !== null) && covers(row)) hasStandard = true;
    if (isProvisional(properties)) provisional.push(row);
    // Files have no standard rows.
    else if (properties.instrument === "MODIS")
      (!isFinal && isCoarse(row) ? coarse : fine).push(row);
  });
  if (hasStandard) {
    await eachInTurns(replaceable, pause, (row) => {
      if (covers(row)) gone.add(row);
    });
  }
  const finals = await overpassesOf(rows, provisional, [-1, 0, 1], pause);
  await eachInTurns(provisional, pause, (row) => {
    const isOver = missing.has(row) && covers(row) && nowMs - row.time!.start > provisionalMs;
    if (isOver || finals(row).some((other) => isFinalOf(other, row))) gone.add(row);
  });
  const fines = await overpassesOf(fine, coarse, [0], pause);
  const held = new Set<FeedFeature>();
  await eachInTurns(coarse, pause, (row) => {
    const finer = fines(row).filter((other) => isFineOf(other, row));
    if (finer.length > 0) gone.add(row);
    if (!missing.has(row)) for (const other of finer) held.add(other);
  });
  if (isSettled) {
    const isOwn = (row: FeedFeature) =>
      !gone.has(row) && covers(row) && isOfProduct(row.properties, isStandard);
    const isMissing = (row: FeedFeature) => missing.has(row) && !held.has(row);
    for (const row of withdrawn(rows.filter(isOwn), isMissing)) gone.add(row);
  }
  return gone;
}

function isOfProduct(properties: FeedFeature["properties"], isStandard: boolean): boolean {
  const { tier } = versionOf(properties);
  return isStandard ? tier >= tiers.sp : tier === tiers.nrt;
}

/**
 * The missing rows of satellites of which the answer has at least as many others: with fewer, it
 * may be only a part of the day.
 */
function withdrawn(
  rows: readonly FeedFeature[],
  isMissing: (row: FeedFeature) => boolean,
): FeedFeature[] {
  const present = new Map<unknown, number>();
  const absent = new Map<unknown, FeedFeature[]>();
  for (const row of rows) {
    const { satellite } = row.properties;
    if (isMissing(row)) absent.set(satellite, [...(absent.get(satellite) ?? []), row]);
    else present.set(satellite, (present.get(satellite) ?? 0) + 1);
  }
  return [...absent].flatMap(([satellite, gone]) =>
    gone.length <= (present.get(satellite) ?? 0) ? gone : [],
  );
}

/** Finds rows of the satellite of a wanted row whose minute is one of those around its own. */
async function overpassesOf(
  rows: readonly FeedFeature[],
  wanted: readonly FeedFeature[],
  minutes: readonly number[],
  pause: Pause,
): Promise<(row: FeedFeature) => FeedFeature[]> {
  const byMinute = new Map<string, FeedFeature[]>();
  for (const row of wanted) for (const minute of minutes) byMinute.set(keyOf(row, minute), []);
  if (byMinute.size > 0) {
    await eachInTurns(rows, pause, (row) => {
      byMinute.get(keyOf(row, 0))?.push(row);
    });
  }
  return (row) => minutes.flatMap((minute) => byMinute.get(keyOf(row, minute)) ?? []);
}

function keyOf({ properties, time }: FeedFeature, minutes: number): string {
  return `${properties.satellite} ${Math.floor(time!.start / minuteMs) + minutes}`;
}

/** Whether the final row is of the provisional row's pixel: less than its shorter side away. */
function isFinalOf(final: FeedFeature, row: FeedFeature): boolean {
  if (isProvisional(final.properties)) return false;
  return planeDistanceKm(positionOf(final), positionOf(row)) < pixelKm(row);
}

function pixelKm({ properties }: FeedFeature): number {
  const sides = [properties.scan, properties.track].filter(
    (side): side is number => typeof side === "number" && side > 0,
  );
  if (sides.length > 0) return sides.reduce((least, side) => Math.min(least, side));
  return properties.instrument === "MODIS" ? 1 : 0.375;
}

/** The open files of MODIS have three decimals, the area API has five. */
const coarseStep = 0.001;

/** The measures of one pixel may be rounded in one of the two layouts. */
const roundedMeasures = ["brightness", "bright_t31", "frp", "scan", "track"];
const roundingStep = 0.1;

function isCoarse(row: FeedFeature): boolean {
  return positionOf(row).every((degrees) => isRounded(degrees));
}

function isRounded(degrees: number): boolean {
  const steps = degrees / coarseStep;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Whether a row is the coarse row's detection with more decimals, rounded or cut. */
function isFineOf(fine: FeedFeature, row: FeedFeature): boolean {
  if (fine.time!.start !== row.time!.start) return false;
  const [longitude, latitude] = positionOf(row);
  const [fineLongitude, fineLatitude] = positionOf(fine);
  if (Math.abs(fineLongitude - longitude) >= coarseStep) return false;
  if (Math.abs(fineLatitude - latitude) >= coarseStep) return false;
  return roundedMeasures.every((name) => {
    const [a, b] = [fine.properties[name], row.properties[name]];
    return typeof a !== "number" || typeof b !== "number" || Math.abs(a - b) <= roundingStep;
  });
}

function positionOf({ geometry }: FeedFeature): readonly [number, number] {
  const [longitude, latitude] = (geometry as Point).coordinates;
  return [longitude, latitude];
}
