// npm run test:runtimes: tests the published packages on Bun, Deno and the newest Node, and the MCP
// server with other makers' clients, and rehearses a release.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, ensureInstalled, root, run } from "./install.mjs";
import { packAll } from "./pack.mjs";
import { sideBySide } from "./side-by-side.mjs";

ensureInstalled({ development: true });
await import("./build.mjs");

const condition = "--conditions=@emberline/source";
// Much data, computed alike by every engine: on Node alone, to save time.
const onNode =
  /\/(find-place|golden|hostile-files|hostile-outlines|long-outlines|shared-data|static-sources-data|summarize-groups-data)\.test\.ts$/;
const portable = ["packages", "apps/mcp", "apps/playground", "apps/map-app"]
  .flatMap(testFiles)
  .filter((file) => !onNode.test(file));
const spec = ["--import", "tsx", "--test-reporter=spec"];
const scratch = mkdtempSync(join(tmpdir(), "emberline-runtimes-"));
process.once("exit", () => rmSync(scratch, { recursive: true }));
const newest = join(scratch, "node");
run("npm", ["install", "--prefix", newest, "--no-audit", "--no-fund", "--loglevel=error", "node"]);
const packed = await packAll(join(scratch, "packed"));

await sideBySide([
  {
    title: "tests on Deno",
    program: bin("deno"),
    args: ["test", "-A", "--no-check", "--quiet", condition, ...portable],
  },
  {
    title: "tests on Bun",
    program: bin("bun"),
    // Stops a test that hangs.
    args: [condition, "test", "--timeout=600000", ...portable.map((file) => `./${file}`)],
  },
  {
    title: "a release, rehearsed",
    program: process.execPath,
    args: ["scripts/release.mjs", "--dry-run"],
  },
  {
    title: "programs on Bun and Deno",
    program: process.execPath,
    args: [...spec, `${root}/scripts/run-tests.mjs`, "programs.runtimes.ts"],
    folder: "test",
  },
  {
    title: "packages and the bundle as installed",
    program: process.execPath,
    args: [
      ...spec,
      `${root}/scripts/run-tests.mjs`,
      "installed.runtimes.ts",
      "packed.runtimes.ts",
      "clients/bundle.runtimes.ts",
      "workflows.runtimes.ts",
    ],
    folder: "test",
  },
  {
    title: "the client on the newest Node",
    program: `${newest}/node_modules/node/bin/node`,
    args: [...spec, `${root}/scripts/run-tests.mjs`],
    folder: "packages/core",
  },
  {
    title: "MCP clients on the newest Node",
    // Some of them need a newer Node than this project does.
    program: `${newest}/node_modules/node/bin/node`,
    args: [...spec, `${root}/scripts/run-tests.mjs`, ...clientTests()],
    folder: "test",
  },
  { title: "types on Bun", program: bin("tsc"), args: ["--types", "bun-types"] },
  ...packed.map(({ name, archive }) => ({
    title: `contents of ${name}`,
    program: bin("publint"),
    args: ["run", archive, "--strict"],
  })),
  ...packed.filter(isLibrary).map(({ name, archive }) => ({
    title: `types of ${name} as published`,
    program: bin("attw"),
    args: [archive, "--profile", "esm-only", "--format", "ascii"],
  })),
]);

/** Others are programs alone, without types. */
function isLibrary({ manifest }) {
  return "." in manifest.exports;
}

function clientTests() {
  const names = readdirSync(`${root}/test/clients`);
  return names.filter((name) => name.endsWith(".runtimes.ts")).map((name) => `clients/${name}`);
}

/** Files named *.test.ts in a folder, relative to the root. */
function testFiles(folder) {
  return readdirSync(`${root}/${folder}`, { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .sort();
}
