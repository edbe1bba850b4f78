import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { groupsOf, search } from "../src/tools/tool-groups.ts";

function tool(name: string, title = name, description = "") {
  return { name, title, description, inputSchema: {} };
}

const page = readFileSync(new URL("../../../docs/tools.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| ([^|]+) \| ((?:`\w+`(?:, )?)+) \|$/gm)].map((row) => ({
  question: row[1]!,
  names: [...row[2]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
}));

test("the tools are grouped as the table of the documents", () => {
  assert.ok(rows.length > 5);
  const tools = rows.flatMap(({ names }) => names).map((name) => tool(name));
  assert.deepEqual(
    groupsOf(tools.toReversed()).map(({ question, tools }) => ({
      question: question[0]!.toLowerCase() + question.slice(1),
      names: tools.map(({ name }) => name),
    })),
    rows,
  );
});

test("a tool that no group names comes last", () => {
  const groups = groupsOf([tool("novel"), tool("find_place")]);
  assert.deepEqual(
    groups.map(({ question, tools }) => [question, tools[0]!.name]),
    [
      ["Where is a place", "find_place"],
      ["More", "novel"],
    ],
  );
});

test("a search finds words of the name, the title and the description in any order", () => {
  const tools = [
    tool("query_features", "Query features", "Finds hotspots."),
    tool("find_place", "Find a place"),
  ];
  const found = (text: string) => search(tools, text).map(({ name }) => name);
  assert.deepEqual(found("hotspots query"), ["query_features"]);
  assert.deepEqual(found("find_pl"), ["find_place"]);
  assert.deepEqual(found("FIND"), ["query_features", "find_place"]);
  assert.deepEqual(found("volcano"), []);
  assert.deepEqual(found(""), ["query_features", "find_place"]);
});
