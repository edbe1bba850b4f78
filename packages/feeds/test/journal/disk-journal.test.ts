import assert from "node:assert/strict";
import { mkdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { FeedFeature, JournalChange } from "@emberline/feeds";
import {
  bytesOf,
  collect,
  dayMs,
  detection,
  detections,
  entryOf,
  featuresOf,
  newFolder,
  open,
  startMs,
} from "./support/folders.ts";

test("a restart serves what was committed: put, replaced, removed", async (t) => {
  const folder = await newFolder(t);
  const first = await open(t, folder);
  assert.equal(await first.sequence(), 0);
  await first.tryLease();
  const replaced = { ...detection(7), properties: { frp: 99 } };
  assert.equal(await first.commit(entryOf(detections(0, 4500))), 1);
  assert.equal(await first.commit(entryOf([replaced], ["noaa20_8", "unknown"], { tag: 2 })), 2);
  await first.close();
  const second = await open(t, folder);
  const features = await featuresOf(second);
  const expected = detections(0, 4500).filter(({ id }) => id !== "noaa20_8");
  expected[7] = replaced;
  assert.deepEqual(
    [...features.values()].sort((a, b) => a.time!.start - b.time!.start),
    expected,
  );
  const record = { state: { tag: 2 }, readAt: startMs };
  assert.deepEqual(await second.records(), new Map([["firms-viirs-noaa20-nrt", record]]));
  assert.equal(await second.sequence(), 2);
  await second.tryLease();
  assert.equal(await second.commit(entryOf([])), 3);
});

test("large outlines are read in several batches, each of which is some megabytes at most", async (t) => {
  const folder = await newFolder(t);
  const ring = Array.from({ length: 20_000 }, (_, i) => [i / 1000, (i % 90) / 7]);
  const outline = (number: number): FeedFeature => ({
    ...detection(number),
    geometry: { type: "Polygon", coordinates: [[...ring, ring[0]!]] } as FeedFeature["geometry"],
  });
  const put = Array.from({ length: 12 }, (_, i) => outline(i));
  const first = await open(t, folder);
  await first.tryLease();
  await first.commit({ ...entryOf(put), layer: "perimeters" });
  await first.close();
  const batches = await collect((await open(t, folder)).features("perimeters"));
  assert.ok(batches.length >= 3, `${batches.length} batches`);
  const read = batches.flat().sort((a, b) => a.time!.start - b.time!.start);
  assert.deepEqual(read, put);
});

test("features come back as they were, of any geometry and with any properties", async (t) => {
  const folder = await newFolder(t);
  const feature = (id: string, parts: Partial<FeedFeature>): FeedFeature => ({
    type: "Feature",
    id,
    geometry: null,
    properties: {},
    time: undefined,
    ...parts,
  });
  const polygon = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  } as const;
  const put = [
    feature("null", {}),
    feature("3D", { geometry: { type: "Point", coordinates: [1, 2, 3] } }),
    feature("polygon", { geometry: structuredClone(polygon) as never }),
    feature("interval", { time: { start: -5, end: 7 } }),
    feature("nested", { properties: { a: { b: [1, null, "ü\u0000😀"] }, __c: false } }),
    feature("proto", { properties: JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') }),
    feature("", { properties: { 1: "a number as name", toString: null } }),
  ];
  const journal = await open(t, folder);
  await journal.tryLease();
  await journal.commit({ ...entryOf(put), layer: "perimeters" });
  const again = await featuresOf(await open(t, folder), "perimeters");
  assert.deepEqual([...again.values()], put);
  assert.equal((await featuresOf(journal, "hotspots")).size, 0);
});

test("layers have ids of their own", async (t) => {
  const journal = await open(t, await newFolder(t));
  await journal.tryLease();
  await journal.commit(entryOf([detection(1)]));
  await journal.commit({ ...entryOf([detection(1)]), layer: "perimeters" });
  await journal.commit({ ...entryOf([], ["noaa20_1"]), layer: "perimeters" });
  assert.equal((await featuresOf(journal, "hotspots")).size, 1);
  assert.equal((await featuresOf(journal, "perimeters")).size, 0);
});

test("only one journal of a folder has the lease, until it is released", async (t) => {
  const folder = await newFolder(t);
  const [a, b] = [await open(t, folder), await open(t, folder)];
  const leases = await Promise.all([a.tryLease(), b.tryLease()]);
  assert.equal(leases.filter(Boolean).length, 1);
  const [holder, other] = leases[0] ? [a, b] : [b, a];
  await assert.rejects(other.commit(entryOf([])), { name: "JournalError", code: "not_leased" });
  assert.equal(await other.tryLease(), null);
  await holder.commit(entryOf([detection(1)]));
  await leases.find(Boolean)!.release();
  await assert.rejects(holder.commit(entryOf([])), { code: "not_leased" });
  assert.notEqual(await other.tryLease(), null);
  await other.commit(entryOf([detection(2)]));
  assert.deepEqual([...(await featuresOf(holder)).keys()].sort(), ["noaa20_1", "noaa20_2"]);
});

test("a holder that seems to hang loses the lease, and its commit is refused", async (t) => {
  const folder = await newFolder(t);
  const [hanging, next] = [await open(t, folder), await open(t, folder)];
  const lease = await hanging.tryLease();
  await hanging.commit(entryOf([detection(1)]));
  let taken = null;
  while (!taken) {
    // Its sign of life is an hour old.
    const past = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, "00000001.log"), past, past);
    taken = await next.tryLease();
  }
  await assert.rejects(hanging.commit(entryOf([detection(2)])), { code: "not_leased" });
  assert.equal(lease?.lost.aborted, true);
  await next.commit(entryOf([detection(3)]));
  const ids = ["noaa20_1", "noaa20_3"];
  assert.deepEqual([...(await featuresOf(next)).keys()].sort(), ids);
  assert.deepEqual([...(await featuresOf(await open(t, folder))).keys()].sort(), ids);
});

