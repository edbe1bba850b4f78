// npm run build: rebuilds what is stale: gazetteer, areas, fonts, packages, the basemap, the playground,
// the documents, the page of the map, and the programs emberline-mcp and emberline. With nothing stale
// it takes a fraction of a second. Types are checked by npm run types. With --data it makes only what tests
// from the source need: gazetteer, areas, fonts.
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { bin, root } from "./install.mjs";
import { sideBySide } from "./side-by-side.mjs";

const packages = readdirSync(`${root}/packages`);
// Their frameworks are not installed where nothing is tested or published.
const adapters = existsSync(`${root}/node_modules/@langchain/core`)
  ? ["packages/client/tsconfig.adapters.json"]
  : [];
const installed = "node_modules/.package-lock.json";
const areas = "packages/areas/data";

const data = [
  ...ifStale(
    "packages/tools/gazetteer/places.js",
    [
      "packages/tools/gazetteer",
      ...["fold.js", "country-names.mjs"].map((name) => `${areas}/${name}`),
      installed,
    ],
    {
      title: "gazetteer",
      program: process.execPath,
      args: ["packages/tools/gazetteer/make.mjs"],
    },
  ),
  ...ifStale(
    "packages/tools/assets/licences.txt",
    ["make.mjs", "o200k.mjs"].map((name) => `packages/tools/assets/${name}`).concat(installed),
    {
      title: "encoding and fonts",
      program: process.execPath,
      args: ["packages/tools/assets/make.mjs"],
    },
  ),
  ...ifStale(`${areas}/areas.js`, [areas, installed], {
    title: "areas",
    program: process.execPath,
    args: [`${areas}/make.mjs`],
  }),
];
const compiled = {
  title: "packages",
  program: bin("tsc"),
  args: [
    "-b",
    // Types are checked once, by npm run types.
    "--noCheck",
    ...packages.map((name) => `packages/${name}/tsconfig.build.json`),
    ...adapters,
    "apps/server/tsconfig.build.json",
  ],
};
const isDataAlone = process.argv.includes("--data");
await sideBySide(isDataAlone ? data : [...data, compiled], { isQuiet: true });
if (isDataAlone) process.exit();
// The file that the compiler writes last, only when something changed.
const built = packages.map((name) => `packages/${name}/dist/build.tsbuildinfo`);
const named = ["packages/tools/gazetteer/places.js", `${areas}/areas.js`];
const program = "apps/mcp";
const server = "apps/server";
const playground = "apps/playground";
const mapApp = "apps/map-app";
const page = "packages/mcp-server/page/page.js";
const licences = "scripts/bundled-licences.mjs";
// The program contains the page of the map.
await sideBySide(
  [
    ...ifStale(
      "apps/server/dist/basemap/tiles.json",
      [`${playground}/basemap`, "packages/geo/src/antimeridian.ts", ...named, installed],
      { title: "basemap", program: process.execPath, args: [`${playground}/basemap/make.mjs`] },
    ),
    ...ifStale(
      "apps/server/dist/pages/index.html",
      [
        ...["src", "public", "index.html", "build", "vite.config.ts"].map(
          (path) => `${playground}/${path}`,
        ),
        `${mapApp}/src`,
        ...["geo", "map"].map((name) => `packages/${name}/dist/build.tsbuildinfo`),
        ...[licences, "apps/server/NOTICE.md", "packages/map/NOTICE.md"],
        installed,
      ],
      { title: "playground", program: bin("vite"), args: ["build"], folder: playground },
    ),
    ...ifStale(
      "apps/server/dist/site/index.html",
      [
        "docs",
        ...["src", "build", "generate", "vite.config.ts"].map((path) => `apps/docs/${path}`),
        ...["build", "public", "src/connect"].map((path) => `${playground}/${path}`),
        "packages/cql2/dist/build.tsbuildinfo",
        licences,
        installed,
      ],
      { title: "documents", program: bin("vite"), args: ["build"], folder: "apps/docs" },
    ),
    ...ifStale(
      page,
      [
        ...["src", "build", "index.html", "vite.config.ts"].map((path) => `${mapApp}/${path}`),
        ...["geo", "map"].map((name) => `packages/${name}/dist/build.tsbuildinfo`),
        ...[licences, "packages/map/NOTICE.md"],
        installed,
      ],
      { title: "page of the map", program: bin("vite"), args: ["build"], folder: mapApp },
    ),
  ],
  { isQuiet: true },
);
await sideBySide(
  [
    ...ifStale(
      `${program}/dist/emberline-mcp.js`,
      [
        ...built,
        ...named,
        page,
        ...["package.json", "rolldown.config.mjs", "src"].map((path) => `${program}/${path}`),
        licences,
        installed,
      ],
      { title: "emberline-mcp", program: bin("rolldown"), args: ["-c"], folder: program },
    ),
    ...ifStale(
      `${server}/dist/bin.js`,
      [
        ...built,
        page,
        ...["dist/build.tsbuildinfo", "rolldown.config.mjs"].map((path) => `${server}/${path}`),
        licences,
        installed,
      ],
      { title: "emberline", program: bin("rolldown"), args: ["-c"], folder: server },
    ),
  ],
  { isQuiet: true },
);

// npm installs before the programs exist, so it neither links them nor makes them executable.
for (const folder of ["apps/mcp", "apps/server", "packages/reference-service"]) {
  const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, "utf8"));
  for (const [name, path] of Object.entries(manifest.bin)) {
    chmodSync(`${root}/${folder}/${path}`, 0o755);
    if (process.platform !== "win32" && !existsSync(bin(name)))
      symlinkSync(`../../${folder}/${path}`, bin(name));
  }
}

/** The job, unless its output is newer than all its input files and folders. */
function ifStale(output, inputs, job) {
  if (!existsSync(`${root}/${output}`)) return [job];
  const madeMs = changedMs(output);
  return inputs.flatMap(filesIn).some((path) => changedMs(path) > madeMs) ? [job] : [];
}

function filesIn(path) {
  if (!statSync(`${root}/${path}`).isDirectory()) return [path];
  return readdirSync(`${root}/${path}`, { recursive: true }).map((name) => `${path}/${name}`);
}

function changedMs(path) {
  return statSync(`${root}/${path}`).mtimeMs;
}
