import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type * as client from "@emberline/client";
import type * as tools from "@emberline/tools";

/** Whether two types are the same, members that may be undefined included. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type AllSame = {
  [Name in tools.ToolName]: [
    Same<client.ToolInput<Name>, tools.ToolInput<Name>>,
    Same<client.ToolAnswer<Name>, tools.ToolAnswer<Name>>,
  ];
};

// These do not compile unless the types are those that the tools have.
const names: Same<client.ToolName, tools.ToolName> = true;
const descriptions: Same<client.ToolDescription, tools.ToolDescription> = true;
const codes: tools.ToolErrorCode extends client.ToolsClientErrorCode ? true : false = true;
const types: AllSame extends Record<string, [true, true]> ? true : false = true;

test("the types of the client are those of the tools", () => {
  assert.deepEqual([names, descriptions, codes, types], [true, true, true, true]);
});

test("the client imports nothing but its own files, and adapters nothing but their framework", () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal("dependencies" in manifest, false);
  const source = new URL("../src/", import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const imported = files
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [
      ...readFileSync(new URL(path, source), "utf8").matchAll(/ from "([^."][^"]*)"/g),
    ])
    .map(([, name]) => name!);
  const frameworks = Object.keys(manifest.peerDependencies);
  assert.deepEqual(
    imported.filter(
      (name) => !frameworks.some((each) => name === each || name.startsWith(`${each}/`)),
    ),
    [],
  );
});
