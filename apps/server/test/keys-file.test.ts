import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import { createApp, openUpstream, readSettings } from "emberline";
import { type Issuer, startIssuer } from "./support/issuer.ts";
import { type RecordedUpstream, startUpstream } from "./support/upstream.ts";

const publicUrl = "https://fires.example";
const keys = {
  acme: "emberline_acme-key",
  globex: "emberline_globex-key",
  plain: "emberline_plain-key",
};
const fires = { acme: "Acme Ridge", globex: "Globex Valley" };
const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");

let folder: string;
let upstream: RecordedUpstream;
let issuer: Issuer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-keys-"));
  const data = join(folder, "data");
  await cp(fixtures, data, { recursive: true });
  const [simulation] = JSON.parse(await readFile(join(fixtures, "simulations.json"), "utf8"));
  const simulations = Object.entries(fires).flatMap(([organization, fireName], first) =>
    [0, 1, 2].map((index) => ({
      ...simulation,
      id: `00000000-0000-4000-8000-0000000000${first}${index}`,
      fireName,
      organization,
    })),
  );
  await writeFile(join(data, "simulations.json"), JSON.stringify(simulations));
  upstream = await startUpstream(
    [
      { id: "operator", secret: "operator-secret", organization: "operator" },
      { id: "acme", secret: "acme-secret", organization: "acme" },
      { id: "globex", secret: "globex-secret", organization: "globex" },
    ],
    data,
  );
  issuer = await startIssuer();
});
after(async () => {
  await upstream.close();
  await issuer.close();
  await rm(folder, { recursive: true });
});

const organizations = [
  {
    name: "acme",
    sha256: sha256(keys.acme),
    upstream: { clientId: "acme", secretVariable: "ACME_SECRET" },
  },
  {
    name: "globex",
    sha256: sha256(keys.globex),
    upstream: { clientId: "globex", secretVariable: "GLOBEX_SECRET" },
  },
];
const secrets = { ACME_SECRET: "acme-secret", GLOBEX_SECRET: "globex-secret" };

async function settingsOf(entries: unknown, environment: Record<string, string> = {}) {
  const file = join(folder, "keys.json");
  await writeFile(file, typeof entries === "string" ? entries : JSON.stringify({ keys: entries }));
  return readSettings({
    args: [],
    environment: {
      ...upstream.environment,
      EMBERLINE_KEYS_FILE: file,
      ...environment,
    },
  });
}

