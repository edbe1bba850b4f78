// The changesets of a release as a section of CHANGELOG.md, each sentence once.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** The changes that wait for a release: their packages, the largest step, and their text. */
export function waitingChanges(folder = join(root, ".changeset")) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => changeOf(readFileSync(join(folder, name), "utf8")));
}

function changeOf(changeset) {
  const [, head, text] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(changeset);
  const steps = [...head.matchAll(/^"(.+)": (\w+)$/gm)];
  return {
    packages: steps.map(([, name]) => name),
    step: ["major", "minor"].find((step) => steps.some(([, , each]) => each === step)) ?? "patch",
    text: text.trim().replace(/\s+/g, " "),
  };
}

const headings = { major: "Changes that break", minor: "New", patch: "Fixes" };

/** A section of CHANGELOG.md; what programs show goes before what only libraries do. */
export function sectionOf(version, date, changes) {
  const parts = Object.entries(headings).flatMap(([step, heading]) => {
    const lines = changes
      .filter((change) => change.step === step)
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map(
        ({ packages, text }) => `- ${text} (${packages.map((name) => `\`${name}\``).join(", ")})`,
      );
    return lines.length > 0 ? [`### ${heading}\n\n${[...new Set(lines)].join("\n")}\n`] : [];
  });
  return `## ${version} (${date})\n\n${parts.join("\n")}`;
}

const shown = ["emberline", "emberline-mcp", "@emberline/tools"];
const rankOf = ({ packages }) => {
  const ranks = packages.map((name) => shown.indexOf(name)).filter((rank) => rank >= 0);
  return ranks.length > 0 ? Math.min(...ranks) : shown.length;
};

/** Puts a section before that of the last version. */
export function addSection(section, file = join(root, "CHANGELOG.md")) {
  const text = readFileSync(file, "utf8");
  const at = text.indexOf("\n## ") + 1;
  writeFileSync(file, `${text.slice(0, at)}${section}\n${text.slice(at)}`);
}

/** The section of a version, without its heading. */
export function notesOf(version, file = join(root, "CHANGELOG.md")) {
  const text = `\n${readFileSync(file, "utf8")}`;
  const [, section] = text.split(new RegExp(`\n## ${version.replaceAll(".", "\\.")}\\b.*\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`);
  return section.split("\n## ")[0].trim();
}
