import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { createApp, openUpstream, readSettings } from "emberline";

interface Sent {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: string;
}

async function openApp(environment = {}, args: readonly string[] = []) {
  const settings = readSettings({ args, environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return async (
    path: string,
    host = "127.0.0.1:3000",
    { headers = [], ...sent }: Partial<Sent> = {},
  ) =>
    app.fetch(
      new Request(`http://${host}${path}`, { ...sent, headers: [["host", host], ...headers] }),
    );
}

test("the documents are pages, which lead to the API and its OpenAPI document", async () => {
  const ask = await openApp();
  for (const path of ["/docs", "/docs/start", "/docs/tools/query_features", "/docs/api"]) {
    const response = await ask(path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get("content-type")!, /^text\/html/);
    assert.match(response.headers.get("content-security-policy")!, /default-src 'self'/);
  }
  const links = [...(await (await ask("/docs")).text()).matchAll(/ href="([^"]*)"/g)].map(
    ([, link]) => new URL(link!, "http://127.0.0.1:3000/docs").pathname,
  );
  for (const path of ["/docs/api", "/openapi.json"]) assert.ok(links.includes(path), path);
});

test("commands in the documents have the address that the caller used, or the public one", async () => {
  const publicUrl = "https://fires.example/under";
  const keys = { EMBERLINE_API_KEYS: "a-key-of-some-length" };
  const ofPublic = await openApp({ ...keys, EMBERLINE_PUBLIC_URL: publicUrl });
  for (const [ask, own] of [
    [await openApp(), "http://localhost:4321"],
    [ofPublic, publicUrl],
  ] as const) {
    for (const [path, target] of [
      ["/docs/connect", "/mcp"],
      ["/docs/start", "/tools/query_features"],
      ["/docs/tools/find_place", "/tools/find_place"],
    ] as const) {
      const text = await (await ask(path, "localhost:4321")).text();
      assert.ok(text.includes(own + target), path);
      assert.ok(!text.includes("127.0.0.1:3000"), path);
    }
  }
  const askAnyHost = await openApp(keys, ["--host", "0.0.0.0"]);
  const hostile = await (await askAnyHost("/docs/start", `a"onload='b&c`)).text();
  assert.ok(hostile.includes("http://aonload=bc/mcp"));
});

/** The commands and files of a page that name this server. */
async function snippetsOf(page: Response): Promise<string[]> {
  const blocks = (await page.text()).matchAll(/<code class="\w+">(.*?)<\/code>/gs);
  return [...blocks]
    .map(([, html]) => html!.replaceAll("&quot;", '"').replaceAll("&amp;", "&"))
    .filter((text) => text.includes("http://127.0.0.1:3000/") && !text.includes("/exports/"));
}

test("where callers need a key, what the documents give to copy sends that of the shell", async () => {
  const key = "a-key-of-some-length";
  const ask = await openApp({ EMBERLINE_API_KEYS: key });
  const open = await openApp();
  for (const path of ["/docs/connect", "/docs/start", "/docs/tools/find_place"]) {
    const snippets = await snippetsOf(await ask(path));
    assert.ok(snippets.length > 0, path);
    for (const text of snippets) assert.match(text, /EMBERLINE_API_KEY|YOUR_KEY/);
    for (const text of await snippetsOf(await open(path)))
      assert.doesNotMatch(text, /EMBERLINE_API_KEY|YOUR_KEY/);
    const html = await (await ask(path)).text();
    assert.match(html, /This server asks for a key.*<code>export EMBERLINE_API_KEY=YOUR_KEY</);
    assert.ok(!html.includes(key));
  }

  const [command] = await snippetsOf(await ask("/docs/tools/find_place"));
  const shell = await promisify(execFile)(
    "sh",
    ["-c", `curl() { printf '%s\\n' "$@"; }\n${command}`],
    { env: { EMBERLINE_API_KEY: key } },
  );
  const words = shell.stdout.trim().split("\n");
  const after = (option: string) => words.filter((_, i) => words[i - 1] === option);
  const answer = await ask(new URL(words.at(-1)!).pathname, undefined, {
    method: "POST",
    headers: after("-H").map((each) => each.split(": ") as [string, string]),
    body: after("-d")[0]!,
  });
  assert.equal(answer.status, 200);
});

for (const path of ["/docs/start", "/docs/api"]) {
  test(`${path} leads to the licences of what it contains`, async () => {
    const ask = await openApp();
    const [, link] = / href="([^"]*licences\.txt)"/.exec(await (await ask(path)).text())!;
    const response = await ask(new URL(link!, `http://127.0.0.1:3000${path}`).pathname);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type")!, /^text\/plain; charset=utf-8/);
    assert.match(await response.text(), /Permission is hereby granted/);
  });
}

test("earlier addresses lead to the pages", async () => {
  const ask = await openApp();
  const target = async (path: string) => {
    const response = await ask(path);
    assert.equal(response.status, 302, path);
    return new URL(response.headers.get("location")!, `http://127.0.0.1:3000${path}`);
  };
  assert.equal((await target("/docs/")).pathname, "/docs");
  const { pathname, search } = await target("/docs?of=service");
  assert.equal(pathname + search, "/docs/api?of=service");
});

test("a page that does not exist is not found, also outside of the folder", async () => {
  const ask = await openApp();
  for (const path of ["/docs/nothing", "/docs/..%2f..%2fpackage.json", "/docs/tools/"])
    assert.equal((await ask(path)).status, 404, path);
});

test("the scripts and styles of the pages may be kept by browsers for ever", async () => {
  const ask = await openApp();
  const [, script] = /src="([^"]*assets[^"]*)"/.exec(await (await ask("/docs")).text())!;
  const response = await ask(new URL(script!, "http://127.0.0.1:3000/docs").pathname);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("cache-control")!, /immutable/);
});
