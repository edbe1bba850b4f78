import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import {
  type FeedFeature,
  type FeedRecord,
  type Journal,
  type JournalEntry,
  type Layer,
  openJournal,
} from "@emberline/feeds";

/** The time of the first detections of these tests. */
export const startMs = Date.UTC(2026, 6, 1);
export const feed = "firms-viirs-noaa20-nrt";

/** A new folder, removed after the test. */
export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-journal-"));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return join(folder, "feeds");
}

/** Opens a journal; it is closed after the test. */
export async function open(
  t: TestContext,
  folder: string,
  problems: string[] = [],
): Promise<Journal> {
  const journal = await openJournal(folder, { report: (problem) => problems.push(problem) });
  t.after(() => journal.close());
  return journal;
}

/** A detection whose content follows from its number. */
export function detection(number: number, timeMs = startMs + number * 1000): FeedFeature {
  return {
    type: "Feature",
    id: `noaa20_${number}`,
    geometry: {
      type: "Point",
      coordinates: [(number % 36_000) / 100 - 180, (number % 90) + 0.125],
    },
    properties: {
      frp: number / 10,
      confidence: number % 3 ? "nominal" : "high",
      note: `n${number}`,
    },
    time: { start: timeMs, end: timeMs },
  };
}

/** Detections from a number on. */
export function detections(first: number, count: number, timeMs?: number): FeedFeature[] {
  return Array.from({ length: count }, (_, i) => detection(first + i, timeMs));
}

/** A commit of hotspots. */
export function entryOf(
  put: readonly FeedFeature[],
  remove: readonly string[] = [],
  state: unknown = {},
): JournalEntry {
  return { layer: "hotspots", put, remove, records: { [feed]: { state, readAt: startMs } } };
}

/** Applies what is new to the features by id. */
export async function follow(
  journal: Journal,
  features = new Map<string, FeedFeature>(),
  wanted: Layer = "hotspots",
): Promise<Map<string, FeedFeature>> {
  for await (const { layer, put, remove } of journal.news()) {
    if (layer !== wanted) continue;
    for (const id of remove) features.delete(id);
    for (const feature of put) features.set(feature.id, feature);
  }
  return features;
}

/** What a process that opens the folder reads. */
export async function readAnew(
  t: TestContext,
  folder: string,
  { layer = "hotspots", problems = [] }: { layer?: Layer; problems?: string[] } = {},
): Promise<{ features: Map<string, FeedFeature>; records: ReadonlyMap<string, FeedRecord> }> {
  const journal = await open(t, folder, problems);
  const records = await journal.records();
  const features = await follow(journal, new Map(), layer);
  await journal.close();
  return { features, records };
}

const rowsPerStep = 60;

/** What `committing.ts` commits in a step: new rows, one that replaces, and one that gives way. */
export function changeOf(step: number): JournalEntry {
  const first = step * rowsPerStep;
  const before = first - rowsPerStep;
  const replacement = { ...detection(before + 1), properties: { replacedIn: step } };
  const put = [replacement, ...detections(first, rowsPerStep)];
  return entryOf(put, [`noaa20_${before + 2}`], { step });
}

/** The last step that counts. */
export function stepOf(records: ReadonlyMap<string, FeedRecord>): number {
  return (records.get(feed)?.state as { step: number } | undefined)?.step ?? 0;
}

export function featuresAfter(step: number): Map<string, FeedFeature> {
  const all = new Map<string, FeedFeature>();
  for (let i = 1; i <= step; i++) {
    const { put, remove } = changeOf(i);
    for (const id of remove) all.delete(id);
    for (const feature of put) all.set(feature.id, feature);
  }
  return all;
}
