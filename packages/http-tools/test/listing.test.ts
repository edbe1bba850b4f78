import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "@emberline/tools";
import type { Hono } from "hono";
import { createHttpTools } from "../src/index.ts";
import { appOnSample } from "./support.ts";

const paths = ["/tools", "/tools?format=gemini", "/tools/query_features", "/openapi.json"];

async function ask(app: Hono, path: string, ifNoneMatch?: string, method = "GET") {
  const id = { "x-request-id": "r-1" };
  const headers = ifNoneMatch === undefined ? id : { ...id, "if-none-match": ifNoneMatch };
  const response = await app.request(path, { method, headers });
  return { response, text: await response.text() };
}

const namesOf = (text: string) =>
  (JSON.parse(text) as { tools: { name: string }[] }).tools.map(({ name }) => name);

for (const path of paths) {
  test(`${path} has a strong entity tag, and 304 without a body answers its If-None-Match`, async () => {
    const app = await appOnSample();
    const { response, text } = await ask(app, path);
    assert.equal(response.status, 200);
    const etag = response.headers.get("etag")!;
    assert.match(etag, /^"[\x21\x23-\x7e]+"$/);
    assert.equal(response.headers.get("content-length"), String(Buffer.byteLength(text)));
    for (const header of [etag, `W/${etag}`, `"a,b", W/"c" ,${etag}`, "*"]) {
      const again = await ask(app, path, header);
      assert.equal(again.response.status, 304, header);
      assert.equal(again.text, "");
      for (const name of ["etag", "cache-control", "vary"])
        assert.equal(again.response.headers.get(name), response.headers.get(name), name);
    }
    for (const header of ['"other"', etag.slice(1, -1), "", `"x${etag.slice(1)}`]) {
      const again = await ask(app, path, header);
      assert.equal(again.response.status, 200, header);
      assert.equal(again.text, text);
    }
  });

  test(`HEAD ${path} has the headers of GET and no body`, async () => {
    const app = await appOnSample();
    const get = await ask(app, path);
    const head = await ask(app, path, undefined, "HEAD");
    assert.equal(head.response.status, 200);
    assert.equal(head.text, "");
    assert.deepEqual([...head.response.headers], [...get.response.headers]);
  });
}

test("lists are for the caller's own cache only, one for each key, and are checked before each use", async () => {
  const { response } = await ask(await appOnSample(), "/tools");
  assert.equal(response.headers.get("cache-control"), "private, no-cache");
  assert.equal(response.headers.get("vary"), "authorization");
});

test("different lists have different entity tags, the same list of another program the same", async () => {
  const [app, other] = [await appOnSample(), await appOnSample()];
  const tagOf = async (of: Hono, path: string) =>
    (await ask(of, path)).response.headers.get("etag");
  const tags = await Promise.all(
    [...paths, "/tools?toolsets=core"].map((path) => tagOf(app, path)),
  );
  assert.equal(new Set(tags).size, tags.length);
  assert.equal(await tagOf(other, "/tools"), tags[0]);
});

test("?toolsets= lists the tools of these sets, in the catalogue's order, in any format", async () => {
  const app = await appOnSample();
  const inSets = (...sets: string[]) =>
    catalogue.filter(({ toolset }) => sets.includes(toolset)).map(({ name }) => name);
  for (const query of ["toolsets=output,core", "toolsets=core&toolsets=output"])
    assert.deepEqual(namesOf((await ask(app, `/tools?${query}`)).text), inSets("core", "output"));
  const { text } = await ask(app, "/tools?toolsets=analysis&format=anthropic");
  assert.deepEqual(namesOf(text), inSets("analysis"));
});

test("?tools= lists these tools, in addition to those of the sets", async () => {
  const app = await appOnSample();
  const { text } = await ask(app, "/tools?tools=show_map,find_place");
  assert.deepEqual(namesOf(text).sort(), ["find_place", "show_map"]);
  const both = namesOf((await ask(app, "/tools?toolsets=analysis&tools=show_map")).text);
  assert.ok(both.includes("show_map") && both.includes("summarize_features"), both.join());
});

test("a wrong toolset, tool, format or parameter is refused with the right ones", async () => {
  const app = await appOnSample();
  const cases: [query: string, detail: RegExp][] = [
    [
      "toolsets=anlysis",
      /no toolset "anlysis"\. Did you mean "analysis"\?.* core, analysis, output\./,
    ],
    ["toolsets=core,", /no toolset ""/],
    ["tools=show_maps", /no tool "show_maps"\. Did you mean "show_map"\?/],
    [
      "toolset=core",
      /no parameter "toolset"\. Did you mean "toolsets"\?.* format, toolsets, tools\./,
    ],
    ["format=openai&format=gemini", /format is given more than once/],
    ["__proto__=1", /no parameter "__proto__"/],
    ["toolsets=constructor", /no toolset "constructor"/],
  ];
  for (const [query, detail] of cases) {
    const { response, text } = await ask(app, `/tools?${query}`);
    assert.equal(response.status, 400, query);
    assert.match((JSON.parse(text) as { detail: string }).detail, detail);
  }
});

test("a program with some of the tools offers only their sets", async () => {
  const tools = catalogue.filter(({ toolset }) => toolset === "core");
  const client = {} as never;
  const context = { client, now: () => 0, notices: [] };
  const app = createHttpTools({ tools, context, version: "1.2.3" });
  const { response, text } = await ask(app, "/tools?toolsets=output");
  assert.equal(response.status, 400);
  assert.match((JSON.parse(text) as { detail: string }).detail, /The toolsets are core\./);
});

test("any number of choices gives the right list each time", async () => {
  const app = await appOnSample();
  const pairs = catalogue.flatMap((one) => catalogue.map((other) => [one.name, other.name]));
  for (const pair of [...pairs, ...pairs.slice(0, 3)]) {
    const { text } = await ask(app, `/tools?tools=${pair.join()}`);
    assert.deepEqual(namesOf(text).sort(), [...new Set(pair)].sort());
  }
});
