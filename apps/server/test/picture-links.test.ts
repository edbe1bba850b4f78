import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "../src/index.ts";

const origin = "http://127.0.0.1:3000";

async function startApp(environment: Record<string, string> = {}) {
  const settings = readSettings({ args: [], environment });
  const app = createApp(settings, await openUpstream(settings, origin));
  return async (path: string, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(path, origin), init);
    request.headers.set("host", new URL(origin).host);
    return app.fetch(request);
  };
}

type App = Awaited<ReturnType<typeof startApp>>;

interface MapResult {
  readonly content: readonly { readonly type: string; readonly data?: string }[];
  readonly structuredContent: {
    readonly picture: string;
    readonly picture_url?: string;
    readonly picture_expires?: string;
  };
}

const drawn = { near: "40,-120", width: 480, height: 480 };

function showMap(app: App, path = "/mcp"): Promise<MapResult> {
  return resultOf(app, "tools/call", { name: "show_map", arguments: drawn }, path);
}

async function resultOf<Result>(app: App, method: string, params: object, path = "/mcp") {
  const response = await app(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  assert.equal(response.status, 200);
  const [, data] = /^data: (.*)$/m.exec(await response.text())!;
  return JSON.parse(data!).result as Result;
}

test("the structured answer of show_map links to the picture, which anyone with the link can see", async () => {
  const app = await startApp();
  const { content, structuredContent } = await showMap(app);
  const { picture_url, picture_expires } = structuredContent;
  assert.ok(Date.parse(picture_expires!) > Date.now());
  const response = await app(picture_url!);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/png");
  assert.match(response.headers.get("content-disposition")!, /^inline; filename="map.*\.png"$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.toString("base64"), content.find(({ type }) => type === "image")?.data);
});

test("the structured answer names the resource with the picture", async () => {
  const app = await startApp();
  const { content, structuredContent } = await showMap(app);
  assert.match(
    structuredContent.picture,
    /the image of this result; .* at picture_url or resource /,
  );
  const [uri] = /emberline:\/\/map\/[^ ]+(?=\.$)/.exec(structuredContent.picture)!;
  const read = await resultOf<{ contents: { blob?: string }[] }>(app, "resources/read", { uri });
  assert.equal(read.contents[0]!.blob, content.find(({ type }) => type === "image")?.data);
});

test("an answer in JSON says how to get its picture, and that is how", async () => {
  const app = await startApp();
  const post = (accept: string) =>
    app("/tools/show_map", {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(drawn),
    });
  const { picture } = (await (await post("application/json")).json()) as { picture: string };
  const [, accept] = /POST \/tools\/show_map with the header Accept: ([^ ]+)\.$/.exec(picture)!;
  assert.equal((await post(accept!)).headers.get("content-type"), "image/png");
});

test("a link to a picture without its signature is refused", async () => {
  const app = await startApp();
  const { picture_url } = (await showMap(app)).structuredContent;
  const altered = new URL(picture_url!);
  altered.searchParams.set("expires", "9999999999");
  assert.equal((await app(altered.href)).status, 403);
});

test("without room for the picture the answer has no link, and the picture itself", async () => {
  const app = await startApp({ EMBERLINE_EXPORT_MAX_MB: "0.001" });
  const { content, structuredContent } = await showMap(app);
  assert.equal(structuredContent.picture_url, undefined);
  assert.ok(content.some(({ type }) => type === "image"));
});

test("MCP is served with a slash at the end too, with the same keys", async () => {
  const app = await startApp();
  assert.ok((await showMap(app, "/mcp/")).structuredContent.picture_url);
  const guarded = await startApp({ EMBERLINE_API_KEYS: "key-1-of-some-length" });
  assert.equal((await guarded("/mcp/", { method: "POST" })).status, 401);
});
