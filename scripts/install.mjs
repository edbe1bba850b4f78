import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The path of a package's program. */
export const bin = (name) => `${root}/node_modules/.bin/${name}`;

/**
 * Installs the packages of the lock file that node_modules lacks.
 *
 * @param {{ development: boolean }} options `development` takes test runtimes and checks too;
 * without it only what running needs
 */
export function ensureInstalled({ development }) {
  if (isInstalled(development)) return;
  console.error("Installing what is missing …");
  const isFresh = !existsSync(`${root}/node_modules`);
  const args = isFresh ? ["ci"] : ["install", "--no-save"];
  // npm would install test tools as peers of Vite.
  if (!development) args.push("--omit=dev", "--legacy-peer-deps");
  run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Compares npm's own list of installed packages with the lock file, in a few milliseconds. */
function isInstalled(development) {
  const listOfInstalled = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(listOfInstalled)) return false;
  const wanted = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")).packages;
  const installed = JSON.parse(readFileSync(listOfInstalled, "utf8")).packages;
  return Object.entries(wanted).every(([path, { version, link, dev, optional, devOptional }]) => {
    if (link) return existsSync(`${root}/${path}`);
    // Optional packages depend on the machine.
    if (!path.includes("node_modules/") || optional || devOptional) return true;
    return (dev && !development) || installed[path]?.version === version;
  });
}

/** Runs a program of this project; if it fails, exits with the same code. */
export function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
