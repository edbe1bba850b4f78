// npm run release [-- --dry-run]: takes the waiting changesets into versions and CHANGELOG.md,
// builds and packs, commits and tags. Pushing the tag publishes (.github/workflows/release.yml).
// A dry run does all but commit and tag, in a copy, with a change of its own if none waits.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { addSection, notesOf, sectionOf, waitingChanges } from "./changelog.mjs";
import { bin, ensureInstalled, root, run } from "./install.mjs";

const options = process.argv.slice(2);
if (options.includes("--dry-run")) rehearse();
else release({ isRehearsal: options.includes("--in-copy") });

function release({ isRehearsal }) {
  if (!isRehearsal) {
    if (git("status", "--porcelain") !== "") throw new Error("commit or undo your changes first");
    ensureInstalled({ development: true });
  }
  const changes = waitingChanges();
  if (changes.length > 0) {
    run(bin("changeset"), ["version"]);
    addSection(sectionOf(version(), new Date().toISOString().slice(0, 10), changes));
    run(bin("biome"), ["format", "--write", "packages", "apps", "test", "bench", "evals"]);
    run(process.execPath, ["scripts/lock.mjs"]);
  }
  run(process.execPath, ["scripts/build.mjs"]);
  run(process.execPath, ["scripts/release-files.mjs"]);
  const tag = `v${version()}`;
  if (isRehearsal) {
    for (const archive of readdirSync(join(root, "release/packages"))) checkPublishing(archive);
    console.log(`\n${notesOf(version())}\n\nTag ${tag}; nothing was published.`);
    return;
  }
  if (changes.length > 0) {
    git("add", "--all");
    git("commit", "--message", `Release ${version()}`);
  }
  git("tag", "--annotate", tag, "--message", `Release ${version()}`);
  console.log(`To publish: git push --atomic origin HEAD ${tag}`);
}

/** In a copy that shares the installed packages. */
function rehearse() {
  const copy = mkdtempSync(join(tmpdir(), "emberline-release-"));
  try {
    const shared = [];
    const filter = (path) => {
      const name = relative(root, path);
      if (/(^|\/)node_modules$/.test(name)) shared.push(name);
      return !/(^|\/)(node_modules|\.git|release)$/.test(name);
    };
    // Build outputs stay newer than their sources.
    cpSync(root, copy, { recursive: true, filter, preserveTimestamps: true });
    for (const name of shared) symlinkSync(join(root, name), join(copy, name));
    if (waitingChanges().length === 0)
      writeFileSync(
        join(copy, ".changeset/rehearsal.md"),
        '---\n"emberline": patch\n---\n\nA rehearsal.\n',
      );
    execFileSync("git", ["init", "--quiet"], { cwd: copy });
    execFileSync("git", ["add", "--all"], { cwd: copy });
    const again = [join(copy, "scripts/release.mjs"), "--in-copy"];
    execFileSync(process.execPath, again, { cwd: copy, stdio: "inherit" });
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** What npm would refuse or correct when it publishes. */
function checkPublishing(archive) {
  const publish = ["publish", `release/packages/${archive}`, "--dry-run", "--access=public"];
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] };
  execFileSync("npm", [...publish, "--loglevel=error", "--tag=rehearsal"], options);
}

/** All packages share one. */
function version() {
  return JSON.parse(readFileSync(join(root, "apps/server/package.json"), "utf8")).version;
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
