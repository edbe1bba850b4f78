import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { listing } from "./dist/listing.js";

const inPackage = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The program's start is what a person waits for at each start of their client.
 * It lists the tools as they are described now, and loads them with the first call.
 */
const readyMadeListing = {
  name: "ready-made-listing",
  load(id) {
    if (id !== inPackage("dist/listing.js")) return null;
    return `export const listing = ${JSON.stringify(listing)};`;
  },
};

/** Threads start from a file of their own, next to the program's. */
const heavyWorker = new URL("node/heavy-worker.js", import.meta.resolve("@emberline/tools/node"));

export default defineConfig({
  input: {
    "emberline-mcp": inPackage("dist/bin.js"),
    // Threads begin with a file of their own, next to the chunk that starts them.
    "chunks/heavy-worker": fileURLToPath(heavyWorker),
  },
  platform: "node",
  // The pool of threads brings files that it finds by its own place.
  external: ["@emberline/reference-service", "piscina"],
  plugins: [readyMadeListing],
  resolve: { alias: { "@modelcontextprotocol/server/_shims": inPackage("dist/sdk-shims.js") } },
  output: {
    dir: inPackage("dist"),
    entryFileNames: "[name].js",
    // The compiler writes its files next to these, and must not find a chunk in place of one.
    chunkFileNames: "chunks/[name].js",
    format: "esm",
    minify: true,
  },
  logLevel: "warn",
});
