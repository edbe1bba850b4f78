import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readShared, sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { type BooleanExpression, check, compile, parse, print } from "../src/index.ts";
import { spatial } from "../src/spatial.ts";
import { errata, readCounts, readDataset } from "./standard-data.ts";

/** The standard's own examples, by name without ending; pairs of files share a name. */
function readExamples(folder: "text" | "json", ending: string): Map<string, string> {
  const names = readdirSync(join(sharedData, "cql2/examples", folder));
  return new Map(
    names
      .filter((name) => name.endsWith(ending))
      .map((name) => [
        name.slice(0, -ending.length),
        readShared(`cql2/examples/${folder}/${name}`),
      ]),
  );
}

function assertStable(tree: BooleanExpression, name: string): void {
  assert.deepEqual(parse(print(tree)), tree, name);
  const json = JSON.stringify(print(tree, { lang: "cql2-json" }));
  assert.deepEqual(parse(json, { lang: "cql2-json" }), tree, name);
}

test("every text example of the standard parses, prints and parses to the same tree", {
  skip: skipWithoutSharedData,
}, () => {
  const examples = readExamples("text", ".txt");
  assert.equal(examples.size, 120);
  for (const [name, source] of examples) assertStable(parse(source), name);
});

test("every JSON example of the standard parses, prints and parses to the same tree", {
  skip: skipWithoutSharedData,
}, () => {
  const examples = readExamples("json", ".json");
  assert.ok(examples.size >= 109, `${examples.size} examples`);
  for (const [name, source] of examples) assertStable(parse(source, { lang: "cql2-json" }), name);
});

test("a text example and the JSON example of its name are the same tree", {
  skip: skipWithoutSharedData,
}, () => {
  const json = readExamples("json", ".json");
  for (const [name, source] of readExamples("text", ".txt")) {
    const other = json.get(name.replace(/-alt\d+$/, ""));
    assert.ok(other !== undefined, name);
    assert.deepEqual(parse(source), parse(other, { lang: "cql2-json" }), name);
  }
});

test("every filter of the standard's abstract tests selects as many features as it should", {
  skip: skipWithoutSharedData,
}, () => {
  const datasets = new Map<string, ReturnType<typeof readDataset>>();
  const wrong: string[] = [];
  for (const { dataset, filter, count } of readCounts()) {
    const known = datasets.get(dataset) ?? readDataset(dataset);
    datasets.set(dataset, known);
    const { features, queryables } = known;
    const tree = parse(filter);
    assert.deepEqual(check(tree, queryables), [], filter);
    const selected = features.filter(compile(tree, { queryables, spatial })).length;
    const expected = errata.get(filter) ?? count;
    if (selected !== expected) wrong.push(`${filter}: ${selected}, not ${expected}`);
  }
  assert.deepEqual(wrong, []);
});
