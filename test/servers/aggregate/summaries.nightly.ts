import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Client, createClient } from "@emberline/core";
import { createReferenceService, type ReferenceService } from "@emberline/reference-service";
import { amount } from "@emberline/test-support/amount";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { callTool, catalogue } from "@emberline/tools";
import { diamond, features, randomSummary } from "./random-summaries.ts";

const now = Date.parse("2026-08-01T12:00:00Z");
const credentials = { id: "tester", secret: "a-secret-of-the-tester" };
const tool = catalogue.find(({ name }) => name === "summarize_features")!;

/** Longer than any call takes on a busy machine. */
const timeoutMs = 600_000;

/** All 2,000 take some minutes. */
const summaries = amount(60, 1000);

async function answer(client: Client, input: object): Promise<string> {
  const result = await callTool(tool, input, { client, now: () => now, notices: [], timeoutMs });
  return result.ok ? result.text : `${result.error.code}: ${result.error.message}`;
}

describe("summaries where the data is are those of a reading", {
  skip: skipWithoutSharedData,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "emberline-summaries-"));
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
    const lines = features().map((each) => JSON.stringify(each));
    writeFileSync(join(folder, "hotspots.geojsonl"), lines.join("\n"));
    writeFileSync(join(folder, "perimeters.geojsonl"), JSON.stringify(diamond));
  });
  after(() => {
    cluster.stop();
    rmSync(folder, { recursive: true });
  });

  async function compare(service: ReferenceService, count: number): Promise<void> {
    let aggregated = 0;
    let pages = 0;
    const client = createClient({
      baseUrl: "https://service.test",
      clientId: credentials.id,
      clientSecret: credentials.secret,
      timeoutMs,
      fetch(input, init) {
        const request = new Request(input, init);
        if (request.url.includes("/aggregate")) aggregated++;
        if (request.url.includes("limit=5000")) pages++;
        return service.fetch(request);
      },
    });
    const { aggregates: _, ...reading } = client;
    let served = 0;
    let nonEmpty = 0;
    for (let i = 0; i < count; i++) {
      const input = randomSummary();
      const expected = await answer(reading, input);
      pages = 0;
      const before = aggregated;
      assert.equal(await answer(client, input), expected, JSON.stringify(input));
      if (aggregated > before && pages === 0) served++;
      assert.match(expected, /^\{/);
      if (!expected.includes('"matched":0')) nonEmpty++;
    }
    assert.ok(served >= count * 0.75, `only ${served} of ${count} were not read`);
    assert.ok(nonEmpty > count / 2, `only ${nonEmpty} have features`);
  }

  it(`${summaries} random summaries of a store in memory`, async () => {
    const service = await createReferenceService({ clients: [credentials], data: folder });
    await compare(service, summaries);
  });

  const inPostgis = summaries < 2000 ? Math.ceil(summaries / 3) : summaries;
  it(`${inPostgis} random summaries of PostGIS`, async () => {
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    const store = { url };
    const service = await createReferenceService({ clients: [credentials], data: folder, store });
    try {
      await compare(service, inPostgis);
    } finally {
      await service.close();
    }
  });
});
