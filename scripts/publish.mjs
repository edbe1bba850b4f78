// node scripts/publish.mjs TAG: publishes the packed packages of a release, each after those that it
// needs. Those that the registry has already are left out, so that a release that broke off can go on.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";
import { publishedFolders } from "./pack.mjs";
import { inOrderOfDependencies, isPublished } from "./publishing.mjs";

const [tag] = process.argv.slice(2);
const manifests = inOrderOfDependencies(
  publishedFolders.map((folder) =>
    JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
  ),
);
const archiveOf = ({ name, version }) =>
  `release/packages/${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
for (const manifest of manifests) {
  const { name, version } = manifest;
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but ${name} has version ${version}.`);
  if (!existsSync(join(root, archiveOf(manifest))))
    throw new Error(`${archiveOf(manifest)} is not packed.`);
}
const npm = (...args) => execFileSync("npm", args, { cwd: root, encoding: "utf8" }).trim();
const registry = npm("config", "get", "registry", "--no-workspaces");
for (const manifest of manifests) {
  const { name, version } = manifest;
  if (await isPublished(registry, manifest)) {
    console.log(`${name}@${version} is published already`);
    continue;
  }
  console.log(npm("publish", `./${archiveOf(manifest)}`, "--access=public"));
}
