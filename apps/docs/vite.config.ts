import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { bundledLicences } from "../../scripts/bundled-licences.mjs";
import { compressedCopies } from "../playground/build/compressed-copies.ts";
import { site } from "./build/site.ts";

const licences = bundledLicences();

export default defineConfig({
  // A proxy may serve the pages under a path.
  base: "./",
  plugins: [
    site({
      documents: fileURLToPath(new URL("../../docs/", import.meta.url)),
      shared: fileURLToPath(new URL("../playground/public/", import.meta.url)),
    }),
    licences.plugin,
    compressedCopies(),
  ],
  build: {
    // The server's package contains the pages, but no build tools.
    outDir: "../server/dist/site",
    emptyOutDir: true,
    cssCodeSplit: false,
    // The pages' content security policy forbids scripts and styles in data: URLs.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // Geometry for filters is large, and loaded only by the page with the editor.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: "src/main.ts" },
  },
});
