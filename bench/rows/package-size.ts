import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Packed, packAll } from "../../scripts/pack.mjs";
import type { Line, Row } from "../lib/row.ts";

/** What other makers' MCP servers put on disk, and the version that is compared with. */
const peers = { sentry: "@sentry/mcp-server@0.39.0", mapbox: "@mapbox/mcp-server@0.14.0" };

/** In 10⁶ bytes: the unpacked package of Sentry's server, and that of Mapbox's. */
const [programGoal, libraryGoal] = [14.7, 2.75];

/** Of the client alone: packages, and 10⁶ bytes. */
const [clientPackagesGoal, clientGoal] = [5, 1];

/** Programs, and what ships names, borders or pages; all others are libraries. */
const large = ["emberline-mcp", "emberline", "@emberline/tools", "@emberline/areas"];

export const packageSize: Row = {
  name: "package-size",
  async run() {
    const folder = await mkdtemp(join(tmpdir(), "emberline-size-"));
    try {
      const packed = await packAll(join(folder, "packed"));
      const mb = {
        mcp: await installedMb(join(folder, "mcp"), archivesOf("emberline-mcp", packed)),
        server: await installedMb(join(folder, "server"), archivesOf("emberline", packed)),
        sentry: await installedMb(join(folder, "sentry"), [peers.sentry]),
        mapbox: await installedMb(join(folder, "mapbox"), [peers.mapbox]),
      };
      const measured = { unit: "MB", ...mb };
      const client = join(folder, "client");
      const clientMb = await installedMb(client, archivesOf("@emberline/client", packed));
      const clientPackages = await installedPackages(client);
      const against = (name: string, value: number, peer: string): Line => {
        return { name, value, unit: `× ${peer}`, goal: { kind: "≤", bound: 1 }, measured };
      };
      return [
        against("package-size", mb.mcp / mb.sentry, peers.sentry),
        against("package-size-mapbox", mb.mcp / mb.mapbox, peers.mapbox),
        against("package-size-server", mb.server / mb.mapbox, peers.mapbox),
        {
          name: "package-size-client",
          value: clientMb,
          unit: "MB",
          goal: { kind: "≤", bound: clientGoal },
          measured: { unit: "packages", client: clientPackages },
        },
        {
          name: "package-size-client-packages",
          value: clientPackages,
          unit: "packages",
          goal: { kind: "≤", bound: clientPackagesGoal },
          measured: { unit: "MB", client: clientMb },
        },
        ...packed.map(unpackedLine),
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

function unpackedLine({ name, unpackedBytes, files }: Packed): Line {
  return {
    name: `package-size-unpacked-${name.replace("@emberline/", "")}`,
    value: unpackedBytes / 1e6,
    unit: "MB",
    goal: { kind: "≤", bound: large.includes(name) ? programGoal : libraryGoal },
    measured: { unit: "files", files: files.length },
  };
}

/** A packed package, and those of this repository that it depends on. */
function archivesOf(name: string, packed: readonly Packed[], found = new Set<string>()): string[] {
  const own = packed.find((each) => each.name === name);
  if (!own || found.has(own.archive)) return [];
  found.add(own.archive);
  for (const each of Object.keys(own.manifest.dependencies ?? {})) archivesOf(each, packed, found);
  return [...found];
}

/** How many packages npm installed there. */
async function installedPackages(folder: string): Promise<number> {
  const list = await readFile(join(folder, "node_modules/.package-lock.json"), "utf8");
  return Object.keys(JSON.parse(list).packages).length;
}

/** What npm installs in an empty folder, in 10⁶ bytes. */
async function installedMb(folder: string, packages: readonly string[]): Promise<number> {
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  const install = ["install", "--ignore-scripts", "--omit=dev", ...quietly, ...packages];
  await promisify(execFile)("npm", install, { cwd: folder });
  let bytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile()))
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes / 1e6;
}
