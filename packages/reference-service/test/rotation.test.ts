import assert from "node:assert/strict";
import { hkdfSync } from "node:crypto";
import { test } from "node:test";
import { fixtures as data } from "@emberline/test-support/programs";
import { SignJWT } from "jose";
import { type Body, exchange, rootUrl, sampleNow, start, testClient } from "./service-harness.ts";

const [old, next] = ["old-".repeat(10), "next".repeat(10)] as const;

/** A service whose secrets change. */
async function startWith(...secrets: string[]) {
  let signing = secrets;
  const harness = await start({ data, signingSecret: () => signing });
  const set = (...changed: string[]) => {
    signing = changed;
  };
  return { ...harness, set };
}

const statusWith = async ({ service }: Awaited<ReturnType<typeof startWith>>, token: string) =>
  (
    await service.fetch(
      new Request(`${rootUrl}/ogc/features/v1/collections`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
  ).status;

/** A token as any program makes one that has the secret (RFC 7519, RFC 5869). */
const tokenBy = (secret: string) =>
  new SignJWT({ org: "demo" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("emberline-reference-service")
    .setSubject(testClient.id)
    .setExpirationTime(Math.floor(sampleNow / 1000) + 600)
    .sign(new Uint8Array(hkdfSync("sha256", secret, "", "emberline-service tokens", 32)));

test("a token is accepted while the secret that signed it is the previous one, and refused after", async () => {
  const started = await startWith(old);
  const byHand = await tokenBy(old);
  assert.deepEqual(
    [await statusWith(started, started.token), await statusWith(started, byHand)],
    [200, 200],
  );
  started.set(next, old);
  assert.equal(await statusWith(started, started.token), 200);
  const { access_token: renewed } = (await (await exchange(started.service)).json()) as Body;
  started.set(next);
  assert.deepEqual(
    [
      await statusWith(started, started.token),
      await statusWith(started, byHand),
      await statusWith(started, renewed),
      await statusWith(started, await tokenBy(next)),
    ],
    [401, 401, 200, 200],
  );
});

test("where replicas share the secret, the next one is accepted by all before one signs with it", async () => {
  const first = await startWith(old, next);
  const second = await startWith(old, next);
  second.set(next, old);
  const { access_token: renewed } = (await (await exchange(second.service)).json()) as Body;
  assert.equal(await statusWith(first, renewed), 200);
  assert.equal(await statusWith(second, first.token), 200);
});

test("a page link is accepted while its secret is the previous one, and refused after", async () => {
  const { json, get, set } = await startWith(old);
  const page: Body = await json("/collections/svc:hotspots/items?limit=1");
  const { href } = page.links.find(({ rel }: { rel: string }) => rel === "next");
  const second: Body = await json(href);
  assert.equal(second.features.length, 1);
  assert.notEqual(second.features[0].id, page.features[0].id);
  set(next, old);
  assert.deepEqual((await json(href)).features, second.features);
  set(next);
  // The token of the harness was signed by the old secret too.
  assert.equal((await get(href)).status, 401);
  const later = await startWith(next);
  assert.equal((await later.get(href)).status, 400);
});

test("both secrets of an API client are exchanged while the other is accepted", async () => {
  let secrets: readonly string[] = ["old-secret"];
  const client = { id: "map", secret: () => secrets };
  const { service } = await start({ data, clients: [client] });
  const statusOf = async (secret: string) =>
    (await exchange(service, { id: "map", secret })).status;
  assert.deepEqual([await statusOf("old-secret"), await statusOf("new-secret")], [200, 401]);
  secrets = ["new-secret", "old-secret"];
  assert.deepEqual([await statusOf("old-secret"), await statusOf("new-secret")], [200, 200]);
  secrets = ["new-secret"];
  assert.deepEqual([await statusOf("old-secret"), await statusOf("new-secret")], [401, 200]);
});

test("without a signing secret, cursors outlive a change of the secret of an API client", async () => {
  let secrets: readonly string[] = ["old-secret"];
  const { json, get } = await start({
    data,
    clients: [{ id: testClient.id, secret: () => secrets }],
  });
  const page: Body = await json("/collections/svc:hotspots/items?limit=1");
  const { href } = page.links.find(({ rel }: { rel: string }) => rel === "next");
  secrets = ["new-secret", "old-secret"];
  assert.equal((await get(href)).status, 200);
  secrets = ["new-secret"];
  assert.equal((await get(href)).status, 400);
});
