// Loads a folder into the service up to its first answer, when the indexes are built.
import { createReferenceService } from "@emberline/reference-service";

const started = performance.now();
const client = { id: "bench", secret: "bench" };
const service = await createReferenceService({ clients: [client], data: process.argv[2] ?? "" });
const exchange = await service.fetch(
  new Request("http://service.test/v1/token", {
    method: "POST",
    body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
  }),
);
const { access_token } = await exchange.json();
const page = await service.fetch(
  new Request("http://service.test/ogc/features/v1/collections/svc:hotspots/items", {
    headers: { Authorization: `Bearer ${access_token}` },
  }),
);
const { numberMatched } = await page.json();
const ms = performance.now() - started;
const rssMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
console.log(JSON.stringify({ features: numberMatched, ms, rssMb }));
