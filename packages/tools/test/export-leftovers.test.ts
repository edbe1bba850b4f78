import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isAbandoned, openExportFolder, ownerTag } from "@emberline/tools/node";

const [, host] = /^([A-Za-z0-9]*)-\d+-[0-9a-f]{8}$/.exec(ownerTag)!;
const { pid: ended } = spawnSync(process.execPath, ["--version"]);
const part = (tag: string) => `svc-hotspots-0123456789ab.geojson.${tag}.part`;

const left = [
  part(`${host}-${ended}-00000000`),
  // As in a restarted container, where the previous process had the same id.
  part(`${host}-${process.pid}-00000000`),
];
const others = [
  part(ownerTag),
  part(`${host}-${process.ppid}-00000000`),
  part(`elsewhere-${ended}-00000000`),
  part(`${host}-${ended}-00000000`).replace(".part", ".txt"),
  `notes.${host}-${ended}-00000000.part`,
  "svc-hotspots-0123456789ab.geojson",
];

test("opening the folder deletes parts left by ended processes of this machine, and nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-leftovers-"));
  for (const name of [...left, ...others]) await writeFile(join(folder, name), "x");
  await openExportFolder(folder);
  assert.deepEqual((await readdir(folder)).sort(), [...others].sort());
  await rm(folder, { recursive: true });
});

test("parts of this running process are kept", () => {
  assert.equal(isAbandoned(ownerTag), false);
  assert.equal(isAbandoned("no tag"), false);
});
