import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { createApp, openUpstream, readSettings } from "emberline";
import { exportJWK, generateKeyPair } from "jose";
import { type Issuer, startIssuer } from "./support/issuer.ts";
import { type RecordedUpstream, startUpstream } from "./support/upstream.ts";

const publicUrl = "https://fires.example/emberline";
const audience = `${publicUrl}/mcp`;
const metadataUrl = "https://fires.example/.well-known/oauth-protected-resource/emberline/mcp";
const key = "first-key-9d2-of-some-length";
let issuer: Issuer;
let upstream: RecordedUpstream;

before(async () => {
  issuer = await startIssuer("/realms/fires");
  upstream = await startUpstream([{ id: "operator", secret: "operator-secret" }]);
});
after(async () => {
  await issuer.close();
  await upstream.close();
});

async function startApp(environment: Record<string, string> = {}) {
  const settings = readSettings({
    args: [],
    environment: {
      ...upstream.environment,
      EMBERLINE_PUBLIC_URL: publicUrl,
      EMBERLINE_OAUTH_ISSUER: issuer.url,
      ...environment,
    },
  });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const app = createApp(settings, await openUpstream(settings, publicUrl, log), { log });
  const ask = (path: string, token?: string, init: RequestInit = {}) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        ...init,
        headers: {
          host: "fires.example",
          ...init.headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      }),
    );
  return { ask, lines };
}

const valid = () => issuer.token({ sub: "ann", aud: audience });

test("the metadata of RFC 9728 names the resource and its issuer, for pages of any origin", async () => {
  const { ask } = await startApp({ EMBERLINE_OAUTH_SCOPES: "fires:read" });
  for (const [path, resource] of [
    ["/.well-known/oauth-protected-resource/emberline/mcp", `${publicUrl}/mcp`],
    ["/.well-known/oauth-protected-resource/mcp", `${publicUrl}/mcp`],
    ["/.well-known/oauth-protected-resource", `${publicUrl}/mcp`],
    ["/.well-known/oauth-protected-resource/emberline/tools", `${publicUrl}/tools`],
  ] as const) {
    const response = await ask(path, undefined, { headers: { origin: "https://app.example" } });
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.deepEqual(await response.json(), {
      resource,
      resource_name: "Emberline",
      authorization_servers: [issuer.url],
      bearer_methods_supported: ["header"],
      scopes_supported: ["fires:read"],
    });
  }
});

test("the refusal of a request without a token names the metadata and the scope to ask for", async () => {
  const { ask } = await startApp({ EMBERLINE_OAUTH_SCOPES: "fires:read, fires:map" });
  const response = await ask("/mcp", undefined, { method: "POST" });
  assert.equal(response.status, 401);
  assert.equal(
    response.headers.get("www-authenticate"),
    `Bearer scope="fires:read fires:map", resource_metadata="${metadataUrl}"`,
  );
  const tools = await ask("/tools/query_features");
  assert.match(
    tools.headers.get("www-authenticate")!,
    /oauth-protected-resource\/emberline\/tools"/,
  );
});

test("a token of the issuer for this server is accepted, and keys still are", async () => {
  const { ask } = await startApp({ EMBERLINE_API_KEYS: key });
  for (const aud of [audience, publicUrl, `${publicUrl}/tools`, ["elsewhere", audience]])
    assert.equal((await ask("/tools", await issuer.token({ sub: "ann", aud }))).status, 200);
  assert.equal((await ask("/tools", key)).status, 200);
  assert.equal((await ask("/tools", "wrong")).status, 401);
});

const past = Math.floor(Date.now() / 1000) - 3600;
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) => token.split(".")[1]!;

