import type { FeedFeature, FeedRecord, JournalEntry } from "@emberline/feeds";
import { detection, detections, entryOf } from "./folders.ts";

const rowsPerStep = 60;
const stepsKept = 50;
const feed = "firms-viirs-noaa20-nrt";

/** What a writer commits in one step: new rows, one that replaces, and one that gives way. */
export function changeOf(step: number): JournalEntry {
  const first = step * rowsPerStep;
  const before = first - rowsPerStep;
  const put = [replacement(before + 1, step), ...detections(first, rowsPerStep)];
  return entryOf(put, [`noaa20_${before + 2}`], { step });
}

/** What ended before is gone after a step. */
export function limitAfter(step: number): number {
  return detection((step - stepsKept) * rowsPerStep).time!.start;
}

/** The last step of which something is on disk. */
export function stepOf(records: ReadonlyMap<string, FeedRecord>): number {
  const state = records.get(feed)?.state as { step: number } | undefined;
  return state?.step ?? 0;
}

/** The features after a step, with those that its removal may or may not have reached. */
export function featuresAfter(step: number): { all: Map<string, FeedFeature>; sure: number } {
  const all = new Map<string, FeedFeature>();
  for (let i = Math.max(1, step - stepsKept - 1); i <= step; i++) {
    const { put, remove } = changeOf(i);
    for (const id of remove) all.delete(id);
    for (const feature of put) all.set(feature.id, feature);
  }
  const limits = [limitAfter(step - 1), limitAfter(step)] as const;
  for (const [id, { time }] of all) if (time!.end < limits[0]) all.delete(id);
  const sure = [...all.values()].filter(({ time }) => time!.end >= limits[1]).length;
  return { all, sure };
}

function replacement(number: number, step: number): FeedFeature {
  return { ...detection(number), properties: { replacedIn: step } };
}
