// Reads a collection page by page with the typed client, as the tools do.
import { createClient } from "@emberline/core";
import { report } from "./report.mjs";

await report(async ({ baseUrl, collection, pageSize }) => {
  const client = createClient({ baseUrl, clientId: "bench", clientSecret: "bench-secret" });
  let features = 0;
  let frpSumMw = 0;
  for await (const page of client.features.pages(collection, { pageSize })) {
    for (const feature of page.features) {
      features++;
      frpSumMw += Number(feature.properties?.frp);
    }
  }
  return { features, frpSumMw };
});
