// npm test: installs what is missing, then runs every check that needs only Node and npm.
import { readdirSync } from "node:fs";
import { bin, ensureInstalled, root } from "./install.mjs";
import { sideBySide } from "./side-by-side.mjs";

ensureInstalled({ development: true });

// On its own, so that in a fresh clone no check sees half of what was built.
await sideBySide([{ title: "build", program: process.execPath, args: ["scripts/build.mjs"] }]);
await sideBySide([
  { title: "types", program: bin("tsc"), args: [] },
  { title: "types of the playground", program: bin("tsc"), args: ["-p", "apps/playground"] },
  { title: "types of the map's page", program: bin("tsc"), args: ["-p", "apps/map-app"] },
  { title: "types of the documents", program: bin("tsc"), args: ["-p", "apps/docs"] },
  { title: "types of the benchmarks", program: bin("tsc"), args: ["-p", "bench"] },
  { title: "lint", program: bin("biome"), args: ["check", "--error-on-warnings"] },
  { title: "unused files and dependencies", program: bin("knip"), args: [] },
]);
// Longest first, so that no core is idle at the end.
await sideBySide(
  longestFirst("test", "packages/reference-service", "packages/tools").map((folder) => ({
    title: `tests of ${folder}`,
    program: process.execPath,
    args: ["--import", "tsx", "--test-reporter=spec", `${root}/scripts/run-tests.mjs`],
    folder,
  })),
);

/** The folders with tests, beginning with those that are named. */
function longestFirst(...longest) {
  const inside = (parent) => readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}`);
  return [...new Set([...longest, ...inside("packages"), ...inside("apps"), "evals"])];
}
