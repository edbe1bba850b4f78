// node scripts/imports.mjs [FOLDER]: fails where a package or a room imports upward.
// Circles of files are Biome's part (noImportCycles).
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { parseSync, Visitor } from "oxc-parser";
import { root } from "./install.mjs";

/** What the source of each package may import of the others. */
const packages = {
  "packages/geo": [],
  "packages/cql2": ["geo"],
  "packages/core": ["geo", "cql2"],
  "packages/map": ["geo"],
  "packages/settings": ["cql2"],
  "packages/tools": ["geo", "cql2", "core", "map", "settings"],
  "packages/reference-service": ["geo", "cql2", "map", "settings"],
  "packages/mcp-server": ["geo", "cql2", "core", "map", "settings", "tools"],
  "packages/http-tools": ["geo", "cql2", "core", "map", "tools"],
  "apps/server": ["geo", "cql2", "core", "map", "settings", "tools", "mcp-server", "http-tools"],
  "apps/playground": ["geo", "map"],
};

/** Programs may import this package too, lazily: only a run that embeds the service loads it. */
const embedded = "reference-service";
const programs = /\/src\/bin\.ts$|^apps\/server\/src\/|^packages\/mcp-server\/src\/upstream\.ts$/;

/**
 * The rooms of a package, lowest floor first: folders of its source, or files next to them.
 * A room imports lower floors only; any other file next to them imports all rooms.
 */
const floors = {
  "packages/core": [["errors.ts"], ["values"], ["http"], ["auth"], ["service"], ["features"]],
  "packages/tools": [
    ["values"],
    ["geometry", "call"],
    ["places", "collection"],
    ["selection"],
    ["reading"],
    ["answer", "export"],
    ["assess", "compare", "summary", "map"],
    ["catalogue", "node"],
  ],
};

const folder = process.argv[2] ?? root;
const faults = ["packages", "apps"].flatMap((parent) =>
  readdirSync(join(folder, parent)).flatMap((name) => checkPackage(`${parent}/${name}`)),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function checkPackage(home) {
  if (!(home in packages)) return [`${home}: say in scripts/imports.mjs what it may import`];
  return readdirSync(join(folder, home, "src"), { recursive: true })
    .map((path) => `${home}/src/${path.replaceAll("\\", "/")}`)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => checkFile(home, file));
}

function checkFile(home, file) {
  return importsOf(file).flatMap(({ from, kind }) => {
    const isRelative = from.startsWith(".");
    const target = isRelative ? join(dirname(file), from) : from;
    const fault = isRelative
      ? (pathFault(home, target, kind) ?? roomFault(home, file, target))
      : packageFault(home, file, target, kind);
    return fault ? [`${file} imports ${target}: ${fault}`] : [];
  });
}

function packageFault(home, file, target, kind) {
  const [scope, name] = target.split("/");
  if (scope !== "@emberline" || packages[home].includes(name)) return null;
  if (name !== embedded || !programs.test(file)) {
    return `${basename(home)} may import ${packages[home].join(", ") || "no other package"}`;
  }
  return kind === "static" ? "programs load it lazily, with import()" : null;
}

function pathFault(home, target, kind) {
  if (!target.startsWith(`${home}/`)) return "other packages are imported by name";
  // Biome does not follow these when it looks for circles.
  const isHidden = kind === "inline type" && target.endsWith(".ts");
  return isHidden ? "name the type, with import type" : null;
}

function roomFault(home, file, target) {
  if (!(home in floors) || !target.startsWith(`${home}/src/`)) return null;
  const [own, other] = [file, target].map((path) => path.split("/")[3]);
  const [floor, otherFloor] = [own, other].map((room) => floorOf(home, room));
  if (floor === -1) return `say in scripts/imports.mjs on which floor ${own} is`;
  const isBelow = otherFloor !== -1 && otherFloor < floor;
  return own === other || isBelow || floor === top(home) ? null : `${other} is not below ${own}`;
}

function floorOf(home, room) {
  const floor = floors[home].findIndex((rooms) => rooms.includes(room));
  return floor === -1 && room.includes(".") ? top(home) : floor;
}

function top(home) {
  return floors[home].length;
}

/** Everything that a file imports or exports from elsewhere; `kind` is static, lazy, type or inline type. */
function importsOf(file) {
  const imports = [];
  const add = (source, kind) => {
    if (typeof source?.value === "string") imports.push({ from: source.value, kind });
  };
  const declaration = ({ source, importKind, exportKind }) =>
    add(source, (importKind ?? exportKind) === "type" ? "type" : "static");
  const { program, errors } = parseSync(file, readFileSync(join(folder, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor({
    ImportDeclaration: declaration,
    ExportNamedDeclaration: declaration,
    ExportAllDeclaration: declaration,
    ImportExpression: ({ source }) => add(source, "lazy"),
    TSImportType: ({ source }) => add(source, "inline type"),
  }).visit(program);
  return imports;
}
