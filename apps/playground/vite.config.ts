import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { bundledLicences } from "../../scripts/bundled-licences.mjs";
import { world } from "../map-app/build/world.ts";
import { compressedCopies } from "./build/compressed-copies.ts";

// The basemap is served with the pages.
const licences = bundledLicences([fileURLToPath(new URL("../server/NOTICE.md", import.meta.url))]);

export default defineConfig({
  // A proxy may serve the page under a path.
  base: "./",
  plugins: [licences.plugin, world(), compressedCopies()],
  worker: { plugins: licences.workers },
  server: { proxy: { "/tools": "http://127.0.0.1:3000" } },
  build: {
    // The server's package contains the pages, but no build tools.
    outDir: "../server/dist/pages",
    // On a slow network each file of the first view costs more than its bytes.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "page", tags: ["$initial"] }] } },
    },
    emptyOutDir: true,
    // The pages' content security policy forbids scripts and styles in data: URLs.
    assetsInlineLimit: 0,
    // MapLibre is large, and comes after what a person can click.
    chunkSizeWarningLimit: 1200,
  },
});
