import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createApp } from "../src/app.ts";
import { LiveGrants, watchKeysFile } from "../src/live-grants.ts";
import { readSettings } from "../src/read-settings.ts";
import { openUpstream } from "../src/upstream.ts";
import { type Issuer, startIssuer } from "./support/issuer.ts";

const publicUrl = "https://fires.example";
const key = "emberline_acme-key";
const acme = { name: "acme", sha256: createHash("sha256").update(key).digest("hex") };
const later = {
  name: "later",
  sha256: createHash("sha256").update("emberline_later").digest("hex"),
};
const organization = { name: "globex", claims: { organization: "globex" } };

let folder: string;
let issuer: Issuer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-keys-"));
  issuer = await startIssuer();
});
after(async () => {
  await issuer.close();
  await rm(folder, { recursive: true });
});

/** @param graceMs without it the grace does not end within a test */
async function startApp(entries: readonly object[], graceMs?: number) {
  const file = join(folder, `keys-${Math.random()}.json`);
  await writeFile(file, JSON.stringify({ keys: entries }));
  const settings = readSettings({
    args: [],
    environment: {
      EMBERLINE_KEYS_FILE: file,
      EMBERLINE_OAUTH_ISSUER: issuer.url,
      EMBERLINE_PUBLIC_URL: publicUrl,
    },
  });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const grants = new LiveGrants(settings, log, graceMs === undefined ? {} : { graceMs });
  const app = createApp(settings, await openUpstream(settings, publicUrl, log), { grants, log });
  const get = (path: string, token?: string) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        headers: {
          host: "127.0.0.1:3000",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      }),
    );
  return {
    file,
    grants,
    lines,
    rows: (token: string) =>
      app.fetch(
        new Request("http://127.0.0.1:3000/tools/query_features", {
          method: "POST",
          headers: {
            host: "127.0.0.1:3000",
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            accept: "application/x-ndjson",
          },
          body: '{"collection":"svc:hotspots"}',
        }),
      ),
    statusOf: async (token: string) => (await get("/tools", token)).status,
    ready: async () => (await get("/readyz")).json(),
  };
}

const tokenOf = (name: string) => issuer.token({ sub: "ann", aud: publicUrl, organization: name });

test("an empty list of keys lets nobody in, neither with a key nor with a token", async () => {
  const { file, grants, statusOf } = await startApp([acme, organization]);
  const token = await tokenOf("globex");
  assert.deepEqual([await statusOf(key), await statusOf(token)], [200, 200]);
  await writeFile(file, '{"keys":[]}');
  assert.equal(grants.reload(), true);
  assert.deepEqual([await statusOf(key), await statusOf(token)], [401, 403]);
  const started = await startApp([]);
  assert.deepEqual([await started.statusOf(key), await started.statusOf(token)], [401, 403]);
});

test("a stream of rows ends when its key is taken away", async () => {
  const { file, grants, rows } = await startApp([acme]);
  const reader = (await rows(key)).body!.getReader();
  // What is not read is not written.
  let text = new TextDecoder().decode((await reader.read()).value);
  await writeFile(file, '{"keys":[]}');
  grants.reload();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += new TextDecoder().decode(part.value);
  const { summary } = JSON.parse(text.trimEnd().split("\n").at(-1)!);
  assert.deepEqual([summary.complete, summary.error.code], [false, "cancelled"]);
});

test("a key that is taken away while the server starts is not valid afterwards", async (t) => {
  const { file, grants, statusOf } = await startApp([acme]);
  await writeFile(file, '{"keys":[]}');
  t.after(watchKeysFile(file, grants));
  assert.equal(await statusOf(key), 401);
});

test("with a keys file only tokens of its organizations are accepted, whichever entries are left", async () => {
  const { statusOf } = await startApp([acme]);
  assert.deepEqual([await statusOf(key), await statusOf(await tokenOf("globex"))], [200, 403]);
});

const unreadable = {
  "an empty": (file: string) => writeFile(file, ""),
  "a damaged": (file: string) => writeFile(file, '{"keys": ['),
  "a wrong": (file: string) => writeFile(file, JSON.stringify({ keys: [{ ...later, tool: [] }] })),
  "a removed": (file: string) => rm(file),
};

for (const [kind, spoil] of Object.entries(unreadable)) {
  test(`${kind} keys file keeps the known keys for a minute, and /readyz says so`, async () => {
    const { file, grants, statusOf, ready } = await startApp([acme]);
    assert.equal((await ready()).notice, undefined);
    await spoil(file);
    assert.equal(grants.reload(), false);
    assert.deepEqual([await statusOf(key), await statusOf("emberline_later")], [200, 401]);
    const { status, notice } = await ready();
    assert.equal(status, "ready");
    assert.match(
      notice,
      /keys file cannot be read: its earlier keys stay valid for at most a minute/,
    );
    await writeFile(file, JSON.stringify({ keys: [acme, later] }));
    assert.equal(grants.reload(), true);
    assert.deepEqual([await statusOf(key), await statusOf("emberline_later")], [200, 200]);
    assert.equal((await ready()).notice, undefined);
  });
}

test("each fault of the keys file is logged once, and its end", async () => {
  const { file, grants, lines } = await startApp([acme]);
  for (const text of ["{", "{", '{"keys": {}}', `\uFEFF${JSON.stringify({ keys: [acme] })}`]) {
    await writeFile(file, text);
    grants.reload();
  }
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /cannot be read: its earlier keys stay .*give a file with JSON/);
  assert.match(lines[1]!, /cannot be read: its earlier keys stay .*has a wrong keys/);
  assert.match(lines[2]!, /can be read again/);
});

test("after the grace nobody is let in until the keys file can be read again", async () => {
  const { file, grants, statusOf, ready } = await startApp([acme], 0);
  const [grant] = grants.all;
  const revocation = grants.revocationOf(grant!);
  await rm(file);
  grants.reload();
  await new Promise((resolve) => revocation.addEventListener("abort", resolve));
  assert.equal(await statusOf(key), 401);
  grants.reload();
  assert.match((await ready()).notice, /keys file cannot be read: none of its keys is valid/);
  await writeFile(file, JSON.stringify({ keys: [acme] }));
  grants.reload();
  assert.equal(await statusOf(key), 200);
});
