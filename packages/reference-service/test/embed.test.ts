import assert from "node:assert/strict";
import { it } from "node:test";
import { embed } from "../src/index.ts";
import type { Body } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

async function itemsOf({
  baseUrl,
  clientId,
  clientSecret,
  fetch,
}: Awaited<ReturnType<typeof embed>>) {
  const exchange = await fetch(`${baseUrl}/v1/token`, {
    method: "POST",
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token } = (await exchange.json()) as Body;
  const items = `${baseUrl}/ogc/features/v1/collections/svc:hotspots/items?limit=1`;
  const page = await fetch(items, { headers: { Authorization: `Bearer ${access_token}` } });
  assert.equal(page.status, 200);
  return (await page.json()) as Body;
}

it("embeds a synthetic sample with a random API client", async () => {
  const [one, other] = [await embed({ synthetic: true }), await embed({ synthetic: true })];
  assert.equal(one.synthetic, true);
  assert.match(one.lines[0]!, /^Serving the synthetic sample: \d+ svc:satellite-perimeters, /);
  assert.ok((await itemsOf(one)).numberMatched > 0);
  assert.notEqual(one.clientId, other.clientId);
  assert.notEqual(one.clientSecret, other.clientSecret);
});

it("embeds a folder with the given address and API client", async () => {
  const lines = pointLine("a", [1, 2]) + pointLine("far", [200, 2]);
  await withFolder({ "hotspots.geojsonl": lines, "notes.txt": "" }, async (data) => {
    const client = { clientId: "me", clientSecret: "hush-hush" };
    const embedded = await embed({ data, baseUrl: "http://fires.test/service", ...client });
    assert.equal(embedded.synthetic, false);
    const { numberMatched, links } = await itemsOf({ ...embedded, ...client });
    assert.equal(numberMatched, 1);
    assert.ok(links[0].href.startsWith("http://fires.test/service/ogc/features/v1/"));
    const log = embedded.lines.join("\n");
    assert.match(log, /^Serving 0 svc:satellite-perimeters, .*1 svc:hotspots, 0 simulations\n/);
    assert.match(
      log,
      /Passed over: notes\.txt\nRefused: 1\n {2}hotspots\.geojsonl:2: .*longitude 200/,
    );
    assert.ok(!log.includes("hush-hush"));
    await assert.rejects(embed({ data, strict: true }), { name: "ImportError" });
  });
});
