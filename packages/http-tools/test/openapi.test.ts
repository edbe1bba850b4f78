import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "@emberline/tools";
import { pngPictures } from "@emberline/tools/node";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { appOnSample, getJson, post } from "./support.ts";

interface Body {
  content: { "application/json": { examples: Record<string, { value: unknown }> } };
}
interface Document {
  paths: Record<string, { get?: object; post?: { requestBody: Body } }>;
}

/** What a linter says of a document, by the strictest of its sets of rules. */
async function complaintsAbout(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  );
}

test("the linter has no complaint, with and without pictures", async () => {
  for (const pictures of [[], [pngPictures]]) {
    const document = await getJson(await appOnSample({ pictures }), "/openapi.json");
    assert.deepEqual(await complaintsAbout(document), []);
  }
});

test("the linter complains of an example that does not fit its schema", async () => {
  const document = await getJson<Document>(await appOnSample(), "/openapi.json");
  const { examples } =
    document.paths["/tools/query_features"]!.post!.requestBody.content["application/json"];
  Object.values(examples)[0]!.value = { collection: 5 };
  assert.match((await complaintsAbout(document)).join(), /examples/);
});

test("each tool has examples, and all are answered with data", async () => {
  const app = await appOnSample({ synthetic: false });
  const { paths } = await getJson<Document>(app, "/openapi.json");
  for (const { name } of catalogue) {
    const { content } = paths[`/tools/${name}`]!.post!.requestBody;
    const examples = Object.values(content["application/json"].examples);
    assert.ok(examples.length > 0, name);
    for (const { value } of examples) {
      const response = await post(app, `/tools/${name}`, value);
      const answer = (await response.json()) as { matched?: number; rows?: unknown[] };
      assert.equal(response.status, 200, `${name}: ${JSON.stringify(answer)}`);
      assert.notEqual(answer.matched, 0, name);
      assert.notEqual(answer.rows?.length, 0, name);
    }
  }
});
