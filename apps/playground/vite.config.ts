import { defineConfig } from "vite";
import { compressedCopies } from "./build/compressed-copies.ts";

export default defineConfig({
  // A proxy may serve the page under a path.
  base: "./",
  plugins: [compressedCopies()],
  server: { proxy: { "/tools": "http://127.0.0.1:3000" } },
  build: {
    // The server's package contains the pages, but no build tools.
    outDir: "../server/dist/pages",
    rolldownOptions: { input: ["index.html", "docs/api.html"] },
    emptyOutDir: true,
    // The pages' content security policy forbids scripts and styles in data: URLs.
    assetsInlineLimit: 0,
    // The tokenizer is large and loaded only for the first answer.
    chunkSizeWarningLimit: 2500,
  },
});
