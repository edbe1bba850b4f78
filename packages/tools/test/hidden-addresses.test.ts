import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, type Fetch } from "@emberline/core";
import { callTool, catalogue, planCall } from "../src/index.ts";

const tool = catalogue.find(({ name }) => name === "query_features")!;
const internal = "http://10.20.30.40:8080/fires";

const json = (body: object) => Response.json(body);
const page = { type: "FeatureCollection", features: [], numberMatched: 1 };

function contextOf(fetch: Fetch) {
  const client = createClient({
    baseUrl: internal,
    clientId: "me",
    clientSecret: "hush-hush",
    retry: { maxRetries: 0 },
    fetch,
  });
  return { client, now: Date.now, notices: [] };
}

/** What a service answers, and what its callers are told. */
const faults: Readonly<Record<string, readonly [answer: () => Response, told: RegExp]>> = {
  "cannot be reached": [
    () => {
      throw new TypeError("connect ECONNREFUSED 10.20.30.40:8080");
    },
    /^GET \/fires\/ogc\/features\/v1\/collections\S* did not reach the service\./,
  ],
  "names itself": [
    () =>
      new Response(
        `upstream 10.20.30.40:8080 of ${internal}/a?b=1, http://10.20.30.40:8080 failed`,
        {
          status: 500,
        },
      ),
    /upstream the service of \/fires\/a\?b=1, the service failed/,
  ],
  "names machines behind it": [
    () =>
      new Response(
        "postgis:5432 refused; 10.9.8.7:5432, [fd00::10:20]:80 and 10.20.30.41. No fires:2024 at [1.5, 2]",
        { status: 500 },
      ),
    /"the service refused; the service, the service and the service\. No fires:2024 at \[1\.5, 2\]"/,
  ],
  "leads elsewhere": [
    () => new Response(null, { status: 302, headers: { location: "https://db.internal:9/x" } }),
    /was redirected to \/x, which is not followed/,
  ],
  "answers a page for people": [() => new Response(`<a href="${internal}">`), /is not JSON/],
  "links to elsewhere": [
    () => json({ ...page, links: [{ rel: "next", href: "https://db.internal:9/x" }] }),
    /its next link leads out of this listing/,
  ],
  "breaks its interface": [() => json({ ...page, type: "Oops" }), /expected an object/],
  "refuses the client": [() => new Response(internal, { status: 401 }), /answered 401/],
};

for (const [fault, [answer, told]] of Object.entries(faults))
  test(`callers are not told where a service is that ${fault}`, async () => {
    const collection = { id: "svc:hotspots", title: "Hotspots", links: [] };
    const fetch = async (input: Request | string | URL) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.endsWith("/v1/token"))
        return json({ access_token: "fake-token", expires_in: 3600, token_type: "Bearer" });
      if (pathname.endsWith("/queryables")) return json({ queryables: [] });
      if (fault !== "cannot be reached" && !pathname.endsWith("/items")) return json(collection);
      return answer();
    };
    const result = await callTool(tool, { collection: "svc:hotspots" }, contextOf(fetch));
    const text = result.ok ? result.text : result.error.message;
    assert.match(text, told);
    assert.doesNotMatch(text, /10\.20\.30|internal|https?:/);
  });

test("requests that an answer or a plan shows are paths", async () => {
  const context = contextOf(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith("/v1/token"))
      return json({ access_token: "fake-token", expires_in: 3600, token_type: "Bearer" });
    if (pathname.endsWith("/queryables")) return json({ queryables: [] });
    return json(
      pathname.endsWith("/items")
        ? { ...page, numberMatched: 0 }
        : { id: "svc:hotspots", links: [] },
    );
  });
  const input = { collection: "svc:hotspots", explain: true };
  for (const result of [
    await callTool(tool, input, context),
    await planCall(tool, input, context),
  ]) {
    assert.ok(result.ok, result.ok ? "" : result.error.message);
    assert.match(result.text, /"\/fires\/ogc\/features\/v1\/collections\/svc:hotspots\/items\?/);
    assert.doesNotMatch(result.text, /10\.20\.30|https?:/);
  }
});
