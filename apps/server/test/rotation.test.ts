import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import { Audit, createApp, openUpstream, readSettings } from "emberline";
import { LiveGrants } from "../src/live-grants.ts";
import { startUpstream } from "./support/upstream.ts";

const origin = "http://127.0.0.1:3000";
const [old, next] = ["old-".repeat(10), "next".repeat(10)] as const;
const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-rotation-"));
});
after(() => rm(folder, { recursive: true }));

let files = 0;

/** Files of secrets, by their variables, and how they are changed. */
async function secretsIn(texts: Readonly<Record<string, string>>) {
  const own = join(folder, String(files++));
  const environment: Record<string, string> = {};
  const write = async (changed: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(changed)) {
      environment[`${name}_FILE`] = `${own}-${name}`;
      await writeFile(`${own}-${name}`, text);
    }
  };
  await write(texts);
  return { environment, write };
}

async function startApp(environment: Record<string, string>, ...args: string[]) {
  const settings = readSettings({ args, environment });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const grants = new LiveGrants(settings, log);
  const audit = settings.audit && new Audit({ ...settings.audit, log });
  const app = createApp(settings, await openUpstream(settings, origin, log), {
    grants,
    log,
    ...(audit && { audit }),
  });
  const ask = (path: string, body?: object, key = "none") =>
    app.fetch(
      new Request(new URL(path, origin), {
        method: body ? "POST" : "GET",
        headers: {
          host: "127.0.0.1:3000",
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const reload = () => {
    settings.secrets.reload(log);
    grants.reload();
  };
  return { ask, reload, lines, audited: () => audit?.close() };
}

test("a key of the operator keeps its number while others come and go, and shares it with none", async () => {
  const [first, second, third] = ["one", "two", "three"].map((name) => `key-${name}-`.repeat(3));
  const secrets = await secretsIn({ EMBERLINE_API_KEYS: `${first},${second}` });
  const log = join(folder, "numbers.jsonl");
  const environment = { ...secrets.environment, EMBERLINE_AUDIT_LOG: log };
  const app = await startApp(environment, "--data", fixtures);
  for (const keys of [`${second}`, `${second},${third}`]) {
    await secrets.write({ EMBERLINE_API_KEYS: keys });
    app.reload();
    await app.ask("/tools/list_collections", {}, second);
  }
  await app.ask("/tools/list_collections", {}, third);
  await app.audited();
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  const callers = lines.map((line) => JSON.parse(line).caller);
  assert.deepEqual(callers, ["key 2", "key 2", "key 1"]);
});

const hotspots = { collection: "svc:hotspots" };

/** A link and a cursor of an app, and whether it takes them now. */
async function issued({ ask }: Awaited<ReturnType<typeof startApp>>, key?: string) {
  const exported = await ask("/tools/export_features", { ...hotspots, format: "csv" }, key);
  const { url } = (await exported.json()) as { url: string };
  const page = await ask("/tools/query_features", { ...hotspots, limit: 2 }, key);
  const { next_cursor: cursor } = (await page.json()) as { next_cursor: string };
  return async () => [
    (await ask(url)).status,
    (await ask("/tools/query_features", { ...hotspots, cursor }, key)).status,
  ];
}

for (const [name, client] of [
  ["EMBERLINE_SIGNING_SECRET", {}],
  ["EMBERLINE_CLIENT_SECRET", { EMBERLINE_CLIENT_ID: "me" }],
] as const) {
  test(`links and cursors outlive a change of ${name} while the old one is the previous one`, async () => {
    const previous = `${name}_PREVIOUS`;
    const secrets = await secretsIn({ [name]: old, [previous]: "" });
    const app = await startApp({ ...client, ...secrets.environment }, "--data", fixtures);
    const taken = await issued(app);
    assert.deepEqual(await taken(), [200, 200]);
    await secrets.write({ [name]: next, [previous]: old });
    app.reload();
    assert.deepEqual(await taken(), [200, 200]);
    const later = await issued(app);
    await secrets.write({ [previous]: "" });
    app.reload();
    assert.deepEqual(await taken(), [403, 400]);
    assert.deepEqual(await later(), [200, 200]);
  });
}

test("a server that begins to sign with a secret of its own accepts what its credentials signed", async () => {
  const environment = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: "hush-hush" };
  const before = await startApp(environment, "--data", fixtures);
  const page = await before.ask("/tools/query_features", { ...hotspots, limit: 2 });
  const { next_cursor: cursor } = (await page.json()) as { next_cursor: string };
  const own = { ...environment, EMBERLINE_SIGNING_SECRET: next };
  const after = await startApp(own, "--data", fixtures);
  assert.equal((await after.ask("/tools/query_features", { ...hotspots, cursor })).status, 200);
});

test("an organization's upstream secret changes in its file, and its calls and cursors go on", async (t) => {
  let isOldGone = false;
  const accepted = ["acme-old-secret", "acme-new-secret"];
  const refuse = () => Response.json({ code: "invalid-client" }, { status: 401 });
  const upstream = await startUpstream(
    [
      { id: "operator", secret: "operator-secret" },
      ...accepted.map((secret) => ({ id: `acme-${secret}`, secret })),
    ],
    fixtures,
    async (request, serve) => {
      if (!request.url.endsWith("/v1/token")) return serve(request);
      const { client_id: id, client_secret: secret } = (await request.json()) as {
        client_id: string;
        client_secret: string;
      };
      if (isOldGone && secret === accepted[0]) return refuse();
      const known = id === "acme" ? { id: `acme-${secret}`, secret } : { id, secret };
      const body = JSON.stringify({ client_id: known.id, client_secret: known.secret });
      return serve(new Request(request.url, { method: "POST", headers: request.headers, body }));
    },
  );
  t.after(() => upstream.close());
  const key = "emberline_acme-key";
  const keysFile = join(folder, "upstream-keys.json");
  const entry = {
    name: "acme",
    sha256: sha256(key),
    upstream: { clientId: "acme", secretVariable: "ACME_SECRET" },
  };
  await writeFile(keysFile, JSON.stringify({ keys: [entry] }));
  const secrets = await secretsIn({ ACME_SECRET: accepted[0]! });
  const environment = {
    ...upstream.environment,
    ...secrets.environment,
    EMBERLINE_KEYS_FILE: keysFile,
    EMBERLINE_SIGNING_SECRET: next,
  };
  const app = await startApp(environment);
  const taken = await issued(app, key);
  assert.deepEqual(await taken(), [200, 200]);
  await secrets.write({ ACME_SECRET: accepted[1]! });
  app.reload();
  assert.ok(!app.lines.some((line) => line.includes("revoked acme")), app.lines.join("\n"));
  isOldGone = true;
  assert.deepEqual(await taken(), [200, 200]);
  const sent = upstream.requests.filter((request) => request.includes("/v1/token"));
  assert.ok(sent.at(-1)!.includes(accepted[0]!), "the token of the old secret is still good");
  // A process that starts later, as a replica does, exchanges the new one, and takes the cursor.
  const replica = await startApp(environment);
  const page = await app.ask("/tools/query_features", { ...hotspots, limit: 2 }, key);
  const { next_cursor: cursor } = (await page.json()) as { next_cursor: string };
  const continued = await replica.ask("/tools/query_features", { ...hotspots, cursor }, key);
  assert.equal(continued.status, 200);
  assert.ok(upstream.requests.some((request) => request.includes(accepted[1]!)));
});

test("of several keys of an organization one is revoked without the others, and limits count for all", async () => {
  const [first, second] = ["emberline_acme-first", "emberline_acme-second"] as const;
  const keysFile = join(folder, "several-keys.json");
  const log = join(folder, "several-keys.jsonl");
  const keys = [
    { name: "2026-06", sha256: sha256(first) },
    { name: "2026-07", sha256: sha256(second) },
  ];
  const write = (...kept: typeof keys) =>
    writeFile(keysFile, JSON.stringify({ keys: [{ name: "acme", keys: kept, callsPerDay: 3 }] }));
  await write(...keys);
  const environment = { EMBERLINE_KEYS_FILE: keysFile, EMBERLINE_AUDIT_LOG: log };
  const { ask, reload, lines, audited } = await startApp(environment, "--data", fixtures);
  const statusOf = async (key: string) =>
    (await ask("/tools/query_features", hotspots, key)).status;
  assert.deepEqual([await statusOf(first), await statusOf(second)], [200, 200]);
  await write(keys[1]!);
  reload();
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 200]);
  assert.equal(await statusOf(second), 429);
  assert.deepEqual(
    lines.filter((line) => line.includes("revoked")),
    ["keys were read again: new none; revoked acme (key 2026-06)"],
  );
  await audited();
  const text = (await readFile(log, "utf8")).trimEnd();
  const audit = text.split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    audit.map(({ caller, organization, key, outcome }) => [caller, organization, key, outcome]),
    [
      ["key acme", "acme", "2026-06", "ok"],
      ["key acme", "acme", "2026-07", "ok"],
      ["key acme", "acme", "2026-07", "ok"],
      ["key acme", "acme", "2026-07", "too_many_requests"],
    ],
  );
});

