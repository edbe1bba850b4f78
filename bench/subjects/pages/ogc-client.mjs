// Reads a collection with @camptocamp/ogc-client, which pages by offset.
import { OgcApiEndpoint } from "@camptocamp/ogc-client";
import { report } from "./report.mjs";

await report(async ({ baseUrl, collection, pageSize }) => {
  const endpoint = new OgcApiEndpoint(`${baseUrl}/ogc/features/v1`);
  let features = 0;
  let frpSumMw = 0;
  for (let offset = 0; ; offset += pageSize) {
    const page = await endpoint.getCollectionItems(collection, pageSize, offset);
    for (const feature of page) {
      features++;
      frpSumMw += Number(Reflect.get(feature.properties, "frp"));
    }
    if (page.length < pageSize) break;
  }
  return { features, frpSumMw };
});
