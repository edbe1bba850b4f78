// npm test: installs what is missing, then runs every check that needs only Node and npm, each of
// which turbo skips while nothing that it reads has changed. npm run test:changed: the checks that
// changes since origin/main can break, uncommitted ones included.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { bin, ensureInstalled, root } from "./install.mjs";

ensureInstalled({ development: true });
const flags = process.argv.slice(2);
const { status } = spawnSync(
  bin("turbo"),
  ["run", "types", "lint", "unused", "test", "--continue=dependencies-successful", ...flags],
  {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
    env: {
      ...process.env,
      SHARED_DATA: stateOf(join(root, "../shared/data")),
      TURBO_SCM_BASE: "origin/main",
      TURBO_TELEMETRY_DISABLED: "1",
    },
  },
);
process.exit(status ?? 1);

/** Changes when a file in the folder does: the shared data are outside of what turbo reads. */
function stateOf(folder) {
  if (!existsSync(folder)) return "absent";
  const hash = createHash("sha256");
  for (const path of readdirSync(folder, { recursive: true }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
