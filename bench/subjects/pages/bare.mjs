// Reads a collection page by page with nothing but fetch.
import { report } from "./report.mjs";

/**
 * @typedef {{
 *   features: { properties: { frp: number } }[],
 *   links: { rel: string, href: string }[],
 * }} Page
 */

await report(async ({ baseUrl, collection, pageSize }) => {
  let features = 0;
  let frpSumMw = 0;
  /** @type {string | undefined} */
  let url = `${baseUrl}/ogc/features/v1/collections/${collection}/items?limit=${pageSize}`;
  while (url) {
    /** @type {Page} */
    const page = await fetch(url).then((response) => response.json());
    for (const feature of page.features) {
      features++;
      frpSumMw += feature.properties.frp;
    }
    url = page.links.find((link) => link.rel === "next")?.href;
  }
  return { features, frpSumMw };
});
