import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { FeedFeature } from "@emberline/feeds";
import { detection, detections, entryOf, featuresOf, newFolder, open, rewrite } from "./folders.ts";

const commits = 60;
/** Few, so that some commits fit into a kilobyte, and so that reading is fast. */
const rows = 8;

/**
 * Cuts numbers of bytes, in ascending order, from the end of a journal's newest log: each time, the
 * commits up to some number are there and no others, and a log that was cut is not silent about it.
 */
export async function truncatedAt(t: TestContext, cuts: readonly number[]): Promise<void> {
  const folder = await written(t);
  const path = join(folder, await newestLog(folder));
  const { size } = await stat(path);
  const ends = [];
  for (const cut of cuts) {
    await truncate(path, size - cut);
    const journal = await open(t, folder);
    const features = await featuresOf(journal);
    const sequence = await journal.sequence();
    assert.deepEqual(features, expectedAfter(sequence), `${cut} bytes`);
    assert.deepEqual((await journal.records()).get("firms-viirs-noaa20-nrt")?.state, { sequence });
    ends.push(sequence);
    await journal.close();
  }
  assert.ok(ends.at(-1)! < ends[0]!, "too little was cut");
  assert.deepEqual(
    ends,
    ends.toSorted((a, b) => b - a),
  );
}

/** Changes single bytes all over a journal's files. */
export async function damagedAt(t: TestContext, times: number): Promise<void> {
  const folder = await written(t);
  const names = (await readdir(folder)).sort();
  const whole = expectedAfter(commits);
  for (let i = 0; i < times; i++) {
    const path = join(folder, names[i % names.length]!);
    const bytes = await readFile(path);
    // Spread evenly, with another bit each time.
    const at = Math.floor((bytes.length * ((i * 0.618034) % 1)) % bytes.length);
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1 << (i % 8);
    await rewrite(path, changed);
    const problems: string[] = [];
    const journal = await open(t, folder, problems);
    const features = await featuresOf(journal);
    const lease = await journal.tryLease();
    const place = `byte ${at} of ${names[i % names.length]}`;
    for (const feature of features.values())
      assert.deepEqual(feature, detection(Number(feature.id.slice(7))), place);
    if (features.size !== whole.size) assert.notEqual(problems.length, 0, place);
    assert.ok(features.size > whole.size / 2, place);
    await lease?.release();
    await journal.close();
    const added = (await readdir(folder)).filter((name) => !names.includes(name));
    for (const name of added) await rm(join(folder, name));
    await rewrite(path, bytes);
  }
}

/** A journal of two logs. */
async function written(t: TestContext): Promise<string> {
  const folder = await newFolder(t);
  for (const [from, to] of [
    [1, commits / 3],
    [commits / 3 + 1, commits],
  ] as const) {
    const journal = await open(t, folder);
    await journal.tryLease();
    for (let sequence = from; sequence <= to; sequence++) {
      const put = detections(sequence * rows, rows);
      const remove = [`noaa20_${(sequence - 1) * rows}`];
      assert.equal(await journal.commit(entryOf(put, remove, { sequence })), sequence);
    }
    await journal.close();
  }
  return folder;
}

function expectedAfter(sequence: number): Map<string, FeedFeature> {
  const features = new Map<string, FeedFeature>();
  for (let i = 1; i <= sequence; i++) {
    features.delete(`noaa20_${(i - 1) * rows}`);
    for (const feature of detections(i * rows, rows)) features.set(feature.id, feature);
  }
  return features;
}

async function newestLog(folder: string): Promise<string> {
  return (await readdir(folder)).sort().at(-1)!;
}
