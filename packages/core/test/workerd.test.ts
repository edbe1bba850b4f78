import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
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

const config = (service: string, port: number): string => `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "main", worker = (
        modules = [(name = "worker", esModule = embed "worker.js")],
        compatibilityDate = "2026-01-01",
        bindings = [(name = "SERVICE", text = "${service}")],
        globalOutbound = "outside",
      )),
      (name = "outside", network = (allow = ["private", "public"])),
    ],
    sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
  );
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
  const reserved = createServer();
  const port = await listen(reserved);
  await new Promise((resolve) => reserved.close(resolve));

  const folder = await mkdtemp(join(tmpdir(), "emberline-workerd-"));
  t.after(() => rm(folder, { recursive: true }));
  await build({
    stdin: { contents: worker, resolveDir: folder, loader: "ts" },
    nodePaths: [fileURLToPath(new URL("../../../node_modules", import.meta.url))],
    bundle: true,
    format: "esm",
    conditions: ["@emberline/source"],
    outfile: join(folder, "worker.js"),
  });
  await writeFile(join(folder, "config.capnp"), config(`http://127.0.0.1:${servicePort}`, port));
  const program = createRequire(import.meta.url)("workerd").default;
  const process = spawn(program, ["serve", join(folder, "config.capnp")], { stdio: "ignore" });
  t.after(() => process.kill());
  let hasEnded = false;
  process.once("exit", () => {
    hasEnded = true;
  });

  const response = await answered(`http://127.0.0.1:${port}`, () => hasEnded);
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

/** The first answer of a starting server, unless it has exited. */
async function answered(url: string, hasEnded: () => boolean): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url);
    } catch (error) {
      if (hasEnded()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
