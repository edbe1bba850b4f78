import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { crc32, deflateRawSync } from "node:zlib";
import { openJournal } from "@emberline/feeds";
import { damagedAt, truncatedAt } from "./support/damage.ts";
import { detection, entryOf, featuresOf, newFolder, open, rewrite } from "./support/folders.ts";

test("whatever is cut from the end, the commits before it are served", async (t) => {
  await truncatedAt(
    t,
    Array.from({ length: 20 }, (_, i) => 1 + i * 211),
  );
});

test("a changed byte is reported or harmless, and what is served is right", async (t) => {
  await damagedAt(t, 40);
});

test("a commit that was not finished is left out and reported, and the next one counts", async (t) => {
  const folder = await newFolder(t);
  const before = await open(t, folder);
  await before.tryLease();
  await before.commit(entryOf([detection(1)]));
  await before.close();
  const path = join(folder, "00000001.log");
  await rewrite(path, Buffer.concat([await readFile(path), Buffer.alloc(1000, "EMJ1 torn")]));
  const problems: string[] = [];
  const journal = await open(t, folder, problems);
  await journal.tryLease();
  assert.equal(problems.length, 1);
  assert.match(problems[0]!, /the last 1000 bytes of 00000001\.log are not a whole commit/);
  await journal.commit(entryOf([detection(2)]));
  assert.deepEqual([...(await featuresOf(journal)).keys()], ["noaa20_2", "noaa20_1"]);
});

test("damage in the middle costs its block, not what comes after", async (t) => {
  const folder = await newFolder(t);
  const before = await open(t, folder);
  await before.tryLease();
  for (let i = 0; i < 5; i++) await before.commit(entryOf([detection(i)]));
  await before.close();
  const path = join(folder, "00000001.log");
  const bytes = await readFile(path);
  const middle = bytes.length >> 1;
  await rewrite(path, bytes.fill(0, middle - 20, middle + 20));
  const problems: string[] = [];
  const features = await featuresOf(await open(t, folder, problems));
  assert.ok(features.size >= 3, `${features.size} features`);
  assert.deepEqual(features.get("noaa20_4"), detection(4));
  assert.equal(problems.length, 1);
});

test("without the beginning of the newest log, all blocks are served", async (t) => {
  const folder = await newFolder(t);
  for (let i = 0; i < 3; i++) {
    const journal = await open(t, folder);
    await journal.tryLease();
    await journal.commit(entryOf([detection(i)]));
    await journal.close();
  }
  const newest = (await readdir(folder)).sort().at(-1)!;
  const bytes = await readFile(join(folder, newest));
  // Both copies.
  for (let at = 0, i = 0; i < 2; i++, at = bytes.indexOf("EMJ1", at + 1)) bytes[at + 50]! ^= 1;
  await writeFile(join(folder, newest), bytes);
  const problems: string[] = [];
  const journal = await open(t, folder, problems);
  assert.equal((await featuresOf(journal)).size, 3);
  assert.match(problems.join(), /the beginning of the newest log is damaged/);
  assert.equal((await journal.records()).size, 0);
});

test("a missing file is reported, and the others are served", async (t) => {
  const folder = await newFolder(t);
  for (let i = 0; i < 3; i++) {
    const journal = await open(t, folder);
    await journal.tryLease();
    await journal.commit(entryOf([detection(i)]));
    await journal.close();
  }
  await rm(join(folder, "00000002.log"));
  const problems: string[] = [];
  const features = await featuresOf(await open(t, folder, problems));
  assert.deepEqual([...features.keys()].sort(), ["noaa20_0", "noaa20_2"]);
  assert.match(problems.join(), /00000002\.log is missing/);
});

test("a folder of a newer version is refused with a clear error", async (t) => {
  const folder = await newFolder(t);
  await mkdir(folder);
  await writeFile(join(folder, "00000001.log"), startOfFormat(2));
  await assert.rejects(openJournal(folder, { report() {} }), {
    name: "JournalError",
    code: "newer_version",
    message: /written by a newer version/,
  });
});

test("a folder that cannot be created is a clear error", async (t: TestContext) => {
  const folder = await newFolder(t);
  await writeFile(folder, "a file");
  await assert.rejects(openJournal(folder, { report() {} }), { code: "storage" });
});

test("an empty log of a process that died is passed over", async (t) => {
  const folder = await newFolder(t);
  const before = await open(t, folder);
  await before.tryLease();
  await before.commit(entryOf([detection(1)]));
  await before.close();
  await writeFile(join(folder, "00000002.log"), "");
  assert.equal((await featuresOf(await open(t, folder))).size, 1);
  await truncate(join(folder, "00000002.log"), 0);
});

/** By the description of the format alone. */
function startOfFormat(format: number): Buffer {
  const payload = deflateRawSync(JSON.stringify({ format }));
  const head = Buffer.alloc(48);
  head.write("EMJ1");
  head.writeUInt32LE(payload.length, 4);
  head.writeUInt8(128, 39);
  head.writeUInt32LE(crc32(payload), 40);
  head.writeUInt32LE(crc32(head.subarray(0, 44)), 44);
  return Buffer.concat([head, payload]);
}
