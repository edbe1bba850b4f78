// node scripts/floors.mjs: writes scripts/floors.json, by which Biome refuses imports that lead up.
// The table names the folders of each package's src (`.` is src itself), lowest floor first. A file
// imports from its own folder and from lower floors only, so that no folders form a circle.
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

const maxFloors = 9;
const root = fileURLToPath(new URL("..", import.meta.url));

const floors = {
  "packages/core": ["values", "http", "auth service", "features", "."],
  "packages/tools": [
    "values work",
    "call geometry server",
    "collection places",
    "selection suggest",
    "plan reading",
    "answer describe export periods",
    "assess compare map query simulations story summary",
    "catalogue node page",
    ".",
  ],
  "packages/cql2": [
    "geometry values",
    "spatial time",
    "evaluate text",
    "check json",
    "analysis",
    ".",
  ],
  "packages/feeds": [
    "values",
    "firms geojson http journal static",
    "arcgis captures description",
    "mechanisms",
    "described feds",
    ".",
  ],
  "packages/fire-questions": [
    "values",
    "data reader",
    "oracle score systems",
    "draw models",
    "kinds run",
    "questions report",
    "program",
    ".",
  ],
  "packages/client": [".", "adapters"],
  "packages/http-tools": ["common providers", "idempotency streams", "calls", "."],
  "packages/mcp-server": [
    "common",
    "app doctor prompts questions resources",
    "completions skills subscriptions",
    "stdio",
    ".",
  ],
  "packages/reference-service": [
    "settings values",
    "aggregate auth simulations",
    "store",
    "http import params",
    "live openapi pages postgis synthetic",
    "postgis/spread routes",
    "service",
    "program",
    ".",
  ],
  "apps/mcp": [". install"],
  "apps/server": ["access audit compress watches", "."],
  "apps/map-app": ["answer", "content host", "ui", "canvas", "page", "."],
  "apps/playground": [
    "common",
    "answer server",
    "chat",
    "state",
    "connect drawer map/gl tools",
    "ask",
    "map",
    "shell",
    ".",
  ],
};

/** The overrides of Biome's configuration, one for each folder: `includes` and what it refuses. */
function floorOverrides() {
  const rules = (options) => ({ linter: { rules: { style: { noRestrictedImports: options } } } });
  const everywhere = { includes: ["**/{packages,apps}/*/src/**"], ...rules(restricted([])) };
  const byFolder = Object.entries(floors).flatMap(([place, names]) => {
    const rooms = names.flatMap((floor, height) =>
      floor.split(" ").map((room) => ({ room, height })),
    );
    return rooms.map(({ room, height }) => ({
      includes: [`**/${place}/src/${room === "." ? "" : `${room}/`}*`],
      ...rules(
        restricted(
          rooms.filter((other) => other.room !== room && other.height >= height),
          room,
        ),
      ),
    }));
  });
  return [everywhere, ...byFolder];
}

/** What the table leaves out or names in vain, and packages that are too high: one line each. */
export function floorFaults() {
  const packages = ["packages", "apps"].flatMap((parent) =>
    readdirSync(`${root}${parent}`).map((name) => `${parent}/${name}`),
  );
  return packages.flatMap((place) => {
    const named = (floors[place] ?? ["."]).flatMap((floor) => floor.split(" "));
    const found = foldersOf(`${root}${place}/src`);
    return [
      ...found
        .filter((room) => !named.includes(room))
        .map((room) => `${place}: no floor for ${room}`),
      ...named.filter((room) => !found.includes(room)).map((room) => `${place}: no folder ${room}`),
      ...((floors[place]?.length ?? 0) > maxFloors
        ? [`${place}: more than ${maxFloors} floors`]
        : []),
    ];
  });
}

/** Folders under `src` that contain code, relative to it. */
function foldersOf(src) {
  const files = readdirSync(src, { recursive: true }).filter((path) => /\.tsx?$/.test(path));
  return [...new Set(files.map((path) => dirname(path)))];
}

/** The rule for files of a folder: neither other packages by their path, nor these rooms. */
function restricted(rooms, from = ".") {
  const group = rooms
    .map(({ room }) => relative(from, room) || ".")
    .map((path) => `${path.startsWith(".") ? path : `./${path}`}/*`);
  const message = "Imports lead to lower floors only: see scripts/floors.mjs.";
  return { level: "error", options: { patterns: [{ group: ["**/src/**", ...group], message }] } };
}

/** The text of floors.json. */
export function floorsJson() {
  const lines = floorOverrides().map((override) => JSON.stringify(override));
  return `{"overrides":[\n${lines.join(",\n")}\n]}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(`${root}scripts/floors.json`, floorsJson());
  for (const fault of floorFaults()) process.stderr.write(`${fault}\n`);
}
