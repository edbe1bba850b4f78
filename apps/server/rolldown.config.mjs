import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";
import { bundledLicences } from "../../scripts/bundled-licences.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const builtFile =
  /[/\\](?:apps[/\\](?<app>server)|packages[/\\](?<name>[^/\\]+))[/\\]dist[/\\](?<path>.+)$/;
/** The threads' file is bundled next to the chunk that starts it. */
const threads = /[/\\]tools[/\\]dist[/\\]node[/\\]workers\.js$/;

/** What our packages find relative to their files, such as data, stays in them. */
const filesOfPackages = {
  name: "files-of-packages",
  transform(code, id) {
    const { app, name, path } = builtFile.exec(id)?.groups ?? {};
    if (path === undefined || threads.test(id)) return null;
    const main = app ? "emberline" : `@emberline/${name}`;
    const own = `new URL(${JSON.stringify(path.replaceAll("\\", "/"))}, import.meta.resolve("${main}")).href`;
    const data = /\bimport\(("(?:\.\.\/)+(?:assets|data|gazetteer)\/[^"]+")\)/g;
    return code
      .replaceAll("import.meta.url", own)
      .replace(data, (_, file) => `import(new URL(${file}, ${own}).href)`);
  },
};

rmSync(here("dist/chunks"), { recursive: true, force: true });

/** Node takes two seconds to open the program's 900 modules one by one. */
export default defineConfig({
  input: {
    bin: here("dist/start.js"),
    "chunks/main": here("dist/main.js"),
    "chunks/heavy-worker": fileURLToPath(
      new URL("node/heavy-worker.js", import.meta.resolve("@emberline/tools/node")),
    ),
  },
  platform: "node",
  // The thread pool and the renderer have files that they find relative to their own; the signer has
  // no text of its licence to put beside a bundle.
  external: ["@resvg/resvg-wasm", "piscina", "standardwebhooks"],
  plugins: [filesOfPackages, bundledLicences().plugin],
  output: {
    dir: here("dist"),
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    format: "esm",
  },
  logLevel: "warn",
});
