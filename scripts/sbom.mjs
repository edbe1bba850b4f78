// The software bill of materials of the published packages, in CycloneDX: what npm installs with
// them, and what is bundled into them.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packagesIn } from "./bundled-licences.mjs";
import { root } from "./install.mjs";

/** Only releases need them, so they are not installed with everything else. */
const validators = [
  "@cyclonedx/cyclonedx-library@10.3.0",
  "ajv@8.20.0",
  "ajv-formats@3.0.1",
  "ajv-formats-draft2019@1.6.1",
];

/**
 * @param {readonly import("./pack.d.mts").Packed[]} packed
 * @returns {Promise<string>} JSON, valid by the schema of CycloneDX
 */
export async function makeSbom(packed) {
  const folder = mkdtempSync(join(tmpdir(), "emberline-sbom-"));
  try {
    const name = "emberline-release";
    const manifest = { name, version: packed[0].version, private: true };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    const archives = packed.map(({ archive }) => archive);
    // Only the tree is needed, and npm writes that to the lock file without the packages.
    await npm(folder, "install", "--package-lock-only", "--omit=dev", ...archives);
    const made = await npm(folder, "sbom", "--sbom-format=cyclonedx", "--package-lock-only");
    const sbom = JSON.parse(made);
    sbom.metadata.component.name = name;
    for (const each of packed) {
      const component = sbom.components.find((one) => one.name === each.name);
      const bundled = bundledIn(each);
      if (bundled.length > 0) component.components = bundled;
    }
    const text = `${JSON.stringify(sbom, null, 2)}\n`;
    const faults = await faultsOf(text, join(folder, "validators"));
    if (faults)
      throw new Error(`The bill of materials is not CycloneDX: ${JSON.stringify(faults)}`);
    return text;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The packages whose code or data a package contains. */
function bundledIn({ name, folder, files }) {
  const texts = files
    .filter((path) => path.endsWith("/licences.txt"))
    .map((path) => readFileSync(join(root, folder, path), "utf8"));
  const found = new Map(texts.flatMap(packagesIn).map((each) => [each.name + each.version, each]));
  return [...found.values()].map(({ license, ...each }) => {
    const purl = `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`;
    // Another package may have it too, and references are unique.
    const ref = { "bom-ref": `${name}|${purl}`, type: "library" };
    return { ...ref, ...each, purl, licenses: [{ expression: license }] };
  });
}

/** What the schema of CycloneDX refuses; null for nothing. */
async function faultsOf(text, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  await npm(folder, "install", "--ignore-scripts", "--no-save", ...validators);
  const library = createRequire(join(folder, "package.json"))("@cyclonedx/cyclonedx-library");
  const { Spec, Validation } = library;
  return new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text);
}

async function npm(cwd, ...args) {
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  const options = { cwd, maxBuffer: 1e8, shell: process.platform === "win32" };
  const { stdout } = await promisify(execFile)("npm", [...args, ...quietly], options);
  return stdout;
}
