// What is published, and how it is packed: for tests, benchmarks and releases.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./install.mjs";

/** The folders of the published packages, relative to the root. */
export const publishedFolders = [
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
  "apps/mcp",
  "apps/server",
];

/**
 * Packs every published package as it was built, without running scripts.
 *
 * @param {string} folder where the archives go; made if it does not exist
 * @returns {Promise<import("./pack.d.mts").Packed[]>} in the order of `publishedFolders`
 */
export async function packAll(folder) {
  mkdirSync(folder, { recursive: true });
  const paths = publishedFolders.map((path) => `./${path}`);
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...paths],
    { cwd: root, maxBuffer: 1e8, shell: process.platform === "win32" },
  );
  const packed = Object.values(JSON.parse(stdout));
  return publishedFolders.map((path) => {
    const manifest = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    const { filename, unpackedSize, files } = packed.find(({ name }) => name === manifest.name);
    return {
      name: manifest.name,
      version: manifest.version,
      folder: path,
      archive: join(folder, filename),
      unpackedBytes: unpackedSize,
      files: files.map((file) => file.path),
      manifest,
    };
  });
}