const wrongTokens: Record<string, () => Promise<string>> = {
  "has expired": () => issuer.token({ sub: "ann", aud: audience, exp: past }),
  "is for another audience": () => issuer.token({ sub: "ann", aud: "https://other.example/mcp" }),
  "is from another issuer": () =>
    issuer.token({ sub: "ann", aud: audience, iss: "https://attacker.example" }),
  "is not valid yet": () => issuer.token({ sub: "ann", aud: audience, nbf: past + 7200 }),
  "has no expiry or no subject": () => issuer.token({ aud: audience }),
  "is not an access token": () => issuer.token({ sub: "ann", aud: audience, token_use: "id" }),
};
for (const [reason, make] of Object.entries(wrongTokens)) {
  test(`401 says that the token ${reason}`, async () => {
    const { ask } = await startApp();
    for (const path of ["/mcp", "/tools"]) {
      const response = await ask(path, await make(), path === "/mcp" ? { method: "POST" } : {});
      assert.equal(response.status, 401);
      const challenge = response.headers.get("www-authenticate")!;
      assert.match(challenge, /^Bearer error="invalid_token"/);
      assert.ok(challenge.includes(`error_description="The token ${reason}"`), challenge);
      assert.match(challenge, /resource_metadata="https:\/\/fires\.example\/\.well-known\//);
    }
  });
}

test("only access tokens are accepted: by their type and by what they say they are for", async () => {
  const { ask } = await startApp();
  const statusOf = async (claims: object, header: { typ?: string | undefined } = {}) => {
    const token = await issuer.token({ sub: "ann", aud: audience, ...claims }, undefined, {
      kid: "first",
      ...header,
    });
    return (await ask("/tools", token)).status;
  };
  for (const typ of ["at+jwt", "application/at+jwt", "JWT", "jwt", undefined])
    assert.equal(await statusOf({}, { typ }), 200, typ);
  for (const typ of ["logout+jwt", "secevent+jwt", "dpop+jwt", "application/jwt-bearer", ""])
    assert.equal(await statusOf({}, { typ }), 401, typ);
  // What Keycloak and Cognito write into access tokens.
  for (const claims of [{ typ: "Bearer" }, { token_use: "access" }])
    assert.equal(await statusOf(claims), 200, JSON.stringify(claims));
});

for (const claims of [
  { typ: "ID" },
  { typ: "Refresh" },
  { at_hash: "77QmUPtjPfzWtF2AnpK9RQ" },
  { c_hash: "LDktKdoQak3Pk0cnXxCltA" },
  { events: { "http://schemas.openid.net/event/backchannel-logout": {} } },
  { sub: "" },
  { sub: 4 as never },
  { sub: { name: "ann" } as never },
])
  test(`a token for another use, or of no one, is refused: ${JSON.stringify(claims)}`, async () => {
    const { ask } = await startApp();
    const token = await issuer.token({ sub: "ann", aud: audience, ...claims });
    assert.equal((await ask("/tools", token)).status, 401);
  });

test("a token without a signature, or signed with the public key as a secret, is refused", async () => {
  const { ask } = await startApp();
  const claims = claimsOf(await valid());
  const none = `${base64url({ alg: "none" })}.${claims}.`;
  const { publicPem } = issuer;
  const signed = `${base64url({ alg: "HS256", kid: "first" })}.${claims}`;
  const jwk = JSON.stringify((await (await fetch(`${issuer.url}/keys`)).json()).keys[0]);
  const hmacs = [publicPem, publicPem.trim(), jwk].map(
    (secret) => `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`,
  );
  for (const token of [none, ...hmacs]) {
    const response = await ask("/tools", token);
    assert.equal(response.status, 401);
    assert.match(response.headers.get("www-authenticate")!, /error="invalid_token"/);
  }
});

test("a token of another key is refused, even if it brings that key or names the issuer's", async () => {
  const { ask } = await startApp();
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const claims = { sub: "ann", aud: audience };
  const jwk = await exportJWK(publicKey);
  for (const header of [{ kid: "first" }, { kid: "other" }, { kid: "first", jwk }, {}]) {
    const response = await ask("/tools", await issuer.token(claims, privateKey, header));
    assert.equal(response.status, 401, JSON.stringify(header));
  }
  const changed = (await valid()).split(".");
  changed[1] = base64url({ ...JSON.parse(atob(changed[1]!)), sub: "eve" });
  assert.equal((await ask("/tools", changed.join("."))).status, 401);
});

test("a token that lacks a scope gets 403 with the scopes to ask for", async () => {
  const { ask } = await startApp({ EMBERLINE_OAUTH_SCOPES: "fires:read,fires:map" });
  for (const claims of [{}, { scope: "fires:read" }, { scope: "fires:mapfires:read x" }]) {
    const token = await issuer.token({ sub: "ann", aud: audience, ...claims });
    const response = await ask("/mcp", token, { method: "POST" });
    assert.equal(response.status, 403);
    const challenge = response.headers.get("www-authenticate")!;
    assert.match(challenge, /^Bearer error="insufficient_scope"/);
    assert.ok(challenge.includes('scope="fires:read fires:map"'), challenge);
    assert.ok(challenge.includes(`resource_metadata="${metadataUrl}"`), challenge);
  }
  for (const claims of [
    { scope: "fires:map openid fires:read" },
    { scp: ["fires:read", "fires:map"] },
  ]) {
    const token = await issuer.token({ sub: "ann", aud: audience, ...claims });
    assert.equal((await ask("/tools", token)).status, 200);
  }
});

test("with a configured audience only that one is accepted", async () => {
  const { ask } = await startApp({ EMBERLINE_OAUTH_AUDIENCE: "api://fires" });
  const own = await issuer.token({ sub: "ann", aud: "api://fires" });
  assert.equal((await ask("/tools", own)).status, 200);
  assert.equal((await ask("/tools", await valid())).status, 401);
});

test("ten wrong tokens a minute are logged, then 429 is the answer, but not to a valid one", async () => {
  const { ask, lines } = await startApp();
  const wrong = await issuer.token({ sub: "ann", aud: "https://other.example/mcp" });
  for (let i = 0; i < 10; i++) assert.equal((await ask("/tools", wrong)).status, 401);
  assert.equal((await ask("/tools", wrong)).status, 429);
  assert.equal((await ask("/tools", await valid())).status, 200);
  assert.equal(lines.length, 10);
  assert.match(lines[0]!, /^a wrong token from unknown \(1 of 10 a minute\)$/);
});

test("expired tokens do not count as wrong ones", async () => {
  const { ask, lines } = await startApp();
  const expired = await issuer.token({ sub: "ann", aud: audience, exp: past });
  for (let i = 0; i < 20; i++) assert.equal((await ask("/tools", expired)).status, 401);
  assert.deepEqual(lines, []);
});

test("a token is only read from the Authorization header", async () => {
  const { ask } = await startApp();
  assert.equal((await ask(`/tools?access_token=${await valid()}`)).status, 401);
});

test("neither the upstream service nor the log ever sees a caller's token", async () => {
  const { ask, lines } = await startApp();
  const token = await valid();
  const post = (body: object) => ({
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(body),
  });
  const input = { collection: "svc:hotspots", limit: 1 };
  assert.equal((await ask("/tools/query_features", token, post(input))).status, 200);
  const call = { name: "query_features", arguments: input };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  assert.equal((await ask("/mcp", token, post(message))).status, 200);
  const forged = `${token.slice(0, -8)}AAAAAAAA`;
  assert.equal((await ask("/tools", forged)).status, 401);
  assert.ok(upstream.requests.length > 0);
  const seen = [...upstream.requests, ...lines].join("\n");
  for (const part of token.split(".")) assert.ok(!seen.includes(part));
});

test("while the issuer does not answer, a token gets 503, and a key is accepted", async () => {
  const silent = await startIssuer();
  silent.fail();
  const { ask, lines } = await startApp({
    EMBERLINE_OAUTH_ISSUER: silent.url,
    EMBERLINE_API_KEYS: key,
  });
  const token = await silent.token({ sub: "ann", aud: audience });
  const response = await ask("/tools", token);
  assert.equal(response.status, 503);
  assert.ok(Number(response.headers.get("retry-after")) > 0);
  assert.equal((await ask("/tools", key)).status, 200);
  assert.ok(lines.length > 0 && !lines.join().includes(token));
  await silent.close();
});

test("an issuer whose metadata names another issuer is not believed", async () => {
  const { port } = new URL(issuer.url);
  const alias = `http://localhost:${port}/realms/fires`;
  const { ask } = await startApp({ EMBERLINE_OAUTH_ISSUER: alias });
  const token = await issuer.token({ sub: "ann", aud: audience, iss: alias });
  assert.equal((await ask("/tools", token)).status, 503);
});

for (const [environment, message] of [
  [{ EMBERLINE_OAUTH_ISSUER: "https://login.example" }, /EMBERLINE_PUBLIC_URL is missing/],
  [{ EMBERLINE_OAUTH_SCOPES: "," }, /EMBERLINE_OAUTH_SCOPES is ",": give one or more/],
  [{ EMBERLINE_OAUTH_ISSUER: "http://login.example" }, /give an https URL/],
  [{ EMBERLINE_OAUTH_SCOPES: "fires:read" }, /EMBERLINE_OAUTH_ISSUER is missing/],
  [{ EMBERLINE_OAUTH_SCOPES: 'fires"read' }, /give scopes separated by commas/],
] as const)
  test(`wrong OAuth settings are refused: ${JSON.stringify(environment)}`, () => {
    assert.throws(() => readSettings({ args: [], environment: { ...environment } }), message);
  });
