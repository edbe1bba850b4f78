// npm run bundle [FILE]: packs the built server with what it needs at run time as a bundle (MCPB)
// that desktop clients install with one click.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packExtension } from "@anthropic-ai/mcpb";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { isNotice } from "../../../scripts/bundled-licences.mjs";
import { bundleManifest } from "../src/install/bundle-manifest.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
const file = process.argv[2] ?? join(home, "install/dist/emberline-mcp.mcpb");
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "emberline-bundle-"));
try {
  const manifest = readJson(join(home, "package.json"));
  for (const path of [...manifest.files, "LICENSE"])
    cpSync(join(home, path), join(folder, path), { recursive: true });
  const { name, version, type, license } = manifest;
  writeJson("package.json", { name, version, type, license });
  writeJson("manifest.json", bundleManifest(manifest));
  writeFileSync(join(folder, "icon.png"), await icon());
  // What the program loads from outside of its own chunks (see `rolldown.config.mjs`).
  for (const [place, path] of closure(home, Object.keys(manifest.dependencies)))
    cpSync(path, join(folder, "node_modules", place), { recursive: true, filter: isNeeded(path) });
  if (!(await packExtension({ extensionPath: folder, outputPath: file, silent: true })))
    throw new Error("the bundle could not be packed");
  process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function writeJson(path, value) {
  writeFileSync(join(folder, path), `${JSON.stringify(value, null, 2)}\n`);
}

/** The playground's icon, in the size that Claude Desktop recommends. */
async function icon() {
  const require = createRequire(import.meta.url);
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const svg = readFileSync(join(home, "../../apps/playground/public/icon.svg"), "utf8");
  return new Resvg(svg, { fitTo: { mode: "width", value: 512 } }).render().asPng();
}

/**
 * The folders of packages and of their dependencies, without optional ones and types, by their
 * place in `node_modules`: another version of a package is inside the package that needs it.
 */
function closure(from, names, found = new Map(), dependent = "") {
  for (const name of names.filter((name) => !name.startsWith("@types/"))) {
    const path = folderOf(name, from);
    const isTaken = found.has(name) && found.get(name) !== path;
    const place = isTaken ? `${dependent}/node_modules/${name}` : name;
    if (found.has(place)) continue;
    found.set(place, path);
    const dependencies = Object.keys(readJson(join(path, "package.json")).dependencies ?? {});
    closure(path, dependencies, found, place);
  }
  return found;
}

/** Where Node finds a package from a folder. */
function folderOf(name, from) {
  const path = join(from, "node_modules", name);
  if (existsSync(path)) return realpathSync(path);
  if (dirname(from) === from) throw new Error(`${name} is not installed: run npm ci first`);
  return folderOf(name, dirname(from));
}

/** Leaves out tests, types and documents, but no terms. */
function isNeeded(from) {
  return (path) => {
    const name = basename(path);
    if (path === from || isNotice(name)) return true;
    if (name === "node_modules" || /\.(c|m)?ts$|\.(map|md)$/.test(name)) return false;
    return dirname(path) !== from || name !== "test";
  };
}
