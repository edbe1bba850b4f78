import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import {
  type Body,
  exchange,
  featuresUrl,
  type Harness,
  rootUrl,
  start,
} from "./service-harness.ts";
import { withFolder } from "./temporary-folder.ts";

const data = fixtures;
const adminKey = "the-administrators-key";
const settingsUrl = `${rootUrl}/settings/api-clients`;

function basic(key: string): string {
  return `Basic ${Buffer.from(`admin:${key}`).toString("base64")}`;
}

async function submit(
  { service }: Harness,
  path: string,
  fields: Record<string, string>,
  key = adminKey,
  site = "same-origin",
) {
  return service.fetch(
    new Request(settingsUrl + path, {
      method: "POST",
      headers: {
        Authorization: basic(key),
        "Sec-Fetch-Site": site,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(fields).toString(),
    }),
  );
}

async function createClient(harness: Harness, name: string, organization = "demo") {
  const response = await submit(harness, "", { name, organization });
  assert.equal(response.status, 201);
  const [id, secret] = [
    ...(await response.text()).matchAll(/<code id="[^"]+">([^<]+)<\/code>/g),
  ].map(([, value]) => value!);
  return { id: id!, secret: secret! };
}

describe("Settings → API clients", () => {
  it("creates a client that can exchange its secret, which is shown once", async () => {
    const harness = await start({ data, adminKey });
    const client = await createClient(harness, "Map team");
    assert.equal((await exchange(harness.service, client)).status, 200);
    assert.equal(
      (await exchange(harness.service, { ...client, secret: `${client.secret}x` })).status,
      401,
    );
    const list = await harness.service.fetch(
      new Request(settingsUrl, { headers: { Authorization: basic(adminKey) } }),
    );
    const text = await list.text();
    assert.ok(
      text.includes("Map team") && text.includes(client.id) && !text.includes(client.secret),
    );
  });

  it("revokes a client, which ends its tokens too", async () => {
    const harness = await start({ data, adminKey });
    const client = await createClient(harness, "Short-lived");
    const { access_token } = (await (await exchange(harness.service, client)).json()) as Body;
    const read = () =>
      harness.service.fetch(
        new Request(`${featuresUrl}/collections`, {
          headers: { Authorization: `Bearer ${access_token}` },
        }),
      );
    assert.equal((await read()).status, 200);
    assert.equal((await submit(harness, "/revoke", { id: client.id })).status, 303);
    const refused = await read();
    assert.equal(refused.status, 401);
    assert.equal(((await refused.json()) as Body).code, "invalid-token");
    assert.equal((await exchange(harness.service, client)).status, 401);
    assert.equal((await submit(harness, "/revoke", { id: client.id })).status, 404);
  });

  it("asks before it revokes, naming the client, and does nothing until then", async () => {
    const harness = await start({ data, adminKey });
    const client = await createClient(harness, "Map <team>");
    const open = (path: string) =>
      harness.service.fetch(
        new Request(settingsUrl + path, { headers: { Authorization: basic(adminKey) } }),
      );
    const list = await (await open("")).text();
    assert.ok(!/<form[^>]*revoke/.test(list), "no form of the list revokes");
    const [, href] = /href="[^"]*(\/revoke\?id=[^"]+)"/.exec(list)!;
    const question = await open(href!);
    assert.equal(question.status, 200);
    const text = await question.text();
    assert.match(text, /<h1>Revoke Map &lt;team&gt;\?<\/h1>/);
    assert.match(text, /cannot be undone/);
    assert.match(text, /href="\/settings\/api-clients">Keep it</);
    assert.equal((await exchange(harness.service, client)).status, 200);
    assert.equal((await submit(harness, "/revoke", { id: client.id })).status, 303);
    assert.equal((await exchange(harness.service, client)).status, 401);
    assert.equal((await open(href!)).status, 404);
    assert.equal((await open("/revoke?id=unknown")).status, 404);
  });

  it("requires the administrator key, refuses forms of other sites, and is disabled without a key", async () => {
    const harness = await start({ data, adminKey });
    const open = async (headers: Record<string, string>) =>
      harness.service.fetch(new Request(settingsUrl, { headers }));
    const stranger = await open({});
    assert.equal(stranger.status, 401);
    assert.match(stranger.headers.get("WWW-Authenticate")!, /^Basic/);
    assert.equal((await open({ Authorization: basic("wrong") })).status, 401);
    assert.equal((await open({ Authorization: `Bearer ${harness.token}` })).status, 401);
    assert.equal((await submit(harness, "", { name: "x" }, adminKey, "cross-site")).status, 403);
    assert.equal((await submit(harness, "", { name: " " })).status, 400);
    const without = await start();
    assert.equal((await without.get(settingsUrl)).status, 404);
  });

  it("escapes the names people choose", async () => {
    const harness = await start({ data, adminKey });
    const response = await submit(harness, "", { name: "<script>alert(1)</script>" });
    assert.ok(!(await response.text()).includes("alert(1)</script"));
  });

  it("binds a client to its organization", async () => {
    const harness = await start({ data, adminKey });
    const client = await createClient(harness, "Neighbours", "other");
    const { access_token } = (await (await exchange(harness.service, client)).json()) as Body;
    const response = await harness.service.fetch(
      new Request(`${rootUrl}/v1/fire-spread/simulations`, {
        headers: { Authorization: `Bearer ${access_token}` },
      }),
    );
    assert.deepEqual(await response.json(), { items: [], nextCursor: null });
  });
});

describe("the state file", () => {
  it("keeps clients over a restart, hashed, for its owner only", async () => {
    await withFolder({}, async (folder) => {
      const state = join(folder, "state.json");
      const harness = await start({ data, adminKey, state });
      const client = await createClient(harness, "Kept");
      const text = await readFile(state, "utf8");
      assert.ok(!text.includes(client.secret));
      assert.equal((await stat(state)).mode & 0o777, 0o600);
      const again = await start({ data, state });
      assert.equal((await exchange(again.service, client)).status, 200);
    });
  });

  it("is read again when another process revokes a client", async () => {
    await withFolder({}, async (folder) => {
      const state = join(folder, "state.json");
      const [one, other] = [
        await start({ data, adminKey, state }),
        await start({ data, adminKey, state }),
      ];
      const client = await createClient(one, "Shared");
      const { access_token } = (await (await exchange(other.service, client)).json()) as Body;
      await submit(one, "/revoke", { id: client.id });
      const response = await other.service.fetch(
        new Request(`${featuresUrl}/collections`, {
          headers: { Authorization: `Bearer ${access_token}` },
        }),
      );
      assert.equal(response.status, 401);
    });
  });

  for (const [what, damage, reason] of [
    ["cut off", (text: string) => text.slice(0, -20), /since it is not JSON/],
    ["empty", () => "", /since it is not JSON/],
    ["without its list", () => "[]", /since it has no list "clients"/],
    [
      "with half a client",
      (text: string) => text.replace('"hash"', '"hush"'),
      /clients\[0\] is not/,
    ],
    ["with a client twice", twice, /two of its clients have the same id/],
  ] as const) {
    it(`that is ${what} stops the start in one sentence, which names the last good copy`, () =>
      withFolder({}, async (folder) => {
        const state = join(folder, "state.json");
        const harness = await start({ data, adminKey, state });
        const first = await createClient(harness, "First");
        await createClient(harness, "Second");
        const good = await readFile(state, "utf8");
        await writeFile(state, damage(good));
        await assert.rejects(start({ data, state }), ({ message }: Error) => {
          assert.match(message, reason);
          assert.ok(message.startsWith(`${state} is not a state file, `));
          assert.ok(message.includes(`${state}.previous is intact`));
          return !message.includes("\n");
        });
        await rename(`${state}.previous`, state);
        const again = await start({ data, state });
        assert.equal((await exchange(again.service, first)).status, 200);
      }));
  }

  it("that is not a state file and has no copy is refused with advice to name or remove it", async () => {
    await withFolder({ "state.json": "[]" }, async (folder) => {
      await assert.rejects(
        start({ data, state: join(folder, "state.json") }),
        /not a state file.*name another file, or remove it/,
      );
    });
  });

  it("that is damaged while the service runs keeps the clients read before, and is reported", () =>
    withFolder({}, async (folder) => {
      const state = join(folder, "state.json");
      const harness = await start({ data, adminKey, state });
      const client = await createClient(harness, "Kept");
      await writeFile(state, "{");
      assert.equal((await exchange(harness.service, client)).status, 200);
      const refused = await submit(harness, "/revoke", { id: client.id });
      assert.equal(refused.status, 503);
      assert.equal(((await refused.json()) as Body).code, "state-not-saved");
      const list = await harness.service.fetch(
        new Request(settingsUrl, { headers: { Authorization: basic(adminKey) } }),
      );
      assert.match(
        await list.text(),
        /This list is from the last successful read: .* is not a state file/,
      );
      assert.equal((await exchange(harness.service, client)).status, 200);
      assert.equal(await readFile(state, "utf8"), "{");
    }));

  it("that cannot be written leaves clients unchanged", () =>
    withFolder({}, async (folder) => {
      const state = join(folder, "state.json");
      const harness = await start({ data, adminKey, state });
      const client = await createClient(harness, "Kept");
      await mkdir(`${state}.previous`);
      assert.equal((await submit(harness, "/revoke", { id: client.id })).status, 503);
      assert.equal((await exchange(harness.service, client)).status, 200);
      assert.deepEqual((await readdir(folder)).sort(), ["state.json", "state.json.previous"]);
    }));
});

/** A state file with its first client repeated at the end. */
function twice(text: string): string {
  const { clients } = JSON.parse(text);
  return JSON.stringify({ clients: [...clients, clients[0]] });
}
