import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { bundledLicences } from "../../scripts/bundled-licences.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const libraryFile = (path) => new URL(path, import.meta.resolve("@emberline/mcp-server"));
const { listing, pageListing } = await import(libraryFile("common/listing.js"));

/**
 * Every client start waits for the program, so the tool list is prebuilt here and the tools are
 * loaded on the first call.
 */
const readyMadeListing = {
  name: "ready-made-listing",
  load(id) {
    if (id !== fileURLToPath(libraryFile("common/listing.js"))) return null;
    return Object.entries({ listing, pageListing })
      .map(([name, tools]) => `export const ${name} = ${JSON.stringify(tools)};`)
      .join("\n");
  },
};

/** The manifests that packages read their version from, which they share, are not in the bundle. */
const ownVersions = {
  name: "own-versions",
  load(id) {
    if (!/[/\\]packages[/\\][^/\\]+[/\\]dist[/\\](?:(?:common|values)[/\\])?version\.js$/.test(id))
      return null;
    const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"));
    return `export const version = ${JSON.stringify(version)};`;
  },
};

/** Data that is read from where it is, seen from a chunk. */
const dataFiles = {
  name: "data-files",
  writeBundle() {
    const name = "static/heat-sources.geojsonl.gz";
    cpSync(here(`../../packages/feeds/${name}`), here(name));
    cpSync(here("../../packages/feeds/data"), here("data"), { recursive: true });
    cpSync(here("../../packages/reference-service/sample"), here("sample"), { recursive: true });
  },
};

/** Threads start from a separate file next to the program's. */
const heavyWorker = new URL("node/heavy-worker.js", import.meta.resolve("@emberline/tools/node"));

export default defineConfig({
  input: {
    "emberline-mcp": here("src/bin.ts"),
    // A worker thread needs its own file next to the chunk that starts it.
    "chunks/heavy-worker": fileURLToPath(heavyWorker),
  },
  platform: "node",
  // The thread pool and the renderer have files that they find relative to their own.
  external: ["@resvg/resvg-wasm", "piscina"],
  plugins: [
    readyMadeListing,
    ownVersions,
    dataFiles,
    bundledLicences([here("../../packages/tools/assets/licences.txt")]).plugin,
  ],
  resolve: {
    alias: { "@modelcontextprotocol/server/_shims": fileURLToPath(libraryFile("sdk-shims.js")) },
  },
  output: {
    dir: here("dist"),
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    format: "esm",
    minify: true,
  },
  logLevel: "warn",
});
