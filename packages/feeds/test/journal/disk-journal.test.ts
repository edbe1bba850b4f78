import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type FeedFeature, openJournal } from "@emberline/feeds";
import {
  detection,
  detections,
  entryOf,
  feed,
  follow,
  newFolder,
  open,
  readAnew,
  startMs,
} from "./support/folders.ts";

const dayMs = 86_400_000;
const none = async () => [];
const linesFiles = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith(".geojsonl.gz")).sort();

test("a restart serves what was committed: put, replaced, removed", async (t) => {
  const folder = await newFolder(t);
  const first = await open(t, folder);
  await first.tryLease();
  const replaced = { ...detection(7), properties: { frp: 99 } };
  await first.commit(entryOf(detections(0, 4500)));
  await first.commit(entryOf([replaced], ["noaa20_8", "unknown"], { tag: 2 }));
  assert.deepEqual(await follow(first), new Map(), "what a process wrote is no news to it");
  await first.close();
  const expected = detections(0, 4500).filter(({ id }) => id !== "noaa20_8");
  expected[7] = replaced;
  const { features, records } = await readAnew(t, folder);
  assert.deepEqual(features, new Map(expected.map((each) => [each.id, each])));
  assert.deepEqual(records, new Map([[feed, { state: { tag: 2 }, readAt: startMs }]]));
});

test("anybody can read the files: one feature a line, by gzip and any reader of JSON", async (t) => {
  const folder = await newFolder(t);
  const journal = await open(t, folder);
  await journal.tryLease();
  for (let i = 0; i < 3; i++) await journal.commit(entryOf(detections(i * 10, 10)));
  const [name] = await linesFiles(folder);
  const text = execFileSync("gzip", ["-dc", join(folder, name!)], { encoding: "utf8" });
  assert.deepEqual(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    detections(0, 30),
  );
});

test("features come back as they were, of any geometry and size and with any properties", async (t) => {
  const folder = await newFolder(t);
  const feature = (id: string, parts: Partial<FeedFeature>): FeedFeature => ({
    type: "Feature",
    id,
    geometry: null,
    properties: {},
    time: undefined,
    ...parts,
  });
  const ring = Array.from({ length: 100_000 }, (_, i) => [i / 1000, (i % 90) / 7] as const);
  const put = [
    feature("null", {}),
    feature("3D", { geometry: { type: "Point", coordinates: [1, 2, 3] } }),
    feature("long", { geometry: { type: "LineString", coordinates: ring as never } }),
    feature("interval", { time: { start: -5, end: 7 } }),
    feature("nested", { properties: { a: { b: [1, null, "ü\u0000😀\u2028"] }, __c: false } }),
    feature("proto", { properties: JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') }),
    feature("", { properties: { 1: "a number as name", toString: null } }),
  ];
  const journal = await open(t, folder);
  await journal.tryLease();
  await journal.commit({ ...entryOf(put), layer: "perimeters" });
  await journal.commit({ ...entryOf([], ["3D"]), layer: "hotspots" });
  const { features } = await readAnew(t, folder, { layer: "perimeters" });
  assert.deepEqual([...features.values()], put, "each layer has ids of its own");
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
  assert.deepEqual([...(await follow(holder)).keys()], ["noaa20_2"]);
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
    await utimes(join(folder, "state-00000001.json"), past, past);
    taken = await next.tryLease();
  }
  await assert.rejects(hanging.commit(entryOf([detection(2)])), { code: "not_leased" });
  assert.equal(lease?.lost.aborted, true);
  await next.commit(entryOf([detection(3)]));
  const { features } = await readAnew(t, folder);
  assert.deepEqual([...features.keys()].sort(), ["noaa20_1", "noaa20_3"]);
});

test("another journal follows what the holder commits, each change once", async (t) => {
  const folder = await newFolder(t);
  const [holder, follower] = [await open(t, folder), await open(t, folder)];
  await holder.tryLease();
  await holder.commit(entryOf([detection(1)]));
  const features = await follow(follower);
  assert.deepEqual([...features.keys()], ["noaa20_1"]);
  await holder.commit(entryOf(detections(2, 4100), ["noaa20_1"], { tag: "x" }));
  assert.equal((await follow(follower, features)).size, 4100);
  assert.deepEqual(await follow(follower), new Map());
});

test("a clock that is set back over midnight leaves commits in their order", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: startMs - 1000 });
  const folder = await newFolder(t);
  const [holder, follower] = [await open(t, folder), await open(t, folder)];
  await holder.tryLease();
  const newer = { ...detection(1), properties: { frp: 9 } };
  await holder.commit(entryOf([detection(1)]));
  t.mock.timers.setTime(startMs + 1000);
  await holder.commit(entryOf([newer]));
  const seen = await follow(follower);
  t.mock.timers.setTime(startMs - 500);
  await holder.commit(entryOf([detection(2)]));
  const { features } = await readAnew(t, folder);
  for (const each of [await follow(follower, seen), features])
    assert.deepEqual([...each.values()], [newer, detection(2)]);
});