test("another journal follows what the holder commits", async (t) => {
  const folder = await newFolder(t);
  const [holder, follower] = [await open(t, folder), await open(t, folder)];
  await holder.tryLease();
  await holder.commit(entryOf([detection(1)]));
  assert.deepEqual(
    (await collect(follower.changes(0))).map(({ sequence }) => sequence),
    [1],
  );
  const entry = entryOf(detections(2, 4100), ["noaa20_1"], { tag: "x" });
  await holder.commit(entry);
  await holder.removeBefore("hotspots", startMs + 3000);
  const expected: JournalChange[] = [
    { kind: "entry", sequence: 2, entry },
    { kind: "removal", sequence: 3, layer: "hotspots", before: startMs + 3000 },
  ];
  const changes = await collect(follower.changes(1));
  // The holder may have merged by now.
  if (changes[0]?.kind === "reset") assert.deepEqual(changes, [{ kind: "reset", sequence: 3 }]);
  else assert.deepEqual(changes, expected);
  assert.deepEqual(await collect(follower.changes(3)), []);
  assert.equal((await featuresOf(follower)).size, 4099);
});

test("a removal frees the disk, and those who follow start anew", async (t) => {
  const folder = await newFolder(t);
  const [holder, follower] = [await open(t, folder), await open(t, folder)];
  await holder.tryLease();
  for (let day = 0; day < 10; day++)
    await holder.commit(entryOf(detections(day * 1000, 1000, startMs + day * dayMs)));
  const before = await bytesOf(folder);
  await holder.removeBefore("hotspots", startMs + 8 * dayMs);
  const expected = detections(8000, 1000, startMs + 8 * dayMs).concat(
    detections(9000, 1000, startMs + 9 * dayMs),
  );
  const check = async (journal: typeof holder) =>
    assert.deepEqual(await featuresOf(journal), new Map(expected.map((each) => [each.id, each])));
  await check(follower);
  while ((await bytesOf(folder)) > before / 3) await check(holder);
  await check(follower);
  assert.deepEqual(await collect(follower.changes(5)), [{ kind: "reset", sequence: 11 }]);
  await holder.commit(entryOf([detection(1)], ["noaa20_8000"]));
  await holder.close();
  expected.splice(0, 1, detection(1));
  await check(await open(t, folder));
});

test("only its owner may read the folder", { skip: process.platform === "win32" }, async (t) => {
  const folder = await newFolder(t);
  await mkdir(folder, { mode: 0o755 });
  const journal = await open(t, folder);
  await journal.tryLease();
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  assert.equal((await stat(join(folder, "00000001.log"))).mode & 0o777, 0o600);
});

test("a closed journal says so", async (t) => {
  const journal = await open(t, await newFolder(t));
  await journal.close();
  await journal.close();
  await assert.rejects(journal.tryLease(), { code: "closed" });
  await assert.rejects(featuresOf(journal), { code: "closed" });
});
