// node scripts/lock.mjs: regenerates package-lock.json from the package.json files. npm
// install alone would drop the binaries of other platforms, record that some binaries need
// Node 20.19 although they run on 20.18, and treat test-only packages that are optional
// peers of our programs as required.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./install.mjs";

const clean = mkdtempSync(join(tmpdir(), "emberline-lock-"));
try {
  const tracked = execFileSync("git", ["ls-files", "*package.json"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of tracked.trim().split("\n")) cpSync(join(root, path), join(clean, path));
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  // The operator's registry is used, whichever it is.
  const npm = ["install", "--package-lock-only", "--omit-lockfile-registry-resolved", ...quietly];
  execFileSync("npm", npm, { cwd: clean, stdio: ["ignore", "ignore", "inherit"] });
  const lock = JSON.parse(readFileSync(join(clean, "package-lock.json"), "utf8"));
  for (const entry of Object.values(lock.packages)) {
    if (entry.optional && entry.engines?.node?.includes("20.19")) delete entry.engines;
    if (!entry.devOptional) continue;
    delete entry.devOptional;
    entry.dev = true;
    for (const name of Object.keys(entry.optionalDependencies ?? {}))
      lock.packages[`node_modules/${name}`].dev = true;
  }
  writeFileSync(join(root, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
} finally {
  rmSync(clean, { recursive: true });
}
