import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { markdownTable } from "@emberline/settings";
import { catalogue, operatorSettings } from "@emberline/tools";
import { appOnSharedData, origin } from "./support/in-process.ts";
import { skipWithoutSharedData } from "./support/shared-data.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README has the table of settings that the programs have in common", () => {
  const wanted = markdownTable(operatorSettings(catalogue.map(({ name }) => name)));
  assert.ok(readme.includes(`\n${wanted}\n`), `put this table into README.md:\n\n${wanted}\n`);
});

test("the server gives the answer in the README's transcript", {
  skip: skipWithoutSharedData,
}, async () => {
  const [, body, shown] = /\$ curl .* -d '(.*)' http:\S+\/tools\/query_features\n(.*)\n/.exec(
    readme,
  )!;
  const fetchApp = await appOnSharedData();
  const response = await fetchApp("/tools/query_features", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: body!,
  });
  const answer = (await response.text()).replaceAll(origin, "http://127.0.0.1:3100");
  // Every process signs cursors with a key of its own.
  const unsigned = (text: string) => text.replace(/("next_cursor":")[\w-]{12}/, "$1");
  assert.equal(unsigned(answer), unsigned(shown!));
});

test("every variable that a program reads is in a README", () => {
  const programs = ["apps/server", "packages/mcp-server", "packages/reference-service"];
  const readmes = programs.map((folder) =>
    readFileSync(new URL(`../${folder}/README.md`, import.meta.url), "utf8"),
  );
  const read = [...programs, "packages/tools", "packages/core"]
    .flatMap((folder) =>
      readdirSync(new URL(`../${folder}/src/`, import.meta.url), { recursive: true }).map(
        (path) => new URL(`../${folder}/src/${path}`, import.meta.url),
      ),
    )
    .filter(({ pathname }) => pathname.endsWith(".ts"))
    .flatMap((file) => readFileSync(file, "utf8").match(/\bEMBERLINE_[A-Z_]*[A-Z]\b/g) ?? []);
  assert.ok(read.includes("EMBERLINE_BASE_URL"));
  assert.deepEqual(
    [...new Set(read)].filter((name) => !readmes.some((text) => text.includes(`\`${name}\``))),
    [],
  );
});

const packages = readdirSync(new URL("../packages/", import.meta.url));
for (const folder of [
  "apps/server",
  "apps/playground",
  "apps/map-app",
  ...packages.map((name) => `packages/${name}`),
]) {
  test(`the README of ${folder} has every file and folder of its src`, () => {
    const text = readFileSync(new URL(`../${folder}/README.md`, import.meta.url), "utf8");
    const entries = readdirSync(new URL(`../${folder}/src/`, import.meta.url), {
      withFileTypes: true,
    }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    // What the package exports, and its version, are the same everywhere.
    const known = ["index.ts", "node.ts", "version.ts", "bin.ts"];
    assert.deepEqual(
      entries.filter((name) => !known.includes(name) && !text.includes(`\`${name}\``)),
      [],
    );
  });
}
