// npm run test:runtimes: tests the web-only packages on Bun and Deno, each program once on both,
// and their types on Bun. With --all also what only computes on Deno, the packages as published and
// installed, with other makers' clients and the newest Node, and a release, rehearsed.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { bin, ensureInstalled, root, run } from "./install.mjs";
import { packAll } from "./pack.mjs";
import { sideBySide } from "./side-by-side.mjs";

ensureInstalled({ development: true });
await import("./build.mjs");

const condition = "--conditions=@emberline/source";
// Much data or long samples, computed alike by every engine: on Node alone, to save time.
const onNode = new Set(
  [
    ...["assess-location-labels", "assess-location-towns", "bounded-errors", "chains"],
    ...["filter-in-turns", "find-place", "gazetteer", "geodesic", "golden", "heavy-shapes"],
    ...["hostile-files", "hostile-outlines", "long-outlines", "map-features", "map-ground"],
    ...["named-areas", "relate", "schemas", "several-places", "shared-data"],
    ...["summarize-features"],
  ].map((name) => `${name}.test.ts`),
);
const webOnly = ["geo", "turns", "areas", "cql2", "core", "map", "tools", "http-tools", "client"];
const portable = testsOf(webOnly);
const isAll = process.argv.includes("--all");
// Deno has the engine of Node: other packages ask nothing of a runtime but to compute.
const onDeno = isAll ? portable : testsOf(["turns", "core", "http-tools", "client"]);

await sideBySide([
  {
    title: "tests on Deno",
    program: bin("deno"),
    args: ["test", "-A", "--no-check", "--quiet", condition, ...onDeno],
  },
  {
    title: "tests on Bun",
    program: bin("bun"),
    // Stops a test that hangs.
    args: [condition, "test", "--timeout=600000", ...portable.map((file) => `./${file}`)],
  },
  testsOn(process.execPath, "programs on Bun and Deno", "test/programs", ["programs.runtimes.ts"]),
  { title: "types on Bun", program: bin("tsc"), args: ["-p", "tsconfig.bun.json"] },
]);
if (isAll) await testPublished();

async function testPublished() {
  const scratch = mkdtempSync(join(tmpdir(), "emberline-runtimes-"));
  process.once("exit", () => rmSync(scratch, { recursive: true }));
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "--prefix", join(scratch, "node"), ...quietly, "node"]);
  const newest = join(scratch, "node/node_modules/node/bin/node");
  const packed = await packAll(join(scratch, "packed"));
  await sideBySide([
    {
      title: "a release, rehearsed",
      program: process.execPath,
      args: ["scripts/release.mjs", "--dry-run"],
    },
    testsOn(process.execPath, "packages as installed", "test/programs", [
      "installed.runtimes.ts",
      "packed.runtimes.ts",
    ]),
    testsOn(process.execPath, "workflows", "test/repository", ["workflows.runtimes.ts"]),
    testsOn(newest, "the client on the newest Node", "packages/core"),
    // Some of them need a newer Node than this project does.
    testsOn(
      newest,
      "MCP clients on the newest Node",
      "test/servers",
      filesIn("test/servers/clients", ".runtimes.ts").map((file) => relative("test/servers", file)),
    ),
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
}

/** Runs test files of a folder, or all of its tests, on this Node. */
function testsOn(node, title, folder, files = []) {
  const spec = ["--import", "tsx", "--test-reporter=spec"];
  return {
    title,
    program: node,
    args: [...spec, `${root}/scripts/run-tests.mjs`, ...files],
    folder,
  };
}

/** Others are programs alone, without types. */
function isLibrary({ manifest }) {
  return "." in manifest.exports;
}

/** The tests of packages, but for those on Node alone. */
function testsOf(packages) {
  return packages
    .flatMap((name) => filesIn(`packages/${name}`, ".test.ts"))
    .filter((file) => !onNode.has(basename(file)));
}

/** Files of a folder whose name ends like this, relative to the root. */
function filesIn(folder, end) {
  return readdirSync(`${root}/${folder}`, { recursive: true })
    .map((path) => `${folder}/${path}`)
    .filter((path) => path.endsWith(end) && !path.includes("node_modules"))
    .sort();
}
