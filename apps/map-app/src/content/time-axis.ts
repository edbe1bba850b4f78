import { clockText, dayText } from "../answer/words.ts";
import type { Features } from "./features.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Widths of steps, the finest first. */
const stepsMs = [1, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 8760].map((hours) => hours * hourMs);
const maxSteps = 60;

/** The time of the data in steps of equal length, aligned to UTC. */
export interface TimeAxis {
  readonly startMs: number;
  readonly stepMs: number;
  /** Detections of each step; perimeters if there are no detections. */
  readonly counts: readonly number[];
  /** Whether anything was seen or mapped in a step. */
  readonly isSeen: readonly boolean[];
}

/** The chosen steps, both included. */
export type StepRange = readonly [first: number, last: number];

/** Null if there is nothing to choose between. */
export function timeAxisOf({ detections, perimeters }: Features): TimeAxis | null {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const dated = [...detections, ...perimeters];
  for (const { timeMs } of dated) {
    if (timeMs === null) continue;
    oldest = Math.min(oldest, timeMs);
    newest = Math.max(newest, timeMs);
  }
  if (oldest >= newest) return null;
  const stepMs =
    stepsMs.find((step) => Math.floor(newest / step) - Math.floor(oldest / step) < maxSteps) ??
    stepsMs.at(-1)!;
  const startMs = Math.floor(oldest / stepMs) * stepMs;
  const counts = new Array<number>(Math.floor((newest - startMs) / stepMs) + 1).fill(0);
  const isSeen = counts.map(() => false);
  for (const { timeMs, kind } of dated) {
    if (timeMs === null) continue;
    const step = Math.floor((timeMs - startMs) / stepMs);
    isSeen[step] = true;
    if (kind === "detection" || detections.length === 0) counts[step]!++;
  }
  return counts.length > 1 ? { startMs, stepMs, counts, isSeen } : null;
}

/** First and last instant of a range; null for all times. */
export function windowOf(
  axis: TimeAxis | null,
  range: StepRange | null,
): readonly [number, number] | null {
  if (!axis || !range || isWhole(axis, range)) return null;
  const at = (step: number) => axis.startMs + step * axis.stepMs;
  return [at(range[0]), at(range[1] + 1) - 1];
}

export function isWhole({ counts }: TimeAxis, [first, last]: StepRange): boolean {
  return first === 0 && last === counts.length - 1;
}

/**
 * The range after `range` while playing: its end moves on to the next step in which something was
 * seen, and back to the first one after the last, so that what was seen adds up.
 */
export function nextRange(axis: TimeAxis, range: StepRange): StepRange {
  const { isSeen } = axis;
  const first = isWhole(axis, range) ? 0 : range[0];
  const from = isWhole(axis, range) ? first : range[1] + 1;
  const next = isSeen.findIndex((seen, step) => seen && step >= from);
  return [first, next >= 0 ? next : isSeen.findIndex((seen, step) => seen && step >= first)];
}

/** The first and the last instant of steps in words, in UTC: days, or hours if they are shorter. */
export function rangeLabels({ startMs, stepMs }: TimeAxis, [first, last]: StepRange) {
  const inWords = (timeMs: number) =>
    stepMs >= dayMs ? dayText(timeMs) : `${dayText(timeMs)}, ${clockText(timeMs)}`;
  const at = (step: number) => startMs + step * stepMs;
  return { from: inWords(at(first)), to: inWords(at(last + 1) - 1) };
}
