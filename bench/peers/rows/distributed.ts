import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReferenceService, type ReferenceService } from "@emberline/reference-service";
import { createSpreadTables } from "@emberline/test-support/citus";
import { startCluster } from "@emberline/test-support/postgres";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { asker, client } from "../asker.ts";

const file = "hotspots_australia_modis_2019-08_2019-09.geojsonl.gz";
const rounds = 21;
const schema = "bench";

const coordinator = process.env.EMBERLINE_CITUS;

/** By the number of a round. */
type Query = (round: number) => Record<string, string>;

const dayOf = (round: number) => new Date(Date.UTC(2019, 7, 3 + round)).toISOString();

/** Within the days of the fires of Australia in 2019. */
const place: Query = (round) => ({
  bbox: [112 + round / 10, -40, 140 + round / 10, -10].join(","),
  datetime: `${dayOf(round)}/${dayOf(round + 7)}`,
});

/** Statements per round and their goals, as multiples of one server's time. */
const asked: readonly { name: string; bound: number; query: Query }[] = [
  { name: "page", bound: 2, query: (round) => ({ ...place(round), limit: "1000" }) },
  {
    name: "filtered",
    bound: 2.5,
    query: (round) => ({ ...place(round), limit: "1000", filter: "frp > 3 AND daynight = 'D'" }),
  },
  { name: "count", bound: 1.5, query: (round) => ({ limit: "1", offset: String(round) }) },
];

/** Two months of detections on a cluster of Citus on this machine, against one server. */
export const distributed: Row = {
  name: "distributed",
  skip:
    skipWithoutSharedData ||
    (coordinator === undefined && "EMBERLINE_CITUS names no coordinator of a cluster"),
  async run(): Promise<Line[]> {
    const single = await startCluster(["shared_buffers=128MB", "synchronous_commit=on"]);
    const open: ReferenceService[] = [];
    const folder = mkdtempSync(join(tmpdir(), "emberline-distributed-"));
    copyFileSync(join(sharedData, file), join(folder, file));
    try {
      await createSpreadTables(coordinator!, schema);
      const start = async (url: string) => {
        const started = performance.now();
        const store = { url, schema };
        const service = await createReferenceService({ clients: [client], data: folder, store });
        open.push(service);
        return { ask: await asker(service), loadMs: performance.now() - started };
      };
      const one = await start(`postgres://postgres@127.0.0.1:${single.port}/postgres`);
      const nodes = await start(coordinator!);
      const lines = [lineOf("load", 1.5, [nodes.loadMs], [one.loadMs])];
      const compare = async (name: string, bound: number, wanted: (i: number) => Wanted) => {
        let round = 0;
        const samples = await interleave(
          { nodes: () => nodes.ask(wanted(round++)), one: () => one.ask(wanted(round)) },
          { rounds, warmUpRounds: 3 },
        );
        lines.push(lineOf(name, bound, samples.nodes, samples.one));
      };
      for (const { name, bound, query } of asked) {
        await compare(name, bound, (round) => new URLSearchParams(query(round)));
      }
      const rows = await single.query(`SELECT id FROM ${schema}.hotspots ORDER BY id LIMIT 100;`);
      await compare("id", 4, (round) => rows[round]![0]!);
      return lines;
    } finally {
      await Promise.all(open.map((service) => service.close()));
      single.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

type Wanted = URLSearchParams | string;

function lineOf(what: string, bound: number, nodes: number[], one: number[]): Line {
  return {
    name: `distributed-${what}`,
    value: medianRatio(nodes, one),
    unit: "× one server",
    goal: { kind: "≤", bound },
    measured: { unit: "ms", baseline: median(one), emberline: median(nodes) },
  };
}
