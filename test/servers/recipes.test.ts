import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import * as core from "@emberline/core";
import {
  anyServer,
  type Bbox,
  bboxAround,
  type CircuitState,
  type Client,
  combineClients,
  createCircuit,
  createClient,
  createTokenStore,
  distanceKm,
  type Fetch,
  isEmberlineError,
  linkAbort,
  NotFoundError,
  type Point,
  settleOrAbort,
} from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import { createStorage } from "unstorage";
import { z } from "zod";

const client = new URL("../../packages/core/", import.meta.url);

/*
 * The recipes of the README and the examples of the docstrings. Between the marks is what the
 * README shows, word for word; the last tests compare.
 */

const credentials = { clientId: "demo", clientSecret: "demo-secret" };
const now = Date.UTC(2026, 6, 20, 12);

async function setUp(): Promise<{ client: Client; fetch: Fetch }> {
  const { clientId: id, clientSecret: secret } = credentials;
  const service = await createReferenceService({
    clients: [{ id, secret }],
    now: () => now,
    synthetic: true,
    seed: 1,
  });
  const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    service.fetch(new Request(input, init));
  return {
    client: createClient({ baseUrl: "https://service.example", ...credentials, fetch }),
    fetch,
  };
}

test("recipe: list", async () => {
  const { client } = await setUp();
  const lines: string[] = [];
  const console = { log: (...parts: unknown[]) => lines.push(parts.join(" ")) };
  // recipe: list
  for (const { id, title } of await client.collections.list()) console.log(id, title);

  for await (const hotspot of client.features.iterate("svc:hotspots", {
    bbox: [-180, -90, 180, 90],
    datetime: "2026-07-19T00:00:00Z/2026-07-19T23:59:59.999Z",
    limit: 100,
  })) {
    console.log(hotspot.id, hotspot.geometry, hotspot.properties);
  }
  // end
  assert.ok(lines.some((line) => line.startsWith("svc:hotspots ")));
  assert.equal(lines.length, 103);
});

test("recipe: pages", async () => {
  const { client } = await setUp();
  // recipe: pages
  let cursor: string | undefined;
  let read = 0;
  for await (const page of client.features.pages("svc:hotspots", {
    pageSize: 50,
    prefetch: true,
  })) {
    read += page.features.length;
    if (page.next === null) break;
    cursor = page.next; // a string without a host: store it, and continue tomorrow
    if (read >= 100) break;
  }
  for await (const page of client.features.pages("svc:hotspots", { cursor }))
    read += page.features.length;
  // end
  assert.equal(read, (await client.features.count("svc:hotspots")).count);
});

test("recipe: rest", async () => {
  const { client } = await setUp();
  // recipe: rest
  const query = { filter: "frp > 20" };
  const first = await client.features.page("svc:hotspots", { ...query, limit: 20 });
  let total = first.features.length;
  if (first.added !== null) {
    const rest = { ...query, cursor: first.added, pageSize: 10_000, readBefore: 20 };
    for await (const page of client.features.pages("svc:hotspots", rest)) {
      total += page.features.length;
    }
  }
  // end
  const { count } = await client.features.count("svc:hotspots", query);
  assert.equal(total, count);
  assert.ok(total > 20);
});

test("recipe: filter", async () => {
  const { client } = await setUp();
  // recipe: filter
  const queryables = await client.collections.queryables("svc:hotspots");
  const filter = "frp > 20 AND satellite = 'Aqua'";
  const page = await client.features.page("svc:hotspots", { filter, queryables, limit: 20 });
  // end
  assert.ok(
    page.features.every(
      ({ properties }) => Number(properties?.frp) > 20 && properties?.satellite === "Aqua",
    ),
  );
  await assert.rejects(client.features.page("svc:hotspots", { filter: "fpr > 20", queryables }), {
    code: "invalid-request",
  });
});

test("recipe: count", async () => {
  const { client } = await setUp();
  // recipe: count
  const { count, exact, source } = await client.features.count("svc:hotspots", {
    bbox: [-130, 30, -100, 50],
    exact: true,
  });
  // end
  assert.deepEqual([Number.isInteger(count), exact, source], [true, true, "pages"]);
});

test("recipe: schema", async () => {
  const { client } = await setUp();
  // recipe: schema
  const properties = z.looseObject({ frp: z.number(), satellite: z.string() });
  let strongestMw = 0;
  for await (const hotspot of client.features.iterate("svc:hotspots", {
    properties,
    onInvalid: "skip",
  })) {
    strongestMw = Math.max(strongestMw, hotspot.properties?.frp ?? 0);
  }
  // end
  assert.ok(strongestMw > 0);
});

