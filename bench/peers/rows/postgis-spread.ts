import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReferenceService, type ReferenceService } from "@emberline/reference-service";
import { startCluster } from "@emberline/test-support/postgres";
import { startSpreadCluster } from "@emberline/test-support/postgres-nodes";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { asker, client } from "../asker.ts";

const file = "hotspots_australia_modis_2019-08_2019-09.geojsonl.gz";
const rounds = 21;
const memory = ["shared_buffers=128MB"];

type Query = (round: number) => Record<string, string>;

const dayOf = (round: number) => new Date(Date.UTC(2019, 7, 3 + round)).toISOString();

/** Within the days of the fires of Australia in 2019. */
const place: Query = (round) => ({
  bbox: [112 + round / 10, -40, 140 + round / 10, -10].join(","),
  datetime: `${dayOf(round)}/${dayOf(round + 7)}`,
});

/** Statements per round and their goals, as multiples of one server's time. */
const asked: readonly { name: string; bound: number; query: Query }[] = [
  { name: "page", bound: 4, query: (round) => ({ ...place(round), limit: "1000" }) },
  {
    name: "filtered",
    bound: 6,
    query: (round) => ({ ...place(round), limit: "1000", filter: "frp > 3 AND daynight = 'D'" }),
  },
  { name: "count", bound: 2, query: (round) => ({ limit: "1", offset: String(round) }) },
];

/** Two months of detections on three nodes and a coordinator, against one server. */
export const postgisSpread: Row = {
  name: "postgis-spread",
  skip: skipWithoutSharedData,
  async run(): Promise<Line[]> {
    const single = await startCluster([...memory, "synchronous_commit=on"]);
    const spread = await startSpreadCluster(memory);
    const open: ReferenceService[] = [];
    const folder = mkdtempSync(join(tmpdir(), "emberline-spread-"));
    copyFileSync(join(sharedData, file), join(folder, file));
    try {
      await spread.createTables("emberline");
      const start = async (port: number) => {
        const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
        const started = performance.now();
        const service = await createReferenceService({
          clients: [client],
          data: folder,
          store: { url },
        });
        open.push(service);
        return { ask: await asker(service), loadMs: performance.now() - started };
      };
      const one = await start(single.port);
      const nodes = await start(spread.coordinator.port);
      await Promise.all([single, ...spread.nodes].map((each) => each.query("VACUUM ANALYZE;")));
      const lines = [lineOf("load", 10, [nodes.loadMs], [one.loadMs])];
      for (const { name, bound, query } of asked) {
        let round = 0;
        const samples = await interleave(
          {
            nodes: () => nodes.ask(new URLSearchParams(query(round++))),
            one: () => one.ask(new URLSearchParams(query(round))),
          },
          { rounds, warmUpRounds: 3 },
        );
        lines.push(lineOf(name, bound, samples.nodes, samples.one));
      }
      return lines;
    } finally {
      await Promise.all(open.map((service) => service.close()));
      single.stop();
      spread.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

function lineOf(what: string, bound: number, nodes: number[], one: number[]): Line {
  return {
    name: `postgis-spread-${what}`,
    value: medianRatio(nodes, one),
    unit: "× one server",
    goal: { kind: "≤", bound },
    measured: { unit: "ms", baseline: median(one), emberline: median(nodes) },
  };
}
