// The licences of the packages that a build bundles, as a file next to its output. Vite's
// `build.license` and the plugins on npm leave out workers, notices, and what packages have bundled
// themselves.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./install.mjs";

const fileName = "licences.txt";
const line = "=".repeat(80);

/**
 * For Vite and Rolldown. Vite builds workers before the rest, with plugins of their own.
 *
 * @param {readonly string[]} besides files of notices on what is served or bundled besides
 */
export function bundledLicences(besides = []) {
  const files = new Set();
  const gather = (bundle) => {
    for (const file of filesIn(bundle)) files.add(file);
  };
  return {
    plugin: {
      name: "bundled-licences",
      generateBundle(_options, bundle) {
        gather(bundle);
        this.emitFile({ type: "asset", fileName, source: licencesOf(files, besides) });
      },
    },
    workers: () => [
      { name: "bundled-licences", generateBundle: (_options, bundle) => gather(bundle) },
    ],
  };
}

/** The files whose code or data is in a bundle, by the bundler's own account. */
export function filesIn(bundle) {
  return Object.values(bundle)
    .filter(({ type }) => type === "chunk")
    .flatMap(({ modules }) => Object.keys(modules))
    .map((id) => id.replace(/^\0|\?.*$/g, "").replaceAll("\\", "/"));
}

/**
 * The licences of the packages of these files, and the notices of our own on their data.
 *
 * @param {Iterable<string>} files
 * @param {readonly string[]} besides
 * @throws {Error} when a package has no licence text
 */
export function licencesOf(files, besides = []) {
  /** By folder: the files of other notices, and packages inside that only its own files know. */
  const packages = new Map();
  const add = (folder) => {
    if (!packages.has(folder)) packages.set(folder, { notices: new Set(), inside: new Set() });
    return packages.get(folder);
  };
  const notices = new Set(besides);
  for (const file of files) {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
    if (folder === undefined) {
      for (const notice of ownNotice(file)) notices.add(notice);
      continue;
    }
    const entry = add(folder);
    // Webpack writes the notices of what it bundled there.
    if (existsSync(`${file}.LICENSE.txt`)) entry.notices.add(`${file}.LICENSE.txt`);
    for (const name of packagesInside(file)) {
      if (isDeclared(name, folder)) add(folderOf(name, folder));
      else entry.inside.add(name);
    }
  }
  /** Many share a text. */
  const titles = new Map();
  for (const folder of [...packages.keys()].sort()) {
    const text = textOf(folder, packages.get(folder).notices);
    titles.set(text, [...(titles.get(text) ?? []), titleOf(folder, packages.get(folder).inside)]);
  }
  const sections = [...titles].map(([text, those]) => `${those.join("\n")}\n\n${text}`);
  return `${[...[...notices].map(read), ...sections].join(`\n\n${line}\n\n`)}\n`;
}

/** What a package of ours says of its data. */
function ownNotice(file) {
  const [, folder] = /^((?:packages|apps)\/[^/]+)\//.exec(file.slice(root.length)) ?? [];
  const path = join(root, folder ?? ".", "NOTICE.md");
  return folder !== undefined && existsSync(path) ? [path] : [];
}

/** The packages that a published file was bundled from, by its source map. */
function packagesInside(file) {
  if (!existsSync(`${file}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  const names = sources.map(
    (source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1],
  );
  return new Set(names.filter((name) => name !== undefined));
}

/** Whether it is installed for the package or for the build; others are there by chance. */
function isDeclared(name, folder) {
  return [folder, root].some((place) => name in (manifestOf(place).dependencies ?? {}));
}

/** Where Node finds a package from a folder. */
function folderOf(name, from) {
  const folder = `${from}/node_modules/${name}`;
  return existsSync(folder) ? folder : folderOf(name, dirname(from));
}

function titleOf(folder, inside) {
  const { name, version, license, homepage } = manifestOf(folder);
  const title = `${name} ${version} (${license})${homepage ? `, ${homepage}` : ""}`;
  return inside.size === 0 ? title : `${title}, with ${[...inside].sort().join(", ")}`;
}

function textOf(folder, notices) {
  const texts = textsOf(folder);
  if (texts.length > 0) return [...texts, ...[...notices].map(read)].join("\n\n");
  throw new Error(`${manifestOf(folder).name} is bundled, but has no text of its licence`);
}

function textsOf(folder) {
  const names = readdirSync(folder);
  const texts = names.filter(isNotice).sort();
  if (texts.length > 0) return texts.map((text) => read(join(folder, text)));
  const { license, repository } = manifestOf(folder);
  // It asks for this, not for its text (3.1 and 3.2).
  if (license === "MPL-2.0")
    return [`Under https://mozilla.org/MPL/2.0/. Source code: ${repository.url}`];
  // It sets no terms.
  if (license === "Unlicense") return ["In the public domain: https://unlicense.org/"];
  const readme = names.find((name) => /^readme/i.test(name));
  return (readme && /^#+ *licen[cs]e[\s\S]{200,}/im.exec(read(join(folder, readme)))) ?? [];
}

/** The packages that a file of licences names. */
export function packagesIn(text) {
  const titles = /^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d\S*) \((.+?)\)(?:,.*)?$/gm;
  return [...text.matchAll(titles)].map(([, name, version, license]) => ({
    name,
    version,
    license,
  }));
}

/** Whether a file of a package says on which terms it may be passed on. */
export function isNotice(name) {
  return /^(?:un)?licen[cs]e|^notice|^copying/i.test(name);
}

function manifestOf(folder) {
  return JSON.parse(read(join(folder, "package.json")));
}

function read(path) {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
}
