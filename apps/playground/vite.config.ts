import { defineConfig } from "vite";

export default defineConfig({
  // A proxy may serve the page under a path.
  base: "./",
  server: { proxy: { "/tools": "http://127.0.0.1:3000" } },
  build: {
    // The server's package contains the pages, but no build tools.
    outDir: "../server/dist/pages",
    emptyOutDir: true,
    // The pages' content security policy forbids scripts and styles in data: URLs.
    assetsInlineLimit: 0,
    // The tokenizer is large and loaded only for the first answer.
    chunkSizeWarningLimit: 2500,
  },
});
