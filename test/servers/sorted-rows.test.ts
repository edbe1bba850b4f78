import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Client, createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import { amount } from "@emberline/test-support/amount";
import { seededRandom } from "@emberline/test-support/random";
import { callTool, catalogue } from "@emberline/tools";
import { callerOn } from "./any-server/foreign-caller.ts";

const now = Date.parse("2026-08-01T12:00:00Z");
const credentials = { id: "tester", secret: "a-secret-of-the-tester" };
const random = seededRandom(20261130);
const below = (limit: number) => Math.floor(random() * limit);
const some = <T>(items: readonly T[]): T => items[below(items.length)]!;

/** Detections of a few overpasses, many as strong as others, some without a strength or a place. */
function detections(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    type: "Feature",
    id: `h${(i * 7919) % count}`,
    geometry: i % 97 === 0 ? null : { type: "Point", coordinates: [below(400) / 20, below(20)] },
    properties: {
      datetime: new Date(Date.UTC(2026, 6, 1 + below(20), 10, 3 * below(4))).toISOString(),
      satellite: some(["N", "A", "T"]),
      orbit: below(5000),
      ...(i % 31 !== 0 && { frp: below(800) / 10 }),
    },
  }));
}

function randomQuery(): Record<string, unknown> {
  const [west, south] = [below(15), below(15)];
  return {
    collection: "svc:hotspots",
    sort: some(["-frp", "frp", "-time", "time", "-orbit", "-datetime"]),
    limit: 1 + below(30),
    ...(random() < 0.5 && { bbox: [west, south, west + 1 + below(9), south + 1 + below(9)] }),
    ...(random() < 0.5 && { time: `2026-07-0${1 + below(5)}/2026-07-${10 + below(9)}` }),
    ...(random() < 0.4 && { filter: some(["frp > 40", "satellite = 'N'", "orbit < 2500"]) }),
    ...(random() < 0.4 && { properties: some([["frp"], ["satellite", "orbit"], ["orbit"]]) }),
  };
}

const no = async () => null;

async function answer(
  client: Client,
  input: object,
  name = "query_features",
): Promise<Record<string, unknown>> {
  const tool = catalogue.find((each) => each.name === name)!;
  const result = await callTool(tool, input, { client, now: () => now, notices: [] });
  assert.ok(result.ok, result.ok ? "" : `${JSON.stringify(input)}: ${result.error.message}`);
  return result.output as Record<string, unknown>;
}

