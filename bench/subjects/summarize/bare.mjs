// Reads hotspots page by page with nothing but fetch, and counts and sums by day and satellite.
import { report } from "./report.mjs";

/**
 * @typedef {{
 *   features: { properties: { datetime: string, satellite: string, frp: number } }[],
 *   links: { rel: string, href: string }[],
 * }} Page
 */

await report(async ({ baseUrl, clientId, clientSecret }, time) => {
  const { access_token } = await fetch(`${baseUrl}/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  }).then((response) => response.json());
  const headers = { authorization: `Bearer ${access_token}` };
  /** @type {Map<string, { count: number, frpSumMw: number }>} */
  const groups = new Map();
  /** @type {string | undefined} */
  let url = `${baseUrl}/ogc/features/v1/collections/svc:hotspots/items?limit=10000&datetime=${time}`;
  while (url) {
    /** @type {Page} */
    const page = await fetch(url, { headers }).then((response) => response.json());
    for (const { properties } of page.features) {
      const key = `${properties.datetime.slice(0, 10)} ${properties.satellite}`;
      const group = groups.get(key) ?? { count: 0, frpSumMw: 0 };
      group.count++;
      group.frpSumMw += properties.frp;
      groups.set(key, group);
    }
    url = page.links.find((link) => link.rel === "next")?.href;
  }
  const all = [...groups.values()];
  return {
    features: all.reduce((sum, { count }) => sum + count, 0),
    groups: all.length,
    frpSumMw: all.reduce((sum, { frpSumMw }) => sum + frpSumMw, 0),
  };
});
