// npm test: installs what is missing, then every check that needs nothing but npm.
// A part that fails ends it; the last part is the test runner of Node.
import { readdirSync } from "node:fs";
import { ensureInstalled, root, run } from "./install.mjs";

ensureInstalled({ development: true });

const bin = (name) => `${root}/node_modules/.bin/${name}`;
const condition = "@emberline/source";
const portable = testFiles(["packages", "apps/playground"]);
const all = [...portable, ...testFiles(["apps/server", "evals", "test"])];

step("lint");
run(bin("biome"), ["check", "--error-on-warnings"]);
step("types");
run(bin("turbo"), ["run", "typecheck", "--output-logs=errors-only"]);
step("types on Bun");
for (const name of [...packageNames().map((each) => `packages/${each}`), "apps/server"]) {
  run(bin("tsc"), ["-p", `${name}/tsconfig.json`, "--types", "bun-types"]);
}
step("build");
run(bin("turbo"), ["run", "build", "--output-logs=errors-only"]);
step("packages");
run(bin("knip"), []);
for (const name of packageNames()) {
  run(bin("publint"), ["run", `packages/${name}`, "--strict"]);
  run(bin("attw"), [
    "--pack",
    `packages/${name}`,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
    "--quiet",
  ]);
}
step("tests on Bun");
run(bin("bun"), [
  `--conditions=${condition}`,
  "test",
  "--timeout=60000",
  ...portable.map((file) => `./${file}`),
]);
step("tests on Deno");
run(bin("deno"), ["test", "-A", "--no-check", "--quiet", `--conditions=${condition}`, ...portable]);
step("tests on Node");
run(process.execPath, ["-C", condition, "--import", "tsx", "--test", ...all]);

function step(title) {
  console.log(`\n── ${title}`);
}

function packageNames() {
  return readdirSync(`${root}/packages`);
}

/** Files named *.test.ts below the folders, relative to the root. Suites that need more than npm are named *.suite.ts. */
function testFiles(folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .sort();
}
