import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, runtimes } from "@emberline/test-support/programs";
import type { Packed } from "../../../scripts/pack.mjs";

const run = promisify(execFile);
const quietly = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];

/** The oldest Node that is supported, and a newer one. */
const nodes = { "Node 20.18": "20.18.0", "Node 24": "24.21.0" } as const;

/** What users install and run packages with. */
export type Platform = keyof typeof nodes | "Bun" | "Deno";

/** How each starts a program: its binary, and arguments before the program's file. */
export type Commands = Readonly<Record<Platform, readonly [string, ...string[]]>>;

/** Installs both versions of Node. */
export async function installNodes(folder: string): Promise<Commands> {
  await mkdir(folder);
  const wanted = Object.values(nodes).map((version) => `node-${version}@npm:node@${version}`);
  await run("npm", ["install", "--prefix", folder, ...quietly, ...wanted]);
  const binary = (version: string) => join(folder, `node_modules/node-${version}/bin/node`);
  return {
    "Node 20.18": [binary(nodes["Node 20.18"])],
    "Node 24": [binary(nodes["Node 24"])],
    Bun: runtimes.bun,
    Deno: runtimes.deno,
  };
}

/** An empty folder, and the environment of a user whose registry has the packages. */
export interface Machine {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Node's programs, such as npx, run on the given Node. */
export async function emptyMachine(
  folder: string,
  registry: string,
  [node]: Commands[Platform],
): Promise<Machine> {
  const scratch = `${folder}-scratch`;
  await Promise.all([mkdir(folder), mkdir(scratch)]);
  // Packages of others may come from npm's cache, but nothing that npx installed before.
  const { stdout } = await run("npm", ["config", "get", "cache", "--no-workspaces"]);
  await symlink(join(stdout.trim(), "_cacache"), join(scratch, "_cacache"));
  const env = cleanEnvironment({
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    npm_config_registry: registry,
    npm_config_cache: scratch,
    BUN_CONFIG_REGISTRY: registry,
    BUN_INSTALL_CACHE_DIR: scratch,
    NPM_CONFIG_REGISTRY: registry,
    DENO_DIR: scratch,
  });
  return { folder, env };
}

const installs: Readonly<Record<Platform, readonly string[]>> = {
  "Node 20.18": ["install", "--ignore-scripts", "--omit=dev", ...quietly],
  "Node 24": ["install", "--ignore-scripts", "--omit=dev", ...quietly],
  Bun: ["install", "--ignore-scripts", "--production"],
  Deno: ["install", "--node-modules-dir=auto"],
};

/** Installs packages by the platform's own installer; none of them runs a script. */
export async function install(
  { folder: cwd, env }: Machine,
  packages: readonly Packed[],
  platform: Platform,
  [binary]: Commands[Platform],
): Promise<void> {
  const dependencies = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const manifest = JSON.stringify({ private: true, type: "module", dependencies });
  await writeFile(join(cwd, "package.json"), manifest);
  const installer = platform === "Bun" || platform === "Deno" ? binary : "npm";
  await run(installer, installs[platform], { cwd, env });
}