test("recipe: errors", async () => {
  const { client } = await setUp();
  const lines: string[] = [];
  const console = { log: (line: string) => lines.push(line) };
  // recipe: errors
  try {
    await client.features.get("svc:hotspots", "no-such-feature", { timeoutMs: 5_000 });
  } catch (error) {
    if (error instanceof NotFoundError) console.log("no such feature");
    else if (isEmberlineError(error)) console.log(`${error.code} after ${error.attempts} attempts`);
    else throw error;
  }
  // end
  assert.deepEqual(lines, ["no such feature"]);
});

test("recipe: near", async () => {
  const { client } = await setUp();
  // recipe: near
  const here: [number, number] = [-121.6, 39.8];
  const near: string[] = [];
  for await (const { id, geometry } of client.features.iterate("svc:hotspots", {
    bbox: bboxAround(here, 500),
  })) {
    if (geometry?.type === "Point" && distanceKm(here, geometry.coordinates) <= 500)
      near.push(String(id));
  }
  // end
  const expected: string[] = [];
  for await (const { id, geometry } of client.features.iterate("svc:hotspots")) {
    if (distanceKm(here, (geometry as Point).coordinates) <= 500) expected.push(String(id));
  }
  assert.ok(near.length > 0);
  assert.deepEqual(near, expected);
});

test("recipe: tokens", async () => {
  const { fetch } = await setUp();
  const encryptionKey = new Uint8Array(32).fill(1);
  // recipe: tokens
  const storage = createStorage(); // any driver of unstorage: Redis, Cloudflare KV, files
  const shared = createClient({
    baseUrl: "https://service.example",
    clientId: "demo",
    clientSecret: "demo-secret",
    // 32 bytes; without it, tokens are stored unencrypted
    tokens: createTokenStore(storage, { encryptionKey }),
    fetch,
  });
  // end
  await shared.collections.list();
  assert.equal((await storage.getKeys()).length, 1);
});

test("recipe: raw", async () => {
  const { client } = await setUp();
  // recipe: raw
  const response = await client.request("ogc/features/v1/conformance");
  const { conformsTo } = await response.json();
  // end
  assert.ok(conformsTo.length > 0);
});

test("recipe: simulations", async () => {
  const { client } = await setUp();
  const names: unknown[] = [];
  // recipe: simulations
  for await (const simulation of client.simulations.iterate({ since: "2026-07-01" })) {
    if (simulation.status === "COMPLETED") names.push(simulation.fireName, simulation.burnedAreaM2);
  }
  // end
  assert.ok(names.length > 0);
});

test("examples of calls", async () => {
  const { fetch } = await setUp();
  const client = createClient({
    baseUrl: "https://service.example",
    clientId: "demo",
    clientSecret: "demo-secret",
    fetch,
  });
  const lines: unknown[] = [];
  const console = { log: (...parts: unknown[]) => lines.push(parts) };
  const names: unknown[] = [];
  const bbox: Bbox = [-130, 30, -100, 50];
  for await (const { id, geometry } of client.features.iterate("svc:hotspots", { bbox })) {
    console.log(id, geometry);
  }
  const { count } = await client.features.count("svc:hotspots", { bbox });
  assert.equal(lines.length, count);
  console.log(client.features.url("svc:hotspots", { bbox, limit: 20 }));
  assert.match(String(lines.at(-1)), /items\?limit=20&bbox=-130,30,-100,50$/);
  const filter = "frp > 50";
  const { url, unapplied } = await client.features.plan("svc:hotspots", { filter, limit: 20 });
  assert.match(url, /items\?limit=20&filter=frp/);
  assert.equal(unapplied, undefined);
  const { features } = await client.features.page("svc:satellite-perimeters", { limit: 1 });
  const id = String(features[0]!.id);
  const fire = await client.features.get("svc:satellite-perimeters", id);
  assert.deepEqual(fire.geometry, features[0]!.geometry);
  for await (const simulation of client.simulations.iterate({ since: "2026-07-01" })) {
    if (simulation.status === "COMPLETED") names.push(simulation.fireName);
  }
  assert.ok(names.length > 0);

  const encryptionKey = new Uint8Array(32).fill(1);
  const storage = createStorage(); // any driver of unstorage: Redis, Cloudflare KV, files
  const tokens = createTokenStore(storage, { encryptionKey });
  const sharing = { baseUrl: "https://service.example", clientId: "demo", fetch, tokens };
  await createClient({ ...sharing, clientSecret: "demo-secret" }).collections.list();
  assert.equal((await storage.getKeys()).length, 1);
});

