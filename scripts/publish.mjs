// node scripts/publish.mjs TAG: publishes the packed packages of a release with provenance. Those
// that the registry has already are left out, so that a release that broke off can go on.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";
import { publishedFolders } from "./pack.mjs";

const [tag] = process.argv.slice(2);
const archives = readdirSync(join(root, "release/packages"));
for (const folder of publishedFolders) {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  if (tag !== `v${version}`)
    throw new Error(`the tag is ${tag}, but ${name} has version ${version}`);
  const known = spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" });
  if (known.stdout.trim() === version) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  const archive = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  if (!archives.includes(archive)) throw new Error(`${archive} is not packed`);
  const publish = ["publish", `./release/packages/${archive}`, "--provenance", "--access=public"];
  execFileSync("npm", publish, { cwd: root, stdio: "inherit" });
}
