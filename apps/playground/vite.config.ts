import { defineConfig } from "vite";

export default defineConfig({
  // A proxy may serve the page under a path.
  base: "./",
  server: { proxy: { "/tools": "http://127.0.0.1:3000" } },
  build: {
    // The server's package carries the pages it serves, and no build tools.
    outDir: "../server/dist/pages",
    emptyOutDir: true,
    // The pages' content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    // The tokenizer is large, and loaded only once there is an answer to count.
    chunkSizeWarningLimit: 2500,
  },
});
