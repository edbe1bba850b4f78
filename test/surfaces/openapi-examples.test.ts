import assert from "node:assert/strict";
import { test } from "node:test";
import { appInProcess, appOnSharedData } from "@emberline/test-served/in-process";
import { startServerProcess } from "@emberline/test-support/programs";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { Ajv2020 } from "ajv/dist/2020.js";

interface Operation {
  requestBody: {
    content: { "application/json": { examples: Record<string, { value: unknown }> } };
  };
}
type FetchApp = (path: string, init?: RequestInit) => Promise<Response>;

interface Document {
  paths: Record<string, { post?: Operation }>;
}

/** A perimeter and a fire, which are examples from the sample of real fires. */
const onlyOfTheSample = ["/tools/get_feature", "/tools/assess_fire"];

/** Sends every example and checks each answer by what the document says of it. */
async function sendExamples(
  fetchApp: FetchApp,
  query = "",
): Promise<[path: string, status: number][]> {
  const document = (await (await fetchApp("/openapi.json")).json()) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "openapi.json");
  const outcomes: [string, number][] = [];
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (!post) continue;
    const at = `openapi.json#/paths/${path.replaceAll("/", "~1")}/post`;
    for (const { value } of Object.values(post.requestBody.content["application/json"].examples)) {
      const response = await fetchApp(path + query, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(value),
      });
      const answer: unknown = await response.json();
      const type = response.headers.get("content-type")!.replace("/", "~1");
      const documented = response.ok ? "200" : `${Math.floor(response.status / 100)}XX`;
      const schema = `${at}/responses/${documented}/content/${type}/schema`;
      const isInput = ajv.validate(
        { $ref: `${at}/requestBody/content/application~1json/schema` },
        value,
      );
      assert.ok(isInput, `${path}: ${ajv.errorsText()}`);
      assert.ok(ajv.validate({ $ref: schema }, answer), `${path}: ${ajv.errorsText()}`);
      outcomes.push([path, response.status]);
    }
  }
  return outcomes;
}

test("on the synthetic data every example of the OpenAPI document is answered as documented", async (t) => {
  const server = await startServerProcess();
  t.after(() => server.stop());
  const outcomes = await sendExamples((path, init) => fetch(server.url + path, init));
  assert.ok(outcomes.length > 12);
  assert.deepEqual(
    outcomes.filter(([, status]) => status !== 200),
    [],
  );
});

test("with dry_run every example is planned as documented", async () => {
  const outcomes = await sendExamples(await appInProcess([]), "?dry_run=true");
  assert.deepEqual(
    outcomes.filter(([, status]) => status !== 200),
    [],
  );
});

test("on real data too, or refused as documented where it names what only the sample has", {
  skip: skipWithoutSharedData,
}, async () => {
  const outcomes = await sendExamples(await appOnSharedData());
  const refused = outcomes.filter(([, status]) => status !== 200);
  assert.deepEqual(
    refused,
    onlyOfTheSample.map((path) => [path, 404]),
  );
});
