import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { publishedFolders } from "../../scripts/pack.mjs";

const repository = "https://github.com/emberline/emberline";
const members = ["packages", "apps", "test"].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
);

for (const folder of [...members, "bench", "evals"]) {
  test(`the manifest of ${folder} says where its source and its issues are`, () => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    assert.deepEqual(manifest.repository, {
      type: "git",
      url: `git+${repository}.git`,
      directory: folder,
    });
    assert.equal(manifest.bugs, `${repository}/issues`);
    assert.ok(manifest.homepage.startsWith(`${repository}/tree/main/${folder}`));
  });
}

for (const folder of publishedFolders) {
  test(`${folder} is published with the licence of the project`, () => {
    const licence = readFileSync(join(root, "LICENSE"), "utf8");
    assert.equal(readFileSync(join(root, folder, "LICENSE"), "utf8"), licence);
  });
}
