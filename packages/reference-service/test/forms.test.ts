import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { adminAuthorization, browse, settingsUrl } from "./browser-harness.ts";
import { type Body, rootUrl, testClient } from "./service-harness.ts";

const itemsUrl = `${rootUrl}/ogc/features/v1/collections/svc:hotspots/items`;

const right = { client_id: testClient.id, client_secret: testClient.secret };

describe("signing in", () => {
  it("returns to the requested page, with a cookie that scripts cannot read", async () => {
    const { open, formOf, send } = await browse();
    const fields = await formOf(`${itemsUrl}?limit=3`);
    assert.equal(
      (await send(`${rootUrl}/sign-in`, { ...fields, ...right, client_secret: "x" })).status,
      401,
    );
    const done = await send(`${rootUrl}/sign-in`, { ...fields, ...right });
    assert.equal(done.status, 303);
    assert.equal(done.headers.get("Location"), `${itemsUrl}?limit=3`);
    const [cookie] = done.headers.getSetCookie();
    assert.match(cookie!, /HttpOnly/);
    assert.match(cookie!, /SameSite=Strict/);
    assert.doesNotMatch(cookie!, /Secure/);
    assert.equal((await open(done.headers.get("Location")!)).status, 200);
  });

  it("over TLS sets cookies for TLS only", async () => {
    const { jar, open, formOf, send } = await browse({ baseUrl: "https://fires.test/emberline" });
    const asked = await open(itemsUrl);
    const text = await asked.text();
    assert.match(text, /<form method="post" action="\/emberline\/sign-in"/);
    assert.match(asked.headers.getSetCookie()[0]!, /Path=\/emberline;.*Secure/);
    const fields = await formOf(itemsUrl);
    const done = await send(`${rootUrl}/sign-in`, { ...fields, ...right });
    const to = "https://fires.test/emberline/ogc/features/v1/collections/svc:hotspots/items";
    assert.equal(done.headers.get("Location"), to);
    assert.match(done.headers.getSetCookie()[0]!, /Path=\/emberline;.*Secure/);
    assert.deepEqual([...jar.keys()], ["emberline_form", "emberline_token"]);
  });

  it("names its cookies by its port, so that a service on another one keeps its own", async () => {
    const own = await browse({ baseUrl: "http://fires.test:3100" });
    const other = await browse({ baseUrl: "http://fires.test:3200" });
    for (const { jar, formOf, send } of [own, other]) {
      await send(`${rootUrl}/sign-in`, { ...(await formOf(itemsUrl)), ...right });
      for (const [name, value] of own.jar) jar.set(name, value);
    }
    const [form, token] = ["emberline_form", "emberline_token"];
    const all = [`${form}_3100`, `${token}_3100`, `${form}_3200`, `${token}_3200`];
    assert.deepEqual([...other.jar.keys()].sort(), all.sort());
    for (const { open } of [own, other]) assert.equal((await open(itemsUrl)).status, 200);
    own.jar.delete(`${token}_3100`);
    own.jar.set(`${token}_3200`, other.jar.get(`${token}_3200`)!);
    assert.equal((await own.open(itemsUrl)).status, 401);
  });

  for (const to of [
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "\t//evil.test",
    "/\n\\evil.test",
    "https:evil.test",
    "http://service.test@evil.test/",
    "http://service.test.evil.test/",
    "javascript:alert(1)",
    "data:text/html,x",
    "\u0000//evil.test",
  ]) {
    it(`leads to this service instead of ${JSON.stringify(to)}`, async () => {
      const { formOf, send } = await browse();
      const fields = await formOf(itemsUrl);
      const headers = { "Sec-Fetch-Site": "same-origin" };
      const done = await send(`${rootUrl}/sign-in`, { ...fields, ...right, to }, headers);
      assert.equal(done.status, 303);
      // As browsers read the header (WHATWG URL).
      const { origin } = new URL(done.headers.get("Location")!, `${rootUrl}/sign-in`);
      assert.equal(origin, rootUrl);
    });
  }

  it("requires both members", async () => {
    const { formOf, send } = await browse();
    const fields = await formOf(itemsUrl);
    assert.equal((await send(`${rootUrl}/sign-in`, fields)).status, 400);
  });
});

describe("forms of another site", () => {
  const names = { name: "Map team" };

  it("are refused if the browser reports another site", async () => {
    const { formOf, send } = await browse();
    const fields = await formOf(settingsUrl, { Authorization: adminAuthorization });
    for (const site of ["cross-site", "same-site", "none", "whatever"]) {
      const headers = { Authorization: adminAuthorization, "Sec-Fetch-Site": site };
      assert.equal((await send(settingsUrl, { ...fields, ...names }, headers)).status, 403, site);
    }
    const headers = { Authorization: adminAuthorization, "Sec-Fetch-Site": "same-origin" };
    assert.equal((await send(settingsUrl, names, headers)).status, 201);
  });

  it("are refused if the browser reports no site and the form lacks the token of its cookie", async () => {
    const { jar, formOf, send } = await browse();
    const fields = await formOf(settingsUrl, { Authorization: adminAuthorization });
    const headers = { Authorization: adminAuthorization, Origin: rootUrl };
    const other = await (await browse()).formOf(settingsUrl, { Authorization: adminAuthorization });
    for (const token of [{}, { form_token: "" }, { form_token: "AAAA" }, other]) {
      assert.equal((await send(settingsUrl, { ...names, ...token }, headers)).status, 403);
    }
    assert.equal((await send(settingsUrl, { ...fields, ...names }, headers)).status, 201);
    const foreign = { Authorization: adminAuthorization, Origin: "https://evil.test" };
    assert.equal((await send(settingsUrl, { ...fields, ...names }, foreign)).status, 403);
    const sandboxed = { Authorization: adminAuthorization, Origin: "null" };
    assert.equal((await send(settingsUrl, { ...fields, ...names }, sandboxed)).status, 403);
    jar.clear();
    assert.equal((await send(settingsUrl, { ...fields, ...names }, headers)).status, 403);
  });

  it("cannot sign a person in as somebody else", async () => {
    const { send } = await browse();
    assert.equal((await send(`${rootUrl}/sign-in`, right)).status, 403);
    const headers = { Origin: rootUrl };
    assert.equal((await send(`${rootUrl}/sign-in`, right, headers)).status, 403);
  });
});

describe("a body that is not a form", () => {
  const multipart = (boundary: string) => `multipart/form-data${boundary}`;
  const part = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nMap team\r\n--b--\r\n';

  for (const [what, type, body, status] of [
    ["multipart without a boundary", multipart(""), part, 400],
    ["multipart of another boundary", multipart("; boundary=c"), part, 400],
    ["multipart that is cut off", multipart("; boundary=b"), part.slice(0, 40), 400],
    ["JSON", "application/json", '{"name":"Map team"}', 400],
    ["nothing", "application/x-www-form-urlencoded", "", 400],
    ["too long", "application/x-www-form-urlencoded", `name=${"x".repeat(5000)}`, 413],
    ["whole multipart", multipart("; boundary=b"), part, 201],
  ] as const) {
    it(`is answered by ${status}: ${what}`, async () => {
      const { open } = await browse();
      const answer = await open(settingsUrl, {
        method: "POST",
        headers: {
          Accept: "application/json",
          Authorization: adminAuthorization,
          "Content-Type": type,
          "Sec-Fetch-Site": "same-origin",
        },
        body,
      });
      assert.equal(answer.status, status, await answer.clone().text());
      if (status < 500 && status !== 201) assert.ok(((await answer.json()) as Body).code);
    });
  }
});
