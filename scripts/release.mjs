// npm run release [-- --dry-run]: takes the waiting changesets into versions and CHANGELOG.md,
// commits and tags, builds and packs. Pushing the tag publishes (.github/workflows/release.yml).
// A dry run does all of it in a copy, with a change of its own if none waits.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { addSection, notesOf, sectionOf, waitingChanges } from "./changelog.mjs";
import { bin, ensureInstalled, root, run } from "./install.mjs";
import { spreadVersion, version } from "./versions.mjs";

const options = process.argv.slice(2);
if (options.includes("--dry-run")) rehearse();
else if (options.includes("--in-copy")) rehearseHere();
else {
  ensureInstalled({ development: true });
  release();
  console.log(`To publish: git push --atomic origin HEAD v${version()}`);
}

function release() {
  if (git("status", "--porcelain") !== "") throw new Error("Commit or undo your changes first.");
  const changes = waitingChanges();
  if (changes.length > 0) {
    run(bin("changeset"), ["version"]);
    addSection(sectionOf(version(), new Date().toISOString().slice(0, 10), changes));
    spreadVersion();
    run(bin("biome"), ["format", "--write", "packages", "apps", "test", "bench", "evals"]);
    git("add", "--all");
    git("commit", "--message", `Release ${version()}`);
  }
  run(process.execPath, ["scripts/build.mjs"]);
  const mcp = [join(root, "apps/mcp/dist/emberline-mcp.js"), "--version"];
  const built = spawnSync(process.execPath, mcp, { encoding: "utf8" }).stderr.trim();
  if (built !== version()) throw new Error(`emberline-mcp was built as ${built}.`);
  run(process.execPath, ["scripts/release-files.mjs"]);
  if (git("status", "--porcelain") !== "") throw new Error("The build changed a file in git.");
  git("tag", "--annotate", `v${version()}`, "--message", `Release ${version()}`);
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
    const again = [join(copy, "scripts/release.mjs"), "--in-copy"];
    execFileSync(process.execPath, again, { cwd: copy, stdio: "inherit" });
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function rehearseHere() {
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Rehearsal");
  git("config", "user.email", "rehearsal@localhost");
  // A link is no folder for .gitignore.
  writeFileSync(join(root, ".git/info/exclude"), "node_modules\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "The tree before the release");
  release();
  for (const archive of readdirSync(join(root, "release/packages"))) checkPublishing(archive);
  const tagged = git("describe", "--exact-match", "HEAD");
  console.log(`\n${notesOf(version())}\n\nTag ${tagged}; nothing was published.`);
}

/** What npm would refuse or correct when it publishes. */
function checkPublishing(archive) {
  const publish = ["publish", `release/packages/${archive}`, "--dry-run", "--access=public"];
  const options = { cwd: root, encoding: "utf8" };
  const { status, stderr } = spawnSync("npm", [...publish, "--tag=rehearsal"], options);
  if (status !== 0 || /auto-corrected|errors corrected/.test(stderr))
    throw new Error(`npm would refuse or correct ${archive}: ${stderr}`);
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
