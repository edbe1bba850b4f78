import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { onePage } from "./build/one-page.ts";
import { world } from "./build/world.ts";

export default defineConfig({
  plugins: [world(), onePage()],
  resolve: {
    alias: {
      "@modelcontextprotocol/client/_shims": fileURLToPath(
        new URL("src/host/sdk-shims.ts", import.meta.url),
      ),
    },
  },
  build: {
    outDir: "../../packages/mcp-server/page",
    // A file of types is kept in git there.
    emptyOutDir: false,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
});
