import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";

async function startApp(environment: Record<string, string>) {
  const settings = readSettings({ args: [], environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return (path: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, { headers: { host: "127.0.0.1:3000" }, ...init }),
    );
}

const typeOf = async (response: Response) => ((await response.json()) as { type: string }).type;

test("behind a proxy, the type of a problem is under the public URL, whoever refuses", async () => {
  const ask = await startApp({
    EMBERLINE_PUBLIC_URL: "https://a.example/fires",
    EMBERLINE_API_KEYS: "first-key-9d2-of-some-length",
  });
  const under = "https://a.example/fires/docs/problems";
  assert.equal(await typeOf(await ask("/tools")), `${under}/unauthorized`);
  assert.equal(await typeOf(await ask("/nowhere")), `${under}/not_found`);
  const headers = { host: "127.0.0.1:3000", origin: "https://b.example" };
  assert.equal(await typeOf(await ask("/tools", { headers })), `${under}/forbidden`);
});

test("the pages of problems need no key", async () => {
  const ask = await startApp({ EMBERLINE_API_KEYS: "first-key-9d2-of-some-length" });
  const type = await typeOf(await ask("/tools"));
  assert.equal(type, "/docs/problems/unauthorized");
  const page = await ask(type);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Authorization: Bearer/);
});

test("a page of a configured origin reads the entity tag, and its answer varies by origin and coding too", async () => {
  const ask = await startApp({
    EMBERLINE_API_KEYS: "first-key-9d2-of-some-length",
    EMBERLINE_CORS_ORIGINS: "https://app.example",
  });
  const { headers } = await ask("/tools", {
    headers: {
      host: "127.0.0.1:3000",
      origin: "https://app.example",
      authorization: "Bearer first-key-9d2-of-some-length",
    },
  });
  assert.match(headers.get("access-control-expose-headers")!, /\bETag\b/);
  const vary = headers.get("vary")!.toLowerCase().split(/, */);
  assert.deepEqual(vary.sort(), ["accept-encoding", "authorization", "origin"]);
});