async function startApp(entries: unknown, environment?: Record<string, string>) {
  const settings = await settingsOf(entries, environment);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const app = createApp(settings, await openUpstream(settings, publicUrl, log), { log });
  const ask = async (
    path: string,
    key: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          host: "127.0.0.1:3000",
          authorization: `Bearer ${key}`,
          accept: "application/json, text/event-stream",
          ...(body && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const toolsOf = async (key: string) => {
    const { tools } = (await (await ask("/tools", key)).json()) as { tools: { name: string }[] };
    return tools.map(({ name }) => name);
  };
  return { ask, toolsOf, lines };
}

const mcp = (method: string, params: object = {}, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

test("each organization gets its own answer to the same question, asked at once on both surfaces", async () => {
  const { ask } = await startApp(organizations, secrets);
  const call = mcp("tools/call", { name: "list_simulations", arguments: {} });
  const questions = Array.from({ length: 5 }, () => ["acme", "globex"] as const).flat();
  const answers = await Promise.all(
    questions.flatMap((name) => [
      ask("/tools/list_simulations", keys[name], {}).then(
        async (answer) => [name, answer] as const,
      ),
      ask("/mcp", keys[name], call).then(async (answer) => [name, answer] as const),
    ]),
  );
  for (const [name, answer] of answers) {
    const text = await answer.text();
    const other = name === "acme" ? "globex" : "acme";
    assert.ok(text.includes(fires[name]), text);
    assert.ok(!text.includes(fires[other]), text);
  }
});

test("a cursor of one organization is refused to another, and accepted from its own", async () => {
  const { ask } = await startApp(organizations, secrets);
  const first = await ask("/tools/list_simulations", keys.acme, { limit: 1 });
  const { next_cursor: cursor } = (await first.json()) as { next_cursor: string };
  assert.equal(typeof cursor, "string");
  const stolen = await ask("/tools/list_simulations", keys.globex, { cursor });
  assert.equal(stolen.status, 400);
  assert.equal((await ask("/tools/list_simulations", keys.acme, { cursor })).status, 200);
});

test("requests carry the organization's own credentials, and never the caller's key", async () => {
  const { ask, lines } = await startApp(organizations, secrets);
  const before = upstream.requests.length;
  await ask("/tools/list_simulations", keys.acme, {});
  const sent = upstream.requests.slice(before).join("\n");
  assert.match(sent, /acme-secret/);
  for (const absent of ["operator-secret", "globex-secret", keys.acme])
    assert.ok(!sent.includes(absent), absent);
  assert.deepEqual(lines, []);
});

test("an entry without upstream credentials uses the operator's", async () => {
  const { ask } = await startApp([{ name: "plain", sha256: sha256(keys.plain) }]);
  const text = await (await ask("/tools/list_simulations", keys.plain, {})).text();
  for (const fire of Object.values(fires)) assert.ok(!text.includes(fire));
});

test("a key has its tools on both surfaces, and none that the operator excludes", async () => {
  const { ask, toolsOf } = await startApp(
    [
      { name: "plain", sha256: sha256(keys.plain) },
      { name: "small", sha256: sha256(keys.acme), tools: ["get_feature", "find_place"] },
    ],
    { EMBERLINE_EXCLUDE_TOOLS: "find_place" },
  );
  const all = await toolsOf(keys.plain);
  assert.ok(all.length > 5 && !all.includes("find_place"));
  assert.deepEqual(await toolsOf(keys.acme), ["get_feature"]);
  assert.equal((await ask("/tools/list_collections", keys.acme, {})).status, 404);
  assert.equal((await ask("/tools/list_collections", keys.plain, {})).status, 200);
  const listed = await (await ask("/mcp", keys.acme, mcp("tools/list"))).text();
  assert.ok(
    listed.includes('"name":"get_feature"') && !listed.includes('"name":"list_collections"'),
  );
  const called = mcp("tools/call", { name: "list_collections", arguments: {} });
  assert.match(await (await ask("/mcp", keys.acme, called)).text(), /The tools are get_feature\./);
});

test("the page of one answer gets what that answer read, and no more", async () => {
  const { ask } = await startApp([
    { name: "story", sha256: sha256(keys.acme), tools: ["assess_fire"] },
  ]);
  const story = { tool: "assess_fire", layer: "svc:hotspots" };
  for (const input of [
    story,
    { ...story, bbox: [-180, -90, 180, 90] },
    { ...story, fire: "Park", radius_km: 1000 },
    { ...story, fire: "Park", layer: "other" },
  ]) {
    const answer = await ask("/tools/map_features", keys.acme, input);
    assert.equal(answer.status, 400, JSON.stringify(input));
  }
});

test("lists of tools that differ by key are not for shared caches", async () => {
  const request = mcp("tools/list", {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  for (const [entries, environment, key, scope] of [
    [[{ name: "plain", sha256: sha256(keys.plain) }], {}, keys.plain, "private"],
    [undefined, { EMBERLINE_API_KEYS: keys.plain, EMBERLINE_KEYS_FILE: "" }, keys.plain, "public"],
  ] as const) {
    const { ask } = await startApp(entries ?? "{}", environment);
    const text = await (await ask("/mcp", key, request, headers)).text();
    assert.ok(text.includes(`"cacheScope":"${scope}"`), text.slice(-300));
  }
});

test("beyond its rate a key gets 429 with the time to wait, and other keys are served", async () => {
  const { ask } = await startApp([
    { name: "slow", sha256: sha256(keys.acme), requestsPerMinute: 3 },
    { name: "plain", sha256: sha256(keys.plain) },
  ]);
  for (const rest of [2, 1, 0]) {
    const { status, headers } = await ask("/tools", keys.acme);
    assert.equal(status, 200);
    assert.equal(headers.get("ratelimit-policy"), '"minute";q=3;w=60');
    assert.match(headers.get("ratelimit")!, new RegExp(`^"minute";r=${rest};t=\\d+$`));
  }
  for (const path of ["/tools", "/mcp"]) {
    const refused = await ask(path, keys.acme, path === "/mcp" ? mcp("tools/list") : undefined);
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get("retry-after"));
    assert.ok(seconds > 0 && seconds <= 60);
  }
  assert.equal((await ask("/tools", keys.plain)).status, 200);
});

test("each message of a batch counts", async () => {
  const { ask } = await startApp([
    { name: "slow", sha256: sha256(keys.acme), requestsPerMinute: 3 },
  ]);
  const batch = (length: number) =>
    Array.from({ length }, (_, index) => mcp("tools/list", {}, index));
  const headers = { "mcp-protocol-version": "2025-03-26" };
  assert.equal((await ask("/mcp", keys.acme, batch(3), headers)).status, 200);
  assert.equal((await ask("/tools", keys.acme)).status, 429);
  const other = await startApp([{ name: "slow", sha256: sha256(keys.acme), requestsPerMinute: 3 }]);
  assert.equal((await other.ask("/mcp", keys.acme, batch(4), headers)).status, 429);
});

test("each call of a model's turn counts, and those beyond the rate have that as their result", async () => {
  const { ask } = await startApp([
    { name: "slow", sha256: sha256(keys.acme), requestsPerMinute: 3 },
  ]);
  const turn = ["a", "b", "c", "d"].map((id) => ({
    id,
    function: { name: "list_collections", arguments: "{}" },
  }));
  const answered = await ask("/tools/call", keys.acme, turn);
  assert.equal(answered.status, 200);
  assert.match(answered.headers.get("ratelimit")!, /"minute";r=0;t=\d+/);
  const { messages } = (await answered.json()) as { messages: { content: string }[] };
  const isRefused = ({ content }: { content: string }) =>
    content.startsWith(`{"code":"too_many_requests"`);
  assert.equal(messages.filter(isRefused).length, 1);
  assert.equal((await ask("/tools", keys.acme)).status, 429);
});

test("a tool that the key may not use is left to the caller, as one that does not exist", async () => {
  const { ask } = await startApp([
    { name: "plain", sha256: sha256(keys.plain), tools: ["list_collections"] },
  ]);
  const calls = ["list_collections", "query_features"].map((name) => ({
    id: name,
    function: { name, arguments: "{}" },
  }));
  const answer = (await (await ask("/tools/call", keys.plain, calls)).json()) as {
    messages: { tool_call_id: string }[];
    others: unknown[];
  };
  assert.deepEqual(
    answer.messages.map((each) => each.tool_call_id),
    ["list_collections"],
  );
  assert.deepEqual(answer.others, [{ id: "query_features", name: "query_features" }]);
});

test("a key is found by its hash only, and the hash is not a key", async () => {
  const { ask } = await startApp([{ name: "plain", sha256: sha256(keys.plain) }]);
  assert.equal((await ask("/tools", keys.plain)).status, 200);
  for (const wrong of [sha256(keys.plain), "plain", keys.acme])
    assert.equal((await ask("/tools", wrong)).status, 401);
});

test("tokens of an organization use its credentials and tools; tokens of none are refused", async () => {
  const { ask, toolsOf } = await startApp(
    [
      {
        name: "acme",
        claims: { organization: "acme" },
        tools: ["list_simulations"],
        upstream: { clientId: "acme", secretVariable: "ACME_SECRET" },
      },
    ],
    { ...secrets, EMBERLINE_OAUTH_ISSUER: issuer.url, EMBERLINE_PUBLIC_URL: publicUrl },
  );
  const aud = `${publicUrl}/mcp`;
  for (const organization of ["acme", ["other", "acme"]]) {
    const token = await issuer.token({ sub: "ann", aud, organization });
    assert.deepEqual(await toolsOf(token), ["list_simulations"]);
    const text = await (await ask("/tools/list_simulations", token, {})).text();
    assert.ok(text.includes(fires.acme) && !text.includes(fires.globex));
  }
  for (const claims of [{}, { organization: "acme2" }, { organization: { acme: true } }]) {
    const token = await issuer.token({ sub: "eve", aud, ...claims });
    assert.equal((await ask("/tools", token)).status, 403);
  }
});

const hash = sha256(keys.plain);
for (const [entries, message] of [
  ["{", /give a file with JSON/],
  ['{"keys": [{"name": "a", "n\\u0061me": "b"}]}', /has the member "n\\u0061me" twice/],
  [[{ name: "1", sha256: hash }], /has a wrong keys\[0\]\.name: give letters/],
  [[{ name: "a", sha256: keys.plain }], /keys\[0\]\.sha256: give the hash/],
  [[{ name: "a" }], /keys\[0\]: give either sha256/],
  [[{ name: "a", sha256: hash, tools: [] }], /keys\[0\]\.tools: give one tool or more/],
  [[{ name: "a", sha256: hash, toolsets: [] }], /keys\[0\]\.toolsets: give one toolset or more/],
  [[{ name: "a", sha256: hash, toolset: ["core"] }], /keys\[0\]: unrecognized key: "toolset"/],
  [[{ name: "a", sha256: hash, toolsets: ["all"] }], /keys\[0\]\.toolsets\[0\]: invalid option/],
  [
    [
      { name: "a", sha256: hash },
      { name: "a", sha256: sha256("b") },
    ],
    /a name of its own/,
  ],
  [
    [
      { name: "a", sha256: hash },
      { name: "b", sha256: hash },
    ],
    /each key to one entry/,
  ],
  [[{ name: "a", claims: { org: "a" } }], /EMBERLINE_OAUTH_ISSUER is missing/],
  [organizations, /"acme" of EMBERLINE_KEYS_FILE takes its secret from the variable ACME_SECRET/],
] as const) {
  test(`a wrong keys file is one sentence without the key: ${message.source}`, async () => {
    await assert.rejects(settingsOf(entries), (error: Error) => {
      assert.match(error.message, message);
      assert.match(error.message, /^[^\n]+\.$/);
      assert.ok(!error.message.includes(keys.plain));
      return true;
    });
  });
}

test("a key has either all tools or those of its entry", async () => {
  const entries = [{ name: "plain", sha256: sha256(keys.plain), tools: ["find_place"] }];
  await assert.rejects(
    settingsOf(entries, { EMBERLINE_API_KEYS: `another-key-of-some-length,${keys.plain}` }),
    /the entry "plain" of EMBERLINE_KEYS_FILE has the hash of a key in EMBERLINE_API_KEYS: leave one out/,
  );
});

test("an organization's credentials need a service to use them at", async () => {
  const environment = { ...secrets, EMBERLINE_BASE_URL: "" };
  await assert.rejects(settingsOf(organizations, environment), /EMBERLINE_BASE_URL is missing/);
});
