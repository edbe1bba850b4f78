import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as cql2 from "../src/index.ts";
import * as spatial from "../src/spatial.ts";
import * as nearest from "../src/values/nearest.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const modules: Readonly<Record<string, object>> = {
  "@emberline/cql2": cql2,
  "@emberline/cql2/nearest": nearest,
  "@emberline/cql2/spatial": spatial,
};

/** Runs an example; `expression; // → value` and `expression; // throws message` are asserted. */
function run(example: string, given: object = {}): number {
  const names: Record<string, unknown> = { ...given };
  const imports = /^import \{ (.*) \} from "(.*)";$/gm;
  for (const [, list, module] of example.matchAll(imports)) {
    for (const name of list!.split(", ")) {
      assert.ok(Object.hasOwn(modules[module!]!, name), `${module} has no ${name}`);
      names[name] = (modules[module!] as Record<string, unknown>)[name];
    }
  }
  let asserted = 0;
  const body = example
    .replace(imports, "")
    .replace(/^(.*); \/\/ (→|throws) (.*)$/gm, (_, expression, kind, expected) => {
      asserted++;
      return kind === "→"
        ? `$assert.deepEqual(${expression}, ${expected});`
        : `$assert.throws(() => ${expression}, (error) => error.message.includes(${JSON.stringify(expected)}));`;
    });
  const parameters = ["$assert", ...Object.keys(names)];
  new Function(...parameters, `"use strict";${body}`)(assert, ...Object.values(names));
  return asserted;
}

/** The `@example` of a documented export, and its name. */
const documentedExample =
  / \* @example\n \* ```js\n((?: \* .*\n)*?) \* ```\n \*\/\nexport (?:function\*?|const) (\w+)/g;

const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!);

for (const [i, example] of examples.entries()) {
  test(`example ${i + 1} of the README does what it says`, () => {
    assert.ok(run(example) > 0);
  });
}

const sources = new URL("../src/", import.meta.url);
const documented = (readdirSync(sources, { recursive: true }) as string[])
  .filter((path) => path.endsWith(".ts"))
  .flatMap((path) => [...readFileSync(new URL(path, sources), "utf8").matchAll(documentedExample)])
  .map(([, example, name]) => ({ name: name!, example: example!.replace(/^ \* /gm, "") }));

for (const { name, example } of documented) {
  test(`the example of ${name} does what it says`, () => {
    assert.ok(run(example, { ...cql2, ...nearest, ...spatial }) > 0);
  });
}

test("every public function has an example", () => {
  const others = ["Cql2Error", "UnpreparedError", "defaultLimits"];
  const names = Object.values(modules).flatMap(Object.keys);
  assert.deepEqual(
    names.filter((name) => !others.includes(name)).sort(),
    documented.map(({ name }) => name).sort(),
  );
});

test("every filter in the README's table is one in its language", () => {
  const rows = readme.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
  assert.ok(rows.length > 10);
  for (const row of rows.slice(1)) {
    const [, , cql2Cell, ecqlCell] = row.split("|");
    for (const [cell, lang] of [
      [cql2Cell, "cql2-text"],
      [ecqlCell, "ecql-text"],
    ] as const) {
      for (const [, filter] of cell!.matchAll(/`([^`]{5,})`/g)) {
        const tree = cql2.parse(filter, { lang });
        assert.deepEqual(cql2.parse(cql2.print(tree)), tree);
      }
    }
  }
});