test("a removal frees the disk, keeps what is listed, and lets those who follow go on", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: startMs });
  const folder = await newFolder(t);
  const [holder, follower] = [await open(t, folder), await open(t, folder)];
  await holder.tryLease();
  for (let day = 0; day < 10; day++) {
    t.mock.timers.setTime(startMs + day * dayMs);
    await holder.commit(entryOf(detections(day * 100, 100, startMs + day * dayMs)));
    if (day === 4) assert.equal((await follow(follower)).size, 500);
  }
  await holder.removeBefore("hotspots", startMs, none);
  assert.equal((await linesFiles(folder)).length, 10);
  await holder.removeBefore("hotspots", startMs + 8 * dayMs, async () => [detection(1, startMs)]);
  assert.equal((await linesFiles(folder)).length, 2);
  await holder.commit(entryOf([], ["noaa20_800"]));
  const ids = ["noaa20_1", ...detections(801, 199).map(({ id }) => id)].sort();
  assert.deepEqual([...(await follow(follower)).keys()].sort(), ids);
  assert.deepEqual([...(await readAnew(t, folder)).features.keys()].sort(), ids);
});

test("only its owner may read the folder", { skip: process.platform === "win32" }, async (t) => {
  const folder = await newFolder(t);
  await mkdir(folder, { mode: 0o755 });
  const journal = await open(t, folder);
  await journal.tryLease();
  await journal.commit(entryOf([detection(1)]));
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  for (const name of [...(await linesFiles(folder)), "state-00000001.json"])
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
});

test("a closed journal says so", async (t) => {
  const journal = await open(t, await newFolder(t));
  await journal.close();
  await journal.close();
  await assert.rejects(journal.tryLease(), { code: "closed" });
  await assert.rejects(follow(journal), { code: "closed" });
});

/** Two layers' files by a process that has ended; returns the names. */
async function written(folder: string): Promise<string[]> {
  const journal = await openJournal(folder, { report: assert.fail });
  await journal.tryLease();
  for (let i = 0; i < 20; i++) await journal.commit(entryOf(detections(i * 8, 8)));
  const records = { feds: { state: 1, readAt: startMs } };
  await journal.commit({ layer: "perimeters", put: [detection(1)], remove: [], records });
  await journal.close();
  return linesFiles(folder);
}

for (const [what, harm] of Object.entries({
  "has a changed byte": async (path: string) => {
    const bytes = await readFile(path);
    // In the first member, behind its head.
    bytes[30]! ^= 1;
    await writeFile(path, bytes);
  },
  "is cut off": async (path: string) => truncate(path, (await stat(path)).size - 1),
  "is missing": (path: string) => rm(path),
})) {
  test(`a file that ${what} is said and set aside, and its feeds are read anew; others are served`, async (t) => {
    const folder = await newFolder(t);
    const [hotspots] = await written(folder);
    await harm(join(folder, hotspots!));
    const problems: string[] = [];
    const journal = await open(t, folder, problems);
    const features = await follow(journal);
    for (const [id, feature] of features) assert.deepEqual(feature, detection(Number(id.slice(7))));
    assert.match(problems.join(), new RegExp(`${hotspots} in .* is damaged: `));
    assert.deepEqual([...(await journal.records()).keys()].sort(), ["feds", feed].sort());
    await journal.tryLease();
    assert.deepEqual([...(await journal.records()).keys()], ["feds"]);
    assert.match(problems.join(), /now in .*set-aside, and its fires are read anew/);
    assert.equal((await readAnew(t, folder, { layer: "perimeters" })).features.size, 1);
    assert.deepEqual((await linesFiles(folder)).length, 1);
    await journal.commit(entryOf([detection(5)]));
    assert.deepEqual([...(await readAnew(t, folder)).features.keys()], ["noaa20_5"]);
  });
}

test("a damaged state file is said and set aside, and all is read anew", async (t) => {
  const folder = await newFolder(t);
  await written(folder);
  await writeFile(join(folder, "state-00000001.json"), "{");
  await utimes(join(folder, "state-00000001.json"), 0, 0);
  const problems: string[] = [];
  const journal = await open(t, folder, problems);
  await journal.tryLease();
  assert.match(problems.join(), /state-00000001.json is damaged and now in .*: all is read anew/);
  assert.equal((await journal.records()).size, 0);
  const aside = await readdir(join(folder, "set-aside"));
  assert.equal(aside.length, 3, "and the files that it named");
});

test("what a commit that was not finished has left does not count", async (t) => {
  const folder = await newFolder(t);
  const [hotspots] = await written(folder);
  const path = join(folder, hotspots!);
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(1000, "torn")]));
  assert.equal((await readAnew(t, folder)).features.size, 160);
});

test("a folder of a later version is refused, and so is one that cannot be created", async (t) => {
  const folder = await newFolder(t);
  await mkdir(folder);
  await writeFile(join(folder, "state-00000001.json"), '{"format": 3}');
  const options = { report: assert.fail };
  await assert.rejects(openJournal(folder, options), {
    name: "JournalError",
    code: "other_version",
    message: /written by a later version/,
  });
  await writeFile(join(folder, "file"), "");
  await assert.rejects(openJournal(join(folder, "file"), options), { code: "storage" });
});

test("the journal of an earlier version is set aside and said, unless that version still writes", async (t) => {
  const folder = await newFolder(t);
  await mkdir(folder);
  const log = join(folder, "00000007.log");
  await writeFile(log, "EMJ1");
  await assert.rejects(openJournal(folder, { report: assert.fail }), {
    code: "other_version",
    message: /An earlier version of the program writes to the folder: stop that one first/,
  });
  await utimes(log, 0, 0);
  const problems: string[] = [];
  await open(t, folder, problems);
  assert.match(problems.join(), /journal of an earlier version is now in .*set-aside: its fires/);
  assert.deepEqual(await readdir(join(folder, "set-aside")), ["00000007.log"]);
  // That version takes the log with the highest number, which says that it cannot read it.
  assert.ok((await readFile(join(folder, "99999999.log"))).toString("latin1").startsWith("EMJ1"));
});
