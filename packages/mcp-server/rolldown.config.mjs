import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { listing, pageListing } from "./dist/listing.js";

const inPackage = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Every client start waits for the program, so the tool list is prebuilt here and the tools are
 * loaded on the first call.
 */
const readyMadeListing = {
  name: "ready-made-listing",
  load(id) {
    if (id !== inPackage("dist/listing.js")) return null;
    return Object.entries({ listing, pageListing })
      .map(([name, tools]) => `export const ${name} = ${JSON.stringify(tools)};`)
      .join("\n");
  },
};

/** Threads start from a separate file next to the program's. */
const heavyWorker = new URL("node/heavy-worker.js", import.meta.resolve("@emberline/tools/node"));

export default defineConfig({
  input: {
    "emberline-mcp": inPackage("dist/bin.js"),
    // A worker thread needs its own file next to the chunk that starts it.
    "chunks/heavy-worker": fileURLToPath(heavyWorker),
  },
  platform: "node",
  // The thread pool has files that it finds relative to its own.
  external: ["@emberline/reference-service", "piscina"],
  plugins: [readyMadeListing],
  resolve: { alias: { "@modelcontextprotocol/server/_shims": inPackage("dist/sdk-shims.js") } },
  output: {
    dir: inPackage("dist"),
    entryFileNames: "[name].js",
    // The compiler writes to the same folder, so chunks must not take its file names.
    chunkFileNames: "chunks/[name].js",
    format: "esm",
    minify: true,
  },
  logLevel: "warn",
});
