import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import { SignJWT } from "jose";
import {
  type Body,
  exchange,
  featuresUrl,
  rootUrl,
  sampleNow,
  start,
  testClient,
  withSystemClock,
} from "./service-harness.ts";

const data = fixtures;
const collectionsUrl = `${featuresUrl}/collections`;
const simulationsUrl = `${rootUrl}/v1/fire-spread/simulations`;

describe("tokens", () => {
  it("are issued for an id and its secret, with their lifetime in seconds", async () => {
    const { service } = await start({ data, tokenLifetimeSeconds: 120 });
    const response = await exchange(service);
    assert.equal(response.headers.get("Cache-Control"), "no-store");
    const body = (await response.json()) as Body;
    assert.deepEqual(Object.keys(body).sort(), ["access_token", "expires_in", "token_type"]);
    assert.equal(body.expires_in, 120);
    assert.equal(body.token_type, "Bearer");
    assert.equal(body.access_token.split(".").length, 3);
  });

  it("are refused for a wrong secret or an unknown client, without revealing which", async () => {
    const { service } = await start({ data });
    const wrong = await exchange(service, { id: testClient.id, secret: "wrong" });
    const unknown = await exchange(service, { id: "nobody", secret: testClient.secret });
    assert.equal(wrong.status, 401);
    assert.ok(wrong.headers.get("WWW-Authenticate")?.startsWith("Bearer"));
    const [a, b] = [(await wrong.json()) as Body, await unknown.json()];
    assert.deepEqual(a, b);
    assert.equal(a.code, "invalid-client");
    assert.ok(a.message && a.description);
  });

  for (const body of ["", "[]", "null", '{"client_id":1,"client_secret":"x"}', "{"]) {
    it(`require a complete body: ${body || "an empty one"}`, async () => {
      const { service } = await start({ data });
      const response = await service.fetch(
        new Request(`${rootUrl}/v1/token`, { method: "POST", body }),
      );
      assert.equal(response.status, 400);
    });
  }

  it("expire by the service's clock", async () => {
    let now = sampleNow;
    const { get } = await start({ data, now: () => now, tokenLifetimeSeconds: 60 });
    now += 59_000;
    assert.equal((await get(collectionsUrl)).status, 200);
    now += 2_000;
    const response = await get(collectionsUrl);
    assert.equal(response.status, 401);
    assert.equal(((await response.json()) as Body).code, "invalid-token");
    assert.ok(response.headers.get("WWW-Authenticate")?.startsWith("Bearer"));
  });

  it("are refused if signed with another key, unsigned, or altered", async () => {
    const { service, token } = await start({ data });
    const claims = { org: "demo", sub: testClient.id, iss: "emberline-reference-service" };
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(sampleNow / 1000 + 600)
      .sign(new Uint8Array(32));
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${encode({ alg: "none" })}.${encode({ ...claims, exp: sampleNow / 1000 + 600 })}.`;
    const [head, payload, signature] = token.split(".");
    const raised = { ...JSON.parse(Buffer.from(payload!, "base64url").toString()), org: "other" };
    for (const bad of [
      foreign,
      unsigned,
      `${head}.${encode(raised)}.${signature}`,
      "abc",
      `${token}x`,
    ]) {
      const request = new Request(collectionsUrl, { headers: { Authorization: `Bearer ${bad}` } });
      assert.equal((await service.fetch(request)).status, 401, bad);
    }
  });

  it("are required on every path except the exchange, even unknown ones", async () => {
    const { service } = await start({ data });
    for (const path of [
      "/ogc/features/v1/collections",
      "/v1/fire-spread/simulations",
      "/nothing",
      "/",
    ]) {
      const response = await service.fetch(new Request(rootUrl + path));
      assert.equal(response.status, 401, path);
      assert.deepEqual(Object.keys((await response.json()) as Body).sort(), [
        "code",
        "description",
        "message",
      ]);
    }
  });
});

describe("organizations", () => {
  const clients = [
    { id: "north", secret: "n", organization: "north-agency" },
    { id: "south", secret: "s", organization: "south-agency" },
  ];

  it("see only their own simulations, and share the features", async () => {
    const { service, json } = await start({ clients });
    assert.equal((await json(simulationsUrl)).items.length, 20);
    const { access_token } = (await (await exchange(service, clients[1])).json()) as Body;
    const asSouth = async (url: string) =>
      service.fetch(new Request(url, { headers: { Authorization: `Bearer ${access_token}` } }));
    assert.deepEqual(await (await asSouth(simulationsUrl)).json(), { items: [], nextCursor: null });
    assert.equal((await asSouth(`${collectionsUrl}/svc:hotspots/items`)).status, 200);
    const { items, nextCursor } = await json(simulationsUrl);
    assert.equal((await asSouth(`${simulationsUrl}?cursor=${nextCursor}`)).status, 422);
    assert.equal((await asSouth(items[0].links.self)).status, 404);
  });
});

describe("the simulation list", () => {
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=x",
    "since=yesterday",
    "since=2023-02-30",
    "cursor=abc",
    "cursor=",
  ]) {
    it(`answers 422 invalid-request to ${query}`, async () => {
      const { get } = await start();
      const response = await get(`${simulationsUrl}?${query}`);
      assert.equal(response.status, 422);
      const body = (await response.json()) as Body;
      assert.equal(body.code, "invalid-request");
      assert.ok(body.message.startsWith(query.split("=")[0]!));
    });
  }

  it("keeps a cursor to the filter it was made for", async () => {
    const { get, json } = await start();
    const { nextCursor } = await json(`${simulationsUrl}?since=2026-01-01&limit=2`);
    assert.equal((await get(`${simulationsUrl}?cursor=${nextCursor}`)).status, 200);
    assert.equal(
      (await get(`${simulationsUrl}?since=2026-01-01&cursor=${nextCursor}`)).status,
      200,
    );
    assert.equal(
      (await get(`${simulationsUrl}?since=2026-01-02&cursor=${nextCursor}`)).status,
      422,
    );
  });
});

describe("paths", () => {
  it("accept the collection's colon plain or encoded", async () => {
    const { json } = await start();
    const plain = await json("/collections/svc:hotspots");
    assert.deepEqual(await json("/collections/svc%3Ahotspots"), plain);
  });

  it("of a mounted service are below its base, in links too", async () => {
    const { json } = await start({ basePath: "/service" });
    const { collections } = await json("/collections?f=application/json");
    assert.equal(collections.length, 3);
    for (const { id, links } of collections) {
      const items = links.find((link: Body) => link.rel === "items").href;
      assert.equal(items, `${rootUrl}/service/ogc/features/v1/collections/${id}/items`);
      assert.equal((await json(items)).type, "FeatureCollection");
    }
  });

  it("lead to a feature by its id, whatever characters it contains", async () => {
    const { json, get } = await start();
    const { features } = await json("/collections/svc:hotspots/items?limit=1");
    const one = await json(`/collections/svc:hotspots/items/${features[0].id}`);
    assert.deepEqual({ ...one, links: undefined }, { ...features[0], links: undefined });
    for (const id of ["none", "..%2F..%2Fetc%2Fpasswd", "%00", "%E0%A4%A", "'%20OR%201=1"]) {
      const response = await get(`/collections/svc:hotspots/items/${id}`);
      assert.equal(response.status, 404, id);
    }
  });

  it("to missing resources answer 404 with a code", async () => {
    const { get } = await start();
    for (const path of ["/collections/svc:nothing", "/collections/svc:nothing/items", "/nothing"]) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.deepEqual(Object.keys((await response.json()) as Body).sort(), [
        "code",
        "description",
      ]);
    }
  });

  it("that the interface does not list answer 404 with documentedOnly", async () => {
    const { get } = await start({ documentedOnly: true });
    const status = async (path: string) => (await get(`/collections/${path}`)).status;
    assert.equal(await status("svc:hotspots"), 404);
    assert.equal(await status("svc:hotspots/items"), 404);
    assert.equal(await status("svc:hotspots/queryables"), 404);
    assert.equal(await status("svc:static-heat-sources/items/syn-source-01"), 404);
    assert.equal(await status("svc:satellite-perimeters/items"), 200);
    assert.equal(await status("svc:static-heat-sources/queryables"), 200);
  });
});

describe("the rate limit", () => {
  it("answers 429 with Retry-After, and ends with the next minute", () =>
    withSystemClock(async (advance) => {
      const { get } = await start({ maxRequestsPerMinute: 3 });
      for (let i = 0; i < 3; i++) assert.equal((await get(collectionsUrl)).status, 200);
      advance(20_000);
      const refused = await get(collectionsUrl);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("Retry-After"), "40");
      advance(40_000);
      assert.equal((await get(collectionsUrl)).status, 200);
    }));

  it("counts each client separately", async () => {
    const clients = [testClient, { id: "other", secret: "o" }];
    const { get, service } = await start({ clients, maxRequestsPerMinute: 1 });
    const { access_token } = (await (await exchange(service, clients[1])).json()) as Body;
    assert.equal((await get(collectionsUrl)).status, 200);
    assert.equal((await get(collectionsUrl)).status, 429);
    const headers = { Authorization: `Bearer ${access_token}` };
    assert.equal((await get(collectionsUrl, { headers })).status, 200);
  });
});