describe("sorted rows of a service that sorts", () => {
  const folder = mkdtempSync(join(tmpdir(), "emberline-sorted-"));
  let client: Client;
  let requests: URL[] = [];
  before(async () => {
    const lines = detections(3000).map((each) => JSON.stringify(each));
    writeFileSync(join(folder, "hotspots.geojsonl"), lines.join("\n"));
    const service = await createReferenceService({ clients: [credentials], data: folder });
    client = createClient({
      baseUrl: "https://service.test",
      clientId: credentials.id,
      clientSecret: credentials.secret,
      fetch(input, init) {
        const request = new Request(input, init);
        requests.push(new URL(request.url));
        return service.fetch(request);
      },
    });
  });
  after(() => rmSync(folder, { recursive: true }));

  const queries = amount(15, 2000);
  it(`are those of reading all, page by page, for ${queries} random queries`, async () => {
    const reading: Client = {
      ...client,
      features: { ...client.features, sorts: no, selects: async () => false },
    };
    let served = 0;
    for (let i = 0; i < queries; i++) {
      const input = randomQuery();
      let [first, second] = [input, input];
      for (let page = 0; page < 3; page++) {
        requests = [];
        const { request: _, next_cursor: next, ...found } = await answer(client, first);
        const isRead = requests.some(({ searchParams }) => searchParams.get("limit") === "5000");
        if (!isRead) served++;
        const { request: __, next_cursor: other, ...expected } = await answer(reading, second);
        assert.deepEqual(found, expected, JSON.stringify(input));
        assert.equal(next === undefined, other === undefined, JSON.stringify(input));
        if (next === undefined) break;
        const { collection, limit } = input;
        first = { collection, limit, cursor: next };
        second = { collection, limit, cursor: other };
      }
    }
    assert.ok(served > queries, `only ${served} answers came without reading all`);
  });

  it("come with the properties that are shown, and those that the tools read", async () => {
    requests = [];
    const asked = { collection: "svc:hotspots", properties: ["orbit"], filter: "frp > 79" };
    await answer(client, { ...asked, sort: "-time" });
    const pages = requests.filter(({ pathname }) => pathname.endsWith("/items"));
    const wanted = pages.map(
      ({ searchParams }) => searchParams.get("properties")?.split(",") ?? [],
    );
    const isWanted = (name: string) => wanted.some((names) => names.includes(name));
    assert.deepEqual(["orbit", "frp", "datetime", "geometry", "invented"].map(isWanted), [
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it("are the greatest of a summary too", async () => {
    const reading: Client = {
      ...client,
      features: { ...client.features, sorts: no, selects: async () => false },
    };
    for (const top_by of ["frp", "orbit"]) {
      for (const more of [
        {},
        { bbox: [2, 2, 15, 15] },
        { time: "2026-07-03", group_by: ["satellite"] },
      ]) {
        const input = { collection: "svc:hotspots", top: 7, top_by, ...more };
        requests = [];
        const { request: _, ...found } = await answer(client, input, "summarize_features");
        const isRead = requests.some(({ searchParams }) => searchParams.get("limit") === "5000");
        const { request: __, ...expected } = await answer(reading, input, "summarize_features");
        assert.deepEqual([found, isRead], [expected, false], JSON.stringify(input));
      }
    }
  });

  it("are ten of a million for the price of ten", async () => {
    requests = [];
    await answer(client, { collection: "svc:hotspots", sort: "-frp", limit: 10, time: "2026-07" });
    const pages = requests.filter(({ pathname }) => pathname.endsWith("/items"));
    const sizes = pages.map(({ searchParams }) => Number(searchParams.get("limit")));
    assert.ok(Math.max(...sizes) <= 11, `pages of ${sizes}`);
  });
});

describe("sorted rows of another server", () => {
  const rows = Array.from({ length: 700 }, (_, i) => ({
    type: "Feature",
    id: `s${String((i * 389) % 700).padStart(3, "0")}`,
    geometry: { type: "Point", coordinates: [8, 47] },
    properties: { depth: i === 5 ? null : (i * 389) % 700 },
  }));
  const depthOf = (row: (typeof rows)[number], missing: number) => row.properties.depth ?? missing;

  /** A server that puts missing values at this depth; undefined for one that does not sort. */
  function serverWith(missing: number | undefined) {
    const sizes: number[] = [];
    const { answer: ask } = callerOn(async (input) => {
      const { pathname, searchParams } = new URL(String(input));
      if (pathname.endsWith("/collections"))
        return Response.json({
          links: [],
          collections: [{ id: "lakes", title: "Lakes", links: [] }],
        });
      if (pathname.endsWith("/lakes"))
        return Response.json({ id: "lakes", title: "Lakes", links: [] });
      if (pathname.endsWith("/schema")) {
        const properties = { depth: { type: "number" } };
        return Response.json({ type: "object", properties });
      }
      if (!pathname.endsWith("/items")) return Response.json({ code: "404" }, { status: 404 });
      const by = searchParams.get("sortby");
      const limit = Number(searchParams.get("limit"));
      const offset = Number(searchParams.get("offset"));
      const sorted =
        by === null || missing === undefined
          ? rows
          : rows.toSorted((a, b) => {
              const order = depthOf(a, missing) - depthOf(b, missing);
              return by.startsWith("-") ? -order : order;
            });
      sizes.push(limit);
      const features = sorted.slice(offset, offset + limit);
      const next = new URL(String(input));
      next.searchParams.set("offset", String(offset + limit));
      return Response.json({
        type: "FeatureCollection",
        features,
        numberMatched: rows.length,
        links: offset + limit < rows.length ? [{ rel: "next", href: next.href }] : [],
      });
    });
    return { ask, sizes };
  }

  for (const [name, missing] of [
    ["that sorts", -1],
    ["that puts missing values first", Number.POSITIVE_INFINITY],
    ["that ignores sortby", undefined],
  ] as const) {
    it(`are the deepest of a server ${name}`, async () => {
      const { ask, sizes } = serverWith(missing);
      const found = await ask("query_features", { collection: "lakes", sort: "-depth", limit: 3 });
      const at = found.columns.indexOf("depth");
      assert.deepEqual(
        found.rows.map((row: unknown[]) => row[at]),
        [699, 698, 697],
      );
      assert.equal(found.matched, 700);
      assert.ok(Math.max(...sizes) > 20, "no other server's order is believed");
    });
  }
});
