import assert from "node:assert/strict";
import { before, test } from "node:test";
import { appInProcess } from "@emberline/test-served/in-process";
import { decode } from "fast-png";

let fetchApp: Awaited<ReturnType<typeof appInProcess>>;

before(async () => {
  fetchApp = await appInProcess();
});

const near = { near: "50.05,10.05", time: "2024-07-01/2024-07-03" };

function post(accept: string | undefined, input: unknown = near, tool = "show_map") {
  return fetchApp(`/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(accept !== undefined && { accept }) },
    body: JSON.stringify(input),
  });
}

for (const [accept, type] of [
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["application/json", "application/json"],
  ["text/html", "application/json"],
  ["image/png", "image/png"],
  ["image/svg+xml", "image/svg+xml"],
  ["image/*", "image/svg+xml"],
  ["image/png, application/json;q=0.5", "image/png"],
  ["image/png;q=0.2, image/svg+xml;q=0.4, */*;q=0.1", "image/svg+xml"],
  ["application/json, image/png;q=0.9", "application/json"],
] as const) {
  test(`Accept ${accept} gets ${type}`, async () => {
    const response = await post(accept);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), type);
    assert.match(response.headers.get("vary")!, /^accept(?:, accept-encoding)?$/);
    await response.body?.cancel();
  });
}

test("a PNG has the requested size", async () => {
  const response = await post("image/png", { ...near, width: 640, height: 500 });
  const { width, height } = decode(new Uint8Array(await response.arrayBuffer()));
  assert.deepEqual([width, height], [640, 500]);
});

test("multipart/form-data has the facts of the JSON that is answered without it, and the PNG", async () => {
  const response = await post("multipart/form-data, application/json;q=0.9");
  assert.equal(response.headers.get("vary"), "accept");
  const form = await response.formData();
  const plain = (await (await post("application/json")).json()) as { picture: string };
  const { picture: whereItIs, ...facts } = plain;
  assert.match(whereItIs, /Accept: image\/png/);
  assert.equal(form.get("answer"), JSON.stringify(facts));
  const picture = form.get("picture") as File;
  assert.equal(picture.type, "image/png");
  const { width, height } = decode(new Uint8Array(await picture.arrayBuffer()));
  assert.deepEqual([width, height], [1024, 768]);
});

test("an SVG is served so that it cannot load or run anything, and includes its facts", async () => {
  const response = await post("image/svg+xml");
  assert.equal(
    response.headers.get("content-security-policy"),
    "default-src 'none'; style-src 'unsafe-inline'",
  );
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  const svg = await response.text();
  assert.match(svg, /<title>Fires near [^<]+<\/title><desc>[^<]* within 50 km/);
  assert.doesNotMatch(svg, /<script|href=|url\(|@import/);
});

test("a tool without pictures answers JSON even if a picture is requested", async () => {
  const response = await post("image/png", {}, "list_collections");
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.equal(((await response.json()) as { collections: unknown[] }).collections.length, 3);
});

test("errors are problem details, whatever Accept says", async () => {
  const response = await post("image/png", { theme: "blue" });
  assert.equal(response.status, 400);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
});

test("OpenAPI lists the pictures and the tool that returns them", async () => {
  const { paths } = (await (await fetchApp("/openapi.json")).json()) as {
    paths: Record<string, { post?: { responses: { 200: { content: Record<string, unknown> } } } }>;
  };
  const typesOf = (tool: string) =>
    Object.keys(paths[`/tools/${tool}`]!.post!.responses[200].content);
  assert.deepEqual(typesOf("show_map"), [
    "application/json",
    "image/svg+xml",
    "image/png",
    "multipart/form-data",
    "text/event-stream",
  ]);
  const streams = ["text/event-stream", "application/x-ndjson"];
  assert.deepEqual(typesOf("query_features"), ["application/json", ...streams]);
});
