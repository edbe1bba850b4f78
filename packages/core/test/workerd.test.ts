import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startWorker } from "@emberline/test-support/workerd";
import { pageOf, points } from "./support/fake-service.ts";

const worker = `
  import { createClient, distanceKm } from ${JSON.stringify(fileURLToPath(new URL("../src/index.ts", import.meta.url)))};
  import { compile, parse } from "@emberline/cql2";
  import { spatial } from "@emberline/cql2/spatial";
  const isInside = compile(parse("S_WITHIN(geometry, POLYGON((0 0, 2 0, 2 2, 0 2, 0 0)))"), { spatial });
  const at = (lon) => ({ type: "Feature", geometry: { type: "Point", coordinates: [lon, 1] }, properties: {} });
  export default {
    async fetch(request, { SERVICE }) {
      const client = createClient({ baseUrl: SERVICE, clientId: "demo", clientSecret: "secret" });
      const ids = [];
      for await (const { id } of client.features.iterate("svc:hotspots", { pageSize: 10, filter: "n > 1" })) ids.push(id);
      const refused = await client.features.get("svc:hotspots", "missing").catch(({ code }) => code);
      return Response.json({ ids: ids.length, refused, equatorKm: distanceKm([0, 0], [1, 0]), inside: [1, 3].map((lon) => isInside(at(lon))) });
    },
  };
`;

test("the client runs on workerd, and so do filters with exact geometry", async (t) => {
  const service = createServer(async ({ url, headers }, response) => {
    response.setHeader("content-type", "application/json");
    if (url === "/v1/token")
      response.end('{"access_token":"t","expires_in":60,"token_type":"Bearer"}');
    else if (url?.endsWith("missing")) response.writeHead(404).end();
    else
      response.end(await pageOf(points(25), new URL(url ?? "", `http://${headers.host}`)).text());
  });
  const servicePort = await listen(service);
  t.after(() => new Promise((resolve) => service.close(resolve).closeAllConnections()));
  const url = await startWorker(t, worker, `http://127.0.0.1:${servicePort}`);
  const response = await fetch(url);
  assert.deepEqual(await response.json(), {
    ids: 25,
    refused: "not-found",
    equatorKm: 111.31949079327356,
    inside: [true, false],
  });
});

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}
