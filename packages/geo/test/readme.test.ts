import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as geo from "../src/index.ts";

test("the example of the README does what it says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, example] = /```js\nimport \{.*\} from "@emberline\/geo";\n([\s\S]*?)```/.exec(readme)!;
  const shown = /^(.*); \/\/ → (.*)$/gm;
  assert.equal(example!.match(shown)!.length, 4);
  const body = example!.replace(
    shown,
    (_, is, expected) => `$assert.deepEqual(${is}, ${expected});`,
  );
  const names = Object.keys(geo);
  new Function("$assert", ...names, `"use strict";${body}`)(assert, ...Object.values(geo));
});
