import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createApp, openUpstream, readSettings } from "emberline";

const origin = "http://127.0.0.1:3000";

async function openApp(environment: Record<string, string> = {}, args: readonly string[] = []) {
  const settings = readSettings({ args, environment });
  const app = createApp(settings, await openUpstream(settings, origin));
  return async (path: string | URL, { headers, ...init }: RequestInit = {}) => {
    const request = new Request(new URL(path, origin), { ...init, headers: new Headers(headers) });
    request.headers.set("host", new URL(request.url).host);
    return app.fetch(request);
  };
}

const foreign = { headers: { origin: "https://elsewhere.example" } };

test("from the host alone, a program finds the card and a server that is as the card says", async () => {
  const ask = await openApp();
  const found = await ask("/.well-known/ai-catalog.json", foreign);
  assert.equal(found.headers.get("content-type"), "application/ai-catalog+json");
  const { specVersion, entries } = await found.json();
  assert.equal(specVersion, "1.0");
  const type = "application/mcp-server-card+json";
  const identifier = "urn:air:127.0.0.1:mcp:emberline";
  assert.deepEqual(entries, [{ identifier, type, url: `${origin}/mcp/server-card` }]);
  const response = await ask(entries[0]!.url, { headers: { ...foreign.headers, accept: type } });
  assert.equal(response.headers.get("content-type"), type);
  const card = await response.json();
  const [remote] = card.remotes;
  assert.equal(remote.type, "streamable-http");
  assert.ok(!remote.headers);
  for (const pin of ["2026-07-28", "2025-11-25"]) {
    assert.ok(remote.supportedProtocolVersions.includes(pin));
    const versionNegotiation = pin > "2026" ? { mode: { pin } } : {};
    const client = new Client({ name: "tests", version: "0" }, { versionNegotiation });
    await client.connect(new StreamableHTTPClientTransport(new URL(remote.url), { fetch: ask }));
    const { version, title, description, websiteUrl, icons } = client.getServerVersion()!;
    const { $schema, name, repository, remotes, ...described } = card;
    assert.deepEqual(described, { version, title, description, websiteUrl, icons });
    await client.close();
  }
});

test("the card keeps to the schema's limits, and has the name of the registry's entry", async () => {
  const card = await (await (await openApp())("/mcp/server-card")).json();
  const entry = readFileSync(new URL("../../mcp/server.json", import.meta.url), "utf8");
  assert.equal(card.name, JSON.parse(entry).name);
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.equal(
    card.$schema,
    "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  );
  for (const text of [card.description, card.title]) assert.ok(text.length <= 100, text);
});

test("card, catalogue and skills are for pages of any origin, cached, and need no key", async () => {
  const ask = await openApp({ EMBERLINE_API_KEYS: "a-key-of-some-length" });
  for (const path of [
    "/mcp/server-card",
    "/.well-known/mcp/server-card.json",
    "/.well-known/ai-catalog.json",
    "/.well-known/agent-skills/index.json",
    "/.well-known/agent-skills/fire-story/SKILL.md",
  ]) {
    const response = await ask(path, foreign);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.get("access-control-allow-methods"), "GET");
    assert.equal(response.headers.get("cache-control"), "public, max-age=3600");
    const etag = response.headers.get("etag")!;
    const again = await ask(path, { headers: { ...foreign.headers, "if-none-match": etag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), "");
    assert.equal(again.headers.get("access-control-allow-origin"), "*");
    const preflight = await ask(path, { ...foreign, method: "OPTIONS" });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get("access-control-allow-headers")!, /If-None-Match/);
    assert.equal((await ask(path, { method: "POST" })).status, 404);
  }
});

test("a server with keys and a public address says so in its card", async () => {
  const EMBERLINE_PUBLIC_URL = "https://fires.example/under";
  const ask = await openApp({ EMBERLINE_API_KEYS: "a-key-of-some-length", EMBERLINE_PUBLIC_URL });
  const { remotes } = await (await ask("/mcp/server-card")).json();
  assert.equal(remotes[0].url, "https://fires.example/under/mcp");
  const [{ name, isRequired, isSecret }] = remotes[0].headers;
  assert.deepEqual([name, isRequired, isSecret], ["Authorization", true, true]);
  const { entries } = await (await ask("/.well-known/ai-catalog.json")).json();
  assert.equal(entries[0].url, "https://fires.example/under/mcp/server-card");
  assert.equal(entries[0].identifier, "urn:air:fires.example:mcp:emberline");
});

test("the index of skills has those that the tools can follow, each with its digest", async () => {
  const index = "/.well-known/agent-skills/index.json";
  const ask = await openApp();
  const { skills } = await (await ask(index)).json();
  assert.equal(skills.length, 5);
  for (const { name, type, description, url, digest } of skills) {
    assert.equal(type, "skill-md");
    const response = await ask(new URL(url, `${origin}${index}`));
    assert.equal(response.headers.get("content-type"), "text/markdown; charset=utf-8");
    const text = await response.text();
    assert.equal(digest, `sha256:${createHash("sha256").update(text).digest("hex")}`);
    for (const part of [name, description]) assert.ok(text.includes(part));
    const file = new URL(`../../../skills/${name}/SKILL.md`, import.meta.url);
    assert.equal(text, readFileSync(file, "utf8"));
  }
  const fewer = await openApp({}, ["--exclude-tools", "show_map,compare_periods"]);
  const left = (await (await fewer(index)).json()).skills as { readonly name: string }[];
  assert.deepEqual(
    left.map(({ name }) => name),
    ["fire-or-industry"],
  );
  assert.equal((await fewer("/.well-known/agent-skills/fire-story/SKILL.md")).status, 404);
});

test("llms.txt lists every document in Markdown, at the address that the caller used", async () => {
  const ask = await openApp();
  for (const path of ["/llms.txt", "/docs/llms.txt"]) {
    const response = await ask(`http://localhost:4321${path}`);
    assert.match(response.headers.get("content-type")!, /^text\/plain/);
    const text = await response.text();
    assert.match(text, /^# Emberline\n\n> /);
    const links = [...text.matchAll(/\]\((http:[^)]*)\)/g)].map(([, link]) => new URL(link!));
    assert.ok(links.length > 20);
    for (const link of links) {
      assert.equal(link.host, "localhost:4321");
      const document = await ask(link);
      assert.match(document.headers.get("content-type")!, /^text\/markdown/, link.pathname);
      assert.match(await document.text(), /^(<!--.*-->\n)?# /);
    }
  }
});

test("documents in Markdown lead to each other and to the repository, and have keys in commands", async () => {
  const ask = await openApp();
  const text = await (await ask("/docs/connect.md")).text();
  assert.match(text, /\]\(security\.md\)/);
  assert.match(text, /\]\(https:\/\/github\.com\/emberline\/emberline\/tree\/main\/skills\)/);
  const links = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map(([, link]) => link!);
  for (const link of links.filter((each) => !each.startsWith("http")))
    assert.equal((await ask(new URL(link, `${origin}/docs/connect.md`))).status, 200, link);
  const keyed = await openApp({ EMBERLINE_API_KEYS: "a-key-of-some-length" });
  assert.match(await (await keyed("/docs/connect.md")).text(), /EMBERLINE_API_KEY/);
  assert.equal((await keyed("/docs/security.md")).status, 200);
});