test("a key of an entry may become one of several, and an operator's key changes in its file", async () => {
  const [first, second] = ["emberline_acme-first", "emberline_acme-second"] as const;
  const keysFile = join(folder, "one-of-several.json");
  const write = (entry: object) =>
    writeFile(keysFile, JSON.stringify({ keys: [{ name: "acme", ...entry }] }));
  await write({ sha256: sha256(first) });
  const secrets = await secretsIn({ EMBERLINE_API_KEYS: "operators-first-key" });
  const environment = { ...secrets.environment, EMBERLINE_KEYS_FILE: keysFile };
  const { ask, reload } = await startApp(environment, "--data", fixtures);
  const statusOf = async (key: string) => (await ask("/tools", undefined, key)).status;
  const all = [first, second, "operators-first-key", "operators-second-key"];
  const statuses = () => Promise.all(all.map(statusOf));
  assert.deepEqual(await statuses(), [200, 401, 200, 401]);
  await write({
    keys: [
      { name: "old", sha256: sha256(first) },
      { name: "new", sha256: sha256(second) },
    ],
  });
  await secrets.write({ EMBERLINE_API_KEYS: "operators-first-key,operators-second-key" });
  reload();
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  await write({ keys: [{ name: "new", sha256: sha256(second) }] });
  await secrets.write({ EMBERLINE_API_KEYS: "operators-second-key" });
  reload();
  assert.deepEqual(await statuses(), [401, 200, 401, 200]);
});
