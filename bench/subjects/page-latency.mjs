// First answers about small areas, by query_features and by the bare request for the same features,
// each area asked for once; prints the medians.
import { createClient } from "@emberline/core";
import { callTool, catalogue } from "@emberline/tools";

const service = JSON.parse(process.argv[2] ?? "");
const areas = 60;
const limit = 100;
const client = createClient(service);
const { access_token } = await fetch(`${service.baseUrl}/v1/token`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ client_id: service.clientId, client_secret: service.clientSecret }),
}).then((response) => response.json());
const headers = { authorization: `Bearer ${access_token}` };
const items = `${service.baseUrl}/ogc/features/v1/collections/svc:hotspots/items`;

async function raw(/** @type {number[]} */ bbox) {
  const response = await fetch(`${items}?limit=${limit}&bbox=${bbox}`, { headers });
  const { numberMatched } = await response.json();
  return numberMatched;
}

async function asked(/** @type {number[]} */ bbox) {
  const tool = catalogue.find(({ name }) => name === "query_features");
  if (!tool) throw new Error("the catalogue has no query_features");
  const input = { collection: "svc:hotspots", bbox, limit };
  const context = { client, now: Date.now, notices: [], timeoutMs: 600_000 };
  const result = await callTool(tool, input, context);
  if (!result.ok) throw result.error;
  return /** @type {{ matched: number }} */ (/** @type {unknown} */ (result.output)).matched;
}

const warmUps = 10;
/** @type {{ features: { geometry: { coordinates: [number, number] } }[] }} */
const { features } = await fetch(`${items}?limit=${warmUps + areas}`, { headers }).then(
  (response) => response.json(),
);
const took = { raw: /** @type {number[]} */ ([]), asked: /** @type {number[]} */ ([]) };
let matched = 0;
for (const [i, { geometry }] of features.entries()) {
  const [x, y] = geometry.coordinates;
  // Two halves of one area: neither can profit from what was found for the other.
  const halves = [
    [x - 0.5, y - 0.5, x, y + 0.5],
    [x, y - 0.5, x + 0.5, y + 0.5],
  ];
  for (const [half, bbox] of halves.entries()) {
    const isRaw = (half + i) % 2 === 0;
    const startMs = performance.now();
    matched += await (isRaw ? raw(bbox) : asked(bbox));
    // What a program does once is not part of this measurement.
    if (i >= warmUps) took[isRaw ? "raw" : "asked"].push(performance.now() - startMs);
  }
}
const median = (/** @type {number[]} */ values) => values.sort((a, b) => a - b)[values.length / 2];
process.stdout.write(
  JSON.stringify({ rawMs: median(took.raw), askedMs: median(took.asked), matched }),
);
