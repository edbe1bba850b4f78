import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";
import { generateKeyPair } from "jose";
import { type Issuer, startIssuer } from "./support/issuer.ts";

const publicUrl = "https://fires.example";
const claims = { sub: "ann", aud: `${publicUrl}/mcp` };

/** An issuer, and the status that a server which trusts it gives to a token. */
async function start(t: TestContext, keysUrl?: string) {
  const issuer = await startIssuer("", keysUrl);
  t.after(() => issuer.close());
  return { issuer, ...(await startApp(issuer)) };
}

async function startApp(issuer: Issuer) {
  const settings = readSettings({
    args: [],
    environment: { EMBERLINE_PUBLIC_URL: publicUrl, EMBERLINE_OAUTH_ISSUER: issuer.url },
  });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const app = createApp(settings, await openUpstream(settings, publicUrl, log), { log });
  const statusOf = async (token: string) => {
    const headers = { host: "fires.example", authorization: `Bearer ${token}` };
    return (await app.fetch(new Request("http://127.0.0.1:3000/tools", { headers }))).status;
  };
  return { statusOf, lines };
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("for an unsigned or foreign token the issuer is never asked", async (t) => {
  const { issuer, statusOf } = await start(t);
  const own = { iss: issuer.url, exp: Math.floor(Date.now() / 1000) + 3600, ...claims };
  const unsigned = [{ alg: "none" }, { alg: "HS256", kid: "first" }, { kid: "first" }].map(
    (header) => `${base64url(header)}.${base64url(own)}.AAAA`,
  );
  const foreign = await Promise.all([
    issuer.token({ ...claims, iss: "https://attacker.example" }),
    issuer.token({ ...claims, aud: "https://other.example" }),
    issuer.token({ aud: claims.aud }),
    issuer.token({ ...claims, token_use: "id" }),
    issuer.token(claims, undefined, { kid: "first", typ: "logout+jwt" }),
  ]);
  for (const token of [...unsigned, ...foreign]) assert.equal(await statusOf(token), 401, token);
  assert.equal(issuer.asked(), 0);
  assert.equal(await statusOf(await issuer.token(claims)), 200);
  // Its metadata, and its keys.
  assert.equal(issuer.asked(), 2);
});

test("tokens of unknown keys ask the issuer once in ten seconds", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const { issuer, statusOf } = await start(t);
  assert.equal(await statusOf(await issuer.token(claims)), 200);
  const { privateKey } = await generateKeyPair("RS256");
  const unknown = (kid: string) => issuer.token(claims, privateKey, { kid });
  for (const kid of ["a", "b", "c"]) assert.equal(await statusOf(await unknown(kid)), 401);
  assert.equal(issuer.asked(), 2);
  t.mock.timers.tick(10_000);
  for (const kid of ["d", "e"]) assert.equal(await statusOf(await unknown(kid)), 401);
  assert.equal(issuer.asked(), 4);
});

test("an issuer that fails is asked once in ten seconds, with one line in the log", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const { issuer, statusOf, lines } = await start(t);
  issuer.fail();
  const token = await issuer.token(claims);
  const statuses = () => Promise.all([token, token, token].map(statusOf));
  assert.deepEqual(await statuses(), [503, 503, 503]);
  const asked = issuer.asked();
  assert.deepEqual(await statuses(), [503, 503, 503]);
  assert.equal(issuer.asked(), asked);
  assert.equal(lines.length, 1);
  issuer.fail(false);
  t.mock.timers.tick(10_000);
  assert.deepEqual(await statuses(), [200, 200, 200]);
});

test("while the issuer fails, its known keys are used, whatever other tokens come", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const { issuer, statusOf } = await start(t);
  const token = await issuer.token(claims);
  assert.equal(await statusOf(token), 200);
  issuer.fail();
  t.mock.timers.tick(10_000);
  const { privateKey } = await generateKeyPair("RS256");
  assert.equal(await statusOf(await issuer.token(claims, privateKey, { kid: "new" })), 503);
  assert.equal(await statusOf(token), 200);
  // A key that the issuer may have withdrawn is not used for long.
  t.mock.timers.tick(600_000);
  assert.equal(await statusOf(token), 503);
});

test("keys at an address that is neither https nor this machine's are not asked for", async (t) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('{"keys":[]}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { issuer, statusOf } = await start(t, `http://0.0.0.0:${port}/keys`);
  assert.equal(await statusOf(await issuer.token(claims)), 503);
  assert.equal(requests, 0);
});

test("keys without an end are read to a limit", async (t) => {
  let sentBytes = 0;
  const server = createServer((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write(" ".repeat(2 ** 16))) sentBytes += 2 ** 16;
    };
    response.on("drain", send);
    send();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { issuer, statusOf } = await start(t, `http://127.0.0.1:${port}/keys`);
  assert.equal(await statusOf(await issuer.token(claims)), 503);
  // Of what was sent, connections keep some megabytes.
  assert.ok(sentBytes < 2 ** 25, `${sentBytes} bytes`);
});
