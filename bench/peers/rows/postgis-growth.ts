import { createReferenceService } from "@emberline/reference-service";
import { type Cluster, startCluster } from "../../../test/support/postgres.ts";
import { sharedData, skipWithoutSharedData } from "../../../test/support/shared-data.ts";
import { median } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";

const client = { id: "bench", secret: "bench" };
const firstRows = 100_000;
/** The last one has ten million. */
const tenfolds = Number(process.env.GROWTH_TENFOLDS ?? 2);
const rounds = 21;

interface Times {
  readonly pageMs: number;
  readonly countMs: number;
}

/**
 * A page by box, seven days and two attributes, and the count of all, while a table grows tenfold
 * and again by real detections that are shifted in time and place: the page's matches stay.
 */
export const postgisGrowth: Row = {
  name: "postgis-growth",
  skip: skipWithoutSharedData,
  async run(): Promise<Line[]> {
    const cluster = await startCluster(["shared_buffers=512MB"]);
    const lines: Line[] = [];
    try {
      await start(cluster, sharedData).then((service) => service.close());
      await cluster.query(`DELETE FROM emberline.hotspots WHERE id NOT IN
        (SELECT id FROM emberline.hotspots ORDER BY start_ms, id LIMIT ${firstRows});`);
      let before = await measure(cluster);
      for (let tenfold = 1, rows = firstRows; tenfold <= tenfolds; tenfold++, rows *= 10) {
        await growTenfold(cluster);
        const after = await measure(cluster);
        lines.push(
          lineOf(`postgis-growth-page-1e${Math.log10(rows * 10)}`, before, after, "pageMs", 1.3),
          lineOf(`postgis-growth-count-1e${Math.log10(rows * 10)}`, before, after, "countMs", 10),
        );
        before = after;
      }
      return lines;
    } finally {
      cluster.stop();
    }
  },
};

/** A start builds the indexes that are missing. */
function start({ port }: Cluster, data?: string) {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return createReferenceService({
    clients: [client],
    ...(data !== undefined && { data }),
    store: { url },
    maxSearchSeconds: 600,
  });
}

/** Copies of all rows, each later than all before and farther east. */
async function growTenfold(cluster: Cluster): Promise<void> {
  const indexes = await cluster.query(
    `SELECT indexname FROM pg_indexes WHERE schemaname = 'emberline' AND tablename = 'hotspots'
      AND indexname NOT LIKE '%pkey';`,
  );
  await cluster.query(`
DROP INDEX ${indexes.map(([name]) => `emberline.${name}`).join(", ")};
INSERT INTO emberline.hotspots
SELECT id, start_ms, end_ms, west, south, west, south, true,
  ST_SetSRID(ST_MakePoint(west, south), 4326), properties, is_exact, shape,
  format('{"type":"Feature","id":"%s","geometry":{"type":"Point","coordinates":[%s,%s]},"properties":%s}',
    id, west, south, properties), is_live
FROM (
  SELECT id || '-' || copy AS id, start_ms + later AS start_ms, end_ms + later AS end_ms,
    mod((west + 180 + 7 * copy)::numeric, 360)::float8 - 180 AS west, south,
    properties || jsonb_build_object('datetime', to_char(
      to_timestamp((start_ms + later) / 1000), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS properties,
    is_exact, shape, is_live
  FROM emberline.hotspots, generate_series(1, 9) AS copy,
    LATERAL (SELECT copy * (SELECT max(end_ms) - min(start_ms) + 1 FROM emberline.hotspots) AS later)
      AS shift) AS shifted;`);
}

async function measure(cluster: Cluster): Promise<Times> {
  const service = await start(cluster);
  await cluster.query("VACUUM (ANALYZE) emberline.hotspots;");
  const exchange = await service.fetch(
    new Request("http://service.test/v1/token", {
      method: "POST",
      body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
    }),
  );
  const { access_token } = (await exchange.json()) as { access_token: string };
  const ask = async (query: URLSearchParams): Promise<number> => {
    const url = `http://service.test/ogc/features/v1/collections/svc:hotspots/items?${query}`;
    const started = performance.now();
    const headers = { Authorization: `Bearer ${access_token}` };
    const response = await service.fetch(new Request(url, { headers }));
    const { numberMatched } = (await response.json()) as { numberMatched?: number };
    if (!numberMatched) throw new Error(`${query}: ${response.status}, ${numberMatched} matched`);
    return performance.now() - started;
  };
  const pages: number[] = [];
  const counts: number[] = [];
  for (let round = 0; round < rounds + 3; round++) {
    const pageMs = await ask(pageQuery(round));
    if (round >= 3) pages.push(pageMs);
    if (round % 4 === 3) counts.push(await ask(new URLSearchParams({ limit: "1" })));
  }
  await service.close();
  return { pageMs: median(pages), countMs: median(counts) };
}

/** Within the days of the fires of Australia in 2019, the oldest but one of the shared files. */
function pageQuery(round: number): URLSearchParams {
  const day = (offset: number) => new Date(Date.UTC(2019, 7, 3 + offset)).toISOString();
  return new URLSearchParams({
    limit: "1000",
    bbox: [112 + round / 10, -40, 140 + round / 10, -10].join(","),
    datetime: `${day(round)}/${day(round + 7)}`,
    filter: "frp > 3 AND daynight = 'D'",
  });
}

function lineOf(name: string, before: Times, after: Times, what: keyof Times, bound: number): Line {
  return {
    name,
    value: after[what] / before[what],
    unit: "× a tenth of the rows",
    goal: { kind: "≤", bound },
    measured: { unit: "ms", baseline: before[what], emberline: after[what] },
  };
}
