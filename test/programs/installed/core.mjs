import assert from "node:assert/strict";
import { createClient } from "@emberline/core";

const baseUrl = "https://service.test";
const pages = [["a", "b"], ["c", "d"], ["e"]];

/** A service with five hotspots on three pages. */
async function fetch(input, init) {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.pathname.endsWith("/token")) {
    return Response.json({ access_token: "t", token_type: "Bearer", expires_in: 3600 });
  }
  const headers = new Headers(input instanceof Request ? input.headers : init?.headers);
  assert.equal(headers.get("authorization"), "Bearer t");
  const page = Number(url.searchParams.get("page") ?? 0);
  const features = pages[page].map((id) => ({
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [10, 50] },
    properties: {},
  }));
  url.searchParams.set("page", page + 1);
  const links = page + 1 < pages.length ? [{ rel: "next", href: url.href }] : [];
  return Response.json({ type: "FeatureCollection", features, links });
}

const client = createClient({ baseUrl, clientId: "demo", clientSecret: "demo-secret", fetch });
const ids = [];
for await (const { id } of client.features.iterate("svc:hotspots", { pageSize: 2 })) ids.push(id);
assert.deepEqual(ids, ["a", "b", "c", "d", "e"]);
