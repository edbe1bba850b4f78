import { createReferenceService, type ReferenceService } from "@emberline/reference-service";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { asker, client } from "../asker.ts";

const firstExponent = 5;
/** The last one has ten million rows. */
const tenfolds = Number(process.env.GROWTH_TENFOLDS ?? 2);
const rounds = 21;
const countRounds = 7;

/** A service of a database that stays while others are measured. */
interface Sized {
  readonly database: string;
  readonly exponent: number;
  readonly start: () => Promise<ReferenceService>;
}

/**
 * A page by box, seven days and two attributes, and the count of all, on tables of which each has
 * ten times the rows of the one before: real detections that are shifted in time and place, so that
 * the page's matches stay.
 */
export const postgisGrowth: Row = {
  name: "postgis-growth",
  skip: skipWithoutSharedData,
  async run(): Promise<Line[]> {
    const cluster = await startCluster(["shared_buffers=512MB"]);
    try {
      const first = await createFirst(cluster);
      const sizes = [first];
      for (let tenfold = 1; tenfold <= tenfolds; tenfold++) {
        sizes.push(await createTenfold(cluster, sizes.at(-1)!));
      }
      const pages = await pageTimes(sizes);
      const counts = await countTimes(sizes);
      return sizes.slice(1).flatMap(({ database, exponent }, i) => {
        const before = sizes[i]!.database;
        return [
          lineOf(`postgis-growth-page-1e${exponent}`, pages[before]!, pages[database]!, 1.3),
          lineOf(`postgis-growth-count-1e${exponent}`, counts[before]!, counts[database]!, 10),
        ];
      });
    } finally {
      cluster.stop();
    }
  },
};

function sized({ port }: Cluster, exponent: number, data?: string): Sized {
  const database = `hotspots_1e${exponent}`;
  const start = () =>
    createReferenceService({
      clients: [client],
      ...(data !== undefined && { data }),
      store: { url: `postgres://postgres@127.0.0.1:${port}/${database}` },
      maxSearchSeconds: 600,
    });
  return { database, exponent, start };
}

async function createFirst(cluster: Cluster): Promise<Sized> {
  const first = sized(cluster, firstExponent, sharedData);
  await cluster.query(`CREATE DATABASE ${first.database};
\\connect ${first.database}
CREATE EXTENSION postgis;`);
  const service = await first.start();
  await service.close();
  await cluster.query(`\\connect ${first.database}
DELETE FROM emberline.hotspots WHERE id NOT IN
  (SELECT id FROM emberline.hotspots ORDER BY start_ms, id LIMIT ${10 ** firstExponent});
VACUUM (ANALYZE) emberline.hotspots;`);
  return sized(cluster, firstExponent);
}

/** With copies of all rows of a smaller one, each later than all before and farther east. */
async function createTenfold(cluster: Cluster, smaller: Sized): Promise<Sized> {
  const larger = sized(cluster, smaller.exponent + 1);
  const indexes =
    await cluster.query(`CREATE DATABASE ${larger.database} TEMPLATE ${smaller.database};
\\connect ${larger.database}
SELECT indexname FROM pg_indexes WHERE schemaname = 'emberline' AND tablename = 'hotspots'
  AND indexname NOT LIKE '%pkey';`);
  await cluster.query(`\\connect ${larger.database}
DROP INDEX ${indexes.map(([name]) => `emberline.${name}`).join(", ")};
INSERT INTO emberline.hotspots
SELECT id, start_ms, end_ms, west, south, west, south, true,
  ST_SetSRID(ST_MakePoint(west, south), 4326), properties, is_exact, shape,
  format('{"type":"Feature","id":"%s","geometry":{"type":"Point","coordinates":[%s,%s]},"properties":%s}',
    id, west, south, properties), is_live
FROM (
  SELECT id || '-${larger.exponent}.' || copy AS id, start_ms + later AS start_ms, end_ms + later AS end_ms,
    mod((west + 180 + 7 * copy)::numeric, 360)::float8 - 180 AS west, south,
    properties || jsonb_build_object('datetime', to_char(
      to_timestamp((start_ms + later) / 1000), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS properties,
    is_exact, shape, is_live
  FROM emberline.hotspots, generate_series(1, 9) AS copy,
    LATERAL (SELECT copy * (SELECT max(end_ms) - min(start_ms) + 1 FROM emberline.hotspots) AS later)
      AS shift) AS shifted;`);
  // A start builds the indexes that are missing.
  await (await larger.start()).close();
  await cluster.query(`\\connect ${larger.database}
VACUUM (ANALYZE) emberline.hotspots;`);
  return larger;
}

async function pageTimes(sizes: readonly Sized[]): Promise<Record<string, number[]>> {
  const services = await Promise.all(sizes.map(({ start }) => start()));
  const asked = await Promise.all(services.map(asker));
  const candidates = sizes.map(({ database }, i) => {
    let round = 0;
    return [database, () => asked[i]!(pageQuery(round++))] as const;
  });
  const times = await interleave(Object.fromEntries(candidates), { rounds, warmUpRounds: 3 });
  await Promise.all(services.map((service) => service.close()));
  return times;
}

/** Each by a service just started, since it remembers a count until features change. */
function countTimes(sizes: readonly Sized[]): Promise<Record<string, number[]>> {
  const candidates = sizes.map(({ database, start }) => {
    const count = async () => {
      const service = await start();
      const ms = await (await asker(service))(new URLSearchParams({ limit: "1" }));
      await service.close();
      return ms;
    };
    return [database, count] as const;
  });
  return interleave(Object.fromEntries(candidates), { rounds: countRounds });
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

function lineOf(name: string, smaller: number[], larger: number[], bound: number): Line {
  return {
    name,
    value: medianRatio(larger, smaller),
    unit: "× a tenth of the rows",
    goal: { kind: "≤", bound },
    measured: { unit: "ms", baseline: median(smaller), emberline: median(larger) },
  };
}
