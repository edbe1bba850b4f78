// node scripts/release-files.mjs: the files of a release in `release`: what npm publishes, the bill
// of materials, the one-click bundle and the notes.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { notesOf } from "./changelog.mjs";
import { root, run } from "./install.mjs";
import { packAll } from "./pack.mjs";
import { makeSbom } from "./sbom.mjs";

const folder = join(root, "release");
rmSync(folder, { recursive: true, force: true });
const packed = await packAll(join(folder, "packages"));
const [{ version }] = packed;
for (const { name, version: own, unpackedBytes, files } of packed) {
  if (own !== version) throw new Error(`${name} has version ${own}, but others have ${version}`);
  const megabytes = (unpackedBytes / 1e6).toFixed(1);
  console.log(`${name}@${version}: ${files.length} files, ${megabytes} MB unpacked`);
}
const sbom = await makeSbom(packed);
writeFileSync(join(folder, "sbom.cdx.json"), sbom);
console.log(`sbom.cdx.json: ${JSON.parse(sbom).components.length} packages`);
writeFileSync(join(folder, "notes.md"), `${notesOf(version)}\n`);
const bundle = join(folder, `emberline-mcp-${version}.mcpb`);
run("npm", ["run", "--silent", "--if-present", "bundle", "--", bundle]);
