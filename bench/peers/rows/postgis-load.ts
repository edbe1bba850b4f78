import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { runProgram } from "../../lib/child.ts";
import { hotspotCount, hotspotsFile, hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { attributeNames, hotspotsTable } from "../postgis.ts";

const subject = fileURLToPath(new URL("../subjects/load-postgis.mjs", import.meta.url));
const rounds = Number(process.env.LOAD_ROUNDS ?? 5);

/** With an index for each attribute, as ours has one for all. */
const theirIndexes = [
  "ALTER TABLE peer.hotspots ADD PRIMARY KEY (id)",
  "CREATE INDEX ON peer.hotspots (datetime DESC, id)",
  "CREATE INDEX ON peer.hotspots USING gist (geom)",
  ...attributeNames.map((name) => `CREATE INDEX ON peer.hotspots (${name})`),
  "VACUUM (ANALYZE) peer.hotspots",
];

/** Loading a million hotspots into an indexed table, compared with `ogr2ogr` by COPY. */
export const postgisLoad: Row = {
  name: "postgis-load",
  async run(): Promise<Line[]> {
    const folder = await hotspotsFolder();
    const cluster = await startCluster(["shared_buffers=512MB"]);
    try {
      const { emberline, ogr2ogr } = await interleave(
        {
          emberline: () => loadEmberline(cluster, folder),
          ogr2ogr: () => loadOgr(cluster, folder),
        },
        { rounds, warmUpRounds: 0 },
      );
      const ourMs = emberline.map(({ ms }) => ms);
      const theirMs = ogr2ogr.map(({ ms }) => ms);
      const memoryMb = median(emberline.map(({ rssMb = 0 }) => rssMb));
      return [
        {
          name: "postgis-load",
          value: medianRatio(ourMs, theirMs),
          unit: "× ogr2ogr",
          goal: { kind: "≤", bound: 1 },
          measured: { unit: "ms", baseline: median(theirMs), emberline: median(ourMs) },
        },
        {
          name: "postgis-load-rss",
          value: memoryMb,
          unit: "MB",
          goal: { kind: "≤", bound: 450 },
          measured: { unit: "MB", emberline: memoryMb },
        },
      ];
    } finally {
      cluster.stop();
    }
  },
};

interface Sample {
  readonly ms: number;
  readonly rssMb?: number;
}

async function loadEmberline({ port, query }: Cluster, folder: string): Promise<Sample> {
  await query("DROP SCHEMA IF EXISTS emberline CASCADE; CHECKPOINT;");
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const started = performance.now();
  const { features, rssMb } = JSON.parse(await runProgram(subject, { args: [folder, url] }));
  const ms = performance.now() - started;
  if (features !== hotspotCount) throw new Error(`Only ${features} hotspots were loaded`);
  return { ms, rssMb: Number(rssMb) };
}

async function loadOgr({ port, query }: Cluster, folder: string): Promise<Sample> {
  await query(`DROP SCHEMA IF EXISTS peer CASCADE; CREATE SCHEMA peer;
    ${hotspotsTable("peer.hotspots", "geom geometry(Point, 4326)")} CHECKPOINT;`);
  const started = performance.now();
  await promisify(execFile)("ogr2ogr", [
    ...["-f", "PostgreSQL", `PG:host=127.0.0.1 port=${port} user=postgres dbname=postgres`],
    `GeoJSONSeq:${hotspotsFile(folder)}`,
    ...["-append", "-nln", "peer.hotspots", "--config", "PG_USE_COPY", "YES"],
  ]);
  await query(`${theirIndexes.join(";")};`);
  const ms = performance.now() - started;
  const [[count] = []] = await query("SELECT count(*) FROM peer.hotspots;");
  if (Number(count) !== hotspotCount) throw new Error(`ogr2ogr loaded only ${count} hotspots`);
  return { ms };
}
