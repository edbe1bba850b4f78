import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { createReferenceService, type ReferenceService } from "@emberline/reference-service";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import {
  hotspotFiles,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";

type Figures = Record<string, number | null>;

interface Numbers {
  readonly numberMatched: number;
  readonly totals: readonly Figures[];
  readonly groups?: readonly { key: unknown[]; count: number; statistics: readonly Figures[] }[];
}

interface Asked {
  readonly params?: [name: string, value: string][];
  readonly body?: object;
  readonly expected: Numbers;
}

const credentials = { id: "tester", secret: "a-secret-of-the-tester" };
const program = fileURLToPath(new URL("expected.py", import.meta.url));
const collection = "https://service.test/ogc/features/v1/collections/svc:hotspots";

/** Of several continents, satellites and instruments, and few enough for Python. */
const files = hotspotFiles
  .filter((name) => /australia|hawaii|oregon/.test(name))
  .map((name) => `${name}.geojsonl.gz`);

describe("an aggregation has the numbers that a plain script finds in the same files", {
  skip: skipWithoutSharedData,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "emberline-expected-"));
  let requests: readonly Asked[];
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
    for (const name of files) cpSync(join(sharedData, name), join(folder, name));
    const args = [program, ...files.map((name) => join(folder, name))];
    requests = JSON.parse(String(execFileSync("python3", args, { maxBuffer: 1e9 })));
  });
  after(() => {
    cluster.stop();
    rmSync(folder, { recursive: true });
  });

  async function compare(service: ReferenceService): Promise<void> {
    const exchange = { client_id: credentials.id, client_secret: credentials.secret };
    const body = JSON.stringify(exchange);
    const answer = await service.fetch(
      new Request("https://service.test/v1/token", { method: "POST", body }),
    );
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${token}` };
    for (const { params, body, expected } of requests) {
      const request = body
        ? new Request(`${collection}/aggregate`, {
            method: "POST",
            body: JSON.stringify(body),
            headers,
          })
        : new Request(`${collection}/aggregate?${new URLSearchParams(params)}`, { headers });
      const response = await service.fetch(request);
      const text = await response.text();
      const what = JSON.stringify(params ?? body);
      assert.equal(response.status, 200, `${what}: ${text.slice(0, 300)}`);
      assertSame(JSON.parse(text) as Numbers, expected, what);
    }
    assert.ok(requests.length >= 40);
  }

  it("in memory", async () => {
    await compare(await createReferenceService({ clients: [credentials], data: folder }));
  });

  it("in PostGIS", async () => {
    const store = { url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres` };
    const service = await createReferenceService({ clients: [credentials], data: folder, store });
    try {
      await compare(service);
    } finally {
      await service.close();
    }
  });
});

function assertSame(found: Numbers, expected: Numbers, what: string): void {
  assert.equal(found.numberMatched, expected.numberMatched, what);
  assertSameFigures(found.totals, expected.totals, what);
  assert.equal(found.groups?.length, expected.groups?.length, what);
  const groups = new Map(found.groups?.map((each) => [JSON.stringify(each.key), each]));
  for (const { key, count, statistics } of expected.groups ?? []) {
    const where = `${what} ${JSON.stringify(key)}`;
    const group = groups.get(JSON.stringify(key));
    assert.equal(group?.count, count, where);
    assertSameFigures(group!.statistics, statistics, where);
  }
}

/** Counts, sums, least and greatest are exact; a mean or percentile is rounded twice. */
function assertSameFigures(
  found: readonly Figures[],
  expected: readonly Figures[],
  what: string,
): void {
  assert.equal(found.length, expected.length, what);
  for (const [i, figures] of expected.entries()) {
    assert.deepEqual(Object.keys(found[i]!), Object.keys(figures), what);
    for (const [name, value] of Object.entries(figures)) {
      const own = found[i]![name] as number | null;
      const isExact = value === null || ["count", "sum", "min", "max"].includes(name);
      const isSame = isExact
        ? own === value
        : own !== null && Math.abs(own - value) <= 1e-12 * Math.abs(value);
      assert.ok(isSame, `${what}: ${name} is ${own}, expected ${value}`);
    }
  }
}
