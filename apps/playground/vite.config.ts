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
    rolldownOptions: {
      // On a slow network each file of the first view costs more than its bytes.
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shared",
              tags: ["$initial"],
              test: /^\0|\/@?preact|\/common\/(base|key-form)/,
            },
            // An entry would run on each page that has its chunk.
            { name: "page", tags: ["$initial"], test: /^(?!.*(main\.tsx|html))/ },
          ],
        },
      },
    },
    emptyOutDir: true,
    // The pages' content security policy forbids scripts and styles in data: URLs.
    assetsInlineLimit: 0,
    // The tokenizer is large and loaded only for the first answer.
    chunkSizeWarningLimit: 2500,
  },
});
