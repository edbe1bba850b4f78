import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens, helpers } from "@emberline/tools";
import { hotspot, hotspots, pagedService, post } from "./paged-app.ts";

const path = "/tools/query_features";

/** Of the service's first features, as a model would read them. */
function tokensOfFirst(count: number): Promise<number> {
  const features = Array.from({ length: count }, (_, i) => hotspot(i));
  return countTokens(JSON.stringify({ type: "FeatureCollection", features }));
}

test("?count_tokens adds the tokens of the answer, and without it nothing is counted", async () => {
  const service = pagedService();
  const counted = await post(service, `${path}?count_tokens`, hotspots);
  const text = await counted.text();
  assert.equal(counted.headers.get("emberline-tokens"), String(await countTokens(text)));
  const plain = await post(service, path, hotspots);
  assert.equal(plain.headers.get("emberline-tokens"), null);
  assert.equal(await plain.text(), text);
  assert.equal((await post(service, `${path}?count_tokens=maybe`, hotspots)).status, 400);
});

test("?raw_size measures the GeoJSON of the selection: exactly if one page has it all", async () => {
  const whole = pagedService({ count: 8 });
  const size = await (await post(whole, `${path}?raw_size`, hotspots)).json();
  assert.deepEqual(size, { features: 8, tokens: await tokensOfFirst(8), is_exact: true });
});

test("?raw_size estimates by the first features and the service's number, and says so", async () => {
  const service = pagedService({ count: 95 });
  const size = (await (await post(service, `${path}?raw_size`, hotspots)).json()) as {
    features: number;
    tokens: number;
    is_exact: boolean;
  };
  assert.equal(size.features, 95);
  assert.equal(size.is_exact, false);
  // The service answers with pages of 10.
  assert.equal(size.tokens, Math.round(((await tokensOfFirst(10)) * 95) / 10));
  assert.equal(service.pages(), 1);
});

test("?raw_size of a wrong call is refused as the call would be", async () => {
  const response = await post(pagedService(), `${path}?raw_size`, { colour: "red" });
  assert.equal(response.status, 400);
});

test("an unlisted tool is called by its name, and no list or sentence names it", async () => {
  const service = pagedService({ options: { unlisted: [helpers.mapFeatures] } });
  const { app } = service;
  const layer = { tool: "show_map", layer: "svc:hotspots" };
  const answer = await post(service, "/tools/map_features", layer);
  assert.equal(answer.status, 200);
  const listed = await (await app.request("/tools")).text();
  const described = await (await app.request("/openapi.json")).text();
  const unknown = await (await post(service, "/tools/nothing", {})).text();
  for (const text of [listed, described, unknown]) assert.ok(!text.includes("map_features"));
  const hidden = await post(pagedService(), "/tools/map_features", layer);
  assert.equal(hidden.status, 404);
});
