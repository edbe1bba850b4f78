import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "@emberline/tools";
import {
  toAnthropicTool,
  toGeminiFunctionDeclaration,
  toOpenAiResponsesTool,
  toOpenAiTool,
  toStrictOpenAiTool,
} from "../src/index.ts";
import { appOnSample, descriptions, getJson } from "./support.ts";

const names = catalogue.map(({ name }) => name);

const listings: Record<string, unknown> = {
  openai: descriptions.map(toOpenAiTool),
  "openai-strict": descriptions.map(toStrictOpenAiTool),
  "openai-responses": descriptions.map(toOpenAiResponsesTool),
  anthropic: descriptions.map(toAnthropicTool),
  gemini: [{ functionDeclarations: descriptions.map(toGeminiFunctionDeclaration) }],
};

for (const [format, tools] of Object.entries(listings)) {
  test(`GET /tools?format=${format} is the member tools of a request, in the catalogue's order`, async () => {
    const app = await appOnSample();
    const text = await (await app.request(`/tools?format=${format}`)).text();
    assert.equal(text, JSON.stringify({ tools }));
    const order = [...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(order, names);
  });
}

test("GET /tools without a format lists both schemas of each tool, in the catalogue's order", async () => {
  const { tools } = await getJson<{ tools: unknown[] }>(await appOnSample(), "/tools");
  assert.deepEqual(tools, descriptions);
  assert.deepEqual(
    descriptions.map(({ name }) => name),
    names,
  );
});

test("an unknown format is refused with the list of formats", async () => {
  const response = await (await appOnSample()).request("/tools?format=antropic");
  assert.equal(response.status, 400);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  assert.equal(code, "invalid_input");
  assert.match(detail, /no format "antropic"\. Did you mean "anthropic"\?/);
  for (const format of Object.keys(listings)) assert.ok(detail.includes(format), format);
});

test("a name from Object.prototype is not a format", async () => {
  const app = await appOnSample();
  for (const name of ["constructor", "__proto__", "toString", ""]) {
    assert.equal((await app.request(`/tools?format=${name}`)).status, 400, name);
  }
});

test("OpenAPI lists the formats, and the tools in the catalogue's order", async () => {
  interface OpenApi {
    paths: Record<string, { get?: { parameters: { schema: { enum: string[] } }[] } }>;
  }
  const { paths } = await getJson<OpenApi>(await appOnSample(), "/openapi.json");
  assert.deepEqual(paths["/tools"]!.get!.parameters[0]!.schema.enum, Object.keys(listings));
  const fixed = ["/tools", "/tools/{name}", "/tools/call"];
  assert.deepEqual(Object.keys(paths), [...fixed, ...names.map((name) => `/tools/${name}`)]);
});

test("two programs return byte-identical lists", async () => {
  const [one, other] = [await appOnSample(), await appOnSample()];
  for (const path of [
    "/tools",
    "/openapi.json",
    ...Object.keys(listings).map((each) => `/tools?format=${each}`),
  ]) {
    const [first, second] = [await one.request(path), await other.request(path)];
    assert.equal(await first.text(), await second.text(), path);
  }
});
