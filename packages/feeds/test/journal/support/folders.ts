import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type FeedFeature, type Journal, type Layer, openJournal } from "@emberline/feeds";

/** The time of the first detections of these tests. */
export const startMs = Date.UTC(2026, 6, 1);
export const dayMs = 86_400_000;

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
export function entryOf(put: readonly FeedFeature[], remove: readonly string[] = [], state = {}) {
  const record = { state, readAt: startMs };
  return { feed: "firms-viirs-noaa20-nrt", layer: "hotspots", put, remove, record } as const;
}

/** Changes a log whose process has died. */
export async function rewrite(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes);
  await utimes(path, 0, 0);
}

/** All features of a layer by id. An id that comes twice fails. */
export async function featuresOf(
  journal: Journal,
  layer: Layer = "hotspots",
): Promise<Map<string, FeedFeature>> {
  const features = new Map<string, FeedFeature>();
  for await (const batch of journal.features(layer)) {
    for (const feature of batch) {
      if (features.has(feature.id)) throw new Error(`${feature.id} came twice`);
      features.set(feature.id, feature);
    }
  }
  return features;
}

export async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    // A file may vanish in between.
    bytes += await stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