test("recipe: circuit", async () => {
  const { fetch } = await setUp();
  const states: CircuitState[] = [];
  // recipe: circuit
  const careful = createClient({
    baseUrl: "https://service.example",
    clientId: "demo",
    clientSecret: "demo-secret",
    circuit: createCircuit({
      maxFailures: 3,
      openMs: 5_000,
      onChange: (state) => states.push(state),
    }),
    fetch,
  });
  // end
  assert.ok((await careful.collections.list()).length > 0);
  assert.deepEqual(states, []);
  const { baseUrl, clientId, clientSecret } = { baseUrl: careful.baseUrl, ...credentials };
  const client = createClient({ baseUrl, clientId, clientSecret, circuit: createCircuit() });
  assert.equal(client.baseUrl, careful.baseUrl);
});

test("recipe: several services", async () => {
  const { client: hotspots } = await setUp();
  const { client: perimeters } = await setUp();
  const lines: string[] = [];
  const console = { log: (...parts: unknown[]) => lines.push(parts.join(" ")) };
  // recipe: several services
  const client = combineClients([
    { name: "firms", client: hotspots },
    { name: "nifc", client: perimeters },
  ]);
  const listed = await client.collections.list({
    onMissing: ({ name, error }) => console.log(`without ${name}: ${error.code}`),
  });
  for (const { id } of listed) console.log(id);
  const fires = client.features.iterate("nifc:svc:satellite-perimeters", { limit: 10 });
  // end
  assert.ok(lines.includes("firms:svc:hotspots") && lines.includes("nifc:svc:hotspots"));
  for await (const fire of fires) assert.equal(fire.type, "Feature");
});

test("examples of errors and signals", async () => {
  const { client } = await setUp();
  const lines: string[] = [];
  const console = { log: (line: string) => lines.push(line) };
  const error = await client.features.page("svc:hotspots", { limit: 0 }).catch((cause) => cause);
  if (isEmberlineError(error)) console.log(`${error.code} after ${error.attempts} attempts`);
  assert.deepEqual(lines, ["invalid-request after 0 attempts"]);

  const caller = new AbortController();
  const linked = linkAbort({ signal: caller.signal, timeoutMs: 5_000 });
  try {
    await client.collections.list({ signal: linked.signal });
  } finally {
    linked.release();
  }
  const readSlowly = async (): Promise<string> => "slow";
  const text = await settleOrAbort(readSlowly(), caller.signal);
  assert.equal(text, "slow");
});

test("example: any server", async () => {
  const schema = { type: "object", properties: { fireid: { type: "number" } } };
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const isSchema = request.url!.startsWith("/collections/public.fires/schema");
    response.end(JSON.stringify(isSchema ? schema : { collections: [], links: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, featuresPath: "", server: anyServer });
  const properties = await client.collections.schema("public.fires");
  assert.deepEqual(properties, [{ id: "fireid", type: "number" }]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("every example of a docstring is run by a test, or has the stated result", async () => {
  const tests = await Promise.all([
    readFile(new URL(import.meta.url), "utf8"),
    readFile(new URL("test/node-fetch.test.ts", client), "utf8"),
  ]);
  const run = plain(tests.join("\n"));
  const root = new URL("src/", client);
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"));
  let examples = 0;
  for (const name of files) {
    const source = await readFile(new URL(name.replaceAll("\\", "/"), root), "utf8");
    for (const [, block] of source.matchAll(/^ *\* @example\n((?: *\* [^@\n].*\n)+)/gm)) {
      const code = block!.replace(/^ *\* /gm, "");
      const [, before = "", call, result] = /^(.*?)([^;]*); \/\/ → (.*)$/s.exec(code) ?? [];
      if (call === undefined) assert.ok(run.includes(plain(code)), code);
      else {
        const body = `${before}return [${call}, ${result}];`;
        const [found, shown] = new Function(...Object.keys(core), body)(...Object.values(core));
        assert.deepEqual(found, shown, code);
      }
      examples += 1;
    }
  }
  assert.ok(examples > 20, String(examples));
});

test("the README shows these recipes word for word", async () => {
  const source = await readFile(new URL(import.meta.url), "utf8");
  const readme = await readFile(new URL("README.md", client), "utf8");
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => plain(block!));
  const recipes = [...source.matchAll(/^ {2}\/\/ recipe: .*?\n(.*?)^ {2}\/\/ end$/gms)].map(
    ([, recipe]) => plain(recipe!),
  );
  assert.equal(recipes.length, 13);
  for (const recipe of recipes) assert.ok(blocks.includes(recipe), recipe);
});

/** Removes indentation and line breaks, which a formatter may change. */
function plain(code: string): string {
  return code
    .replace(/^\s*fetch,$/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
