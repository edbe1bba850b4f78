import { createReferenceService } from "@emberline/reference-service";
import { startCluster } from "@emberline/test-support/postgres";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { Row } from "../../lib/row.ts";

/** Disk of a detection in PostGIS, with its indexes: real ones, loaded as a service loads them. */
export const postgisSize: Row = {
  name: "postgis-size",
  skip: skipWithoutSharedData,
  async run() {
    const cluster = await startCluster();
    try {
      const service = await createReferenceService({
        clients: [{ id: "bench", secret: "bench" }],
        data: sharedData,
        store: { url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres` },
      });
      await service.close();
      const [sizes] = await cluster.query(`
SELECT count(*), pg_total_relation_size('emberline.hotspots'), pg_indexes_size('emberline.hotspots')
FROM emberline.hotspots;`);
      const [rows, bytes, indexes] = sizes!.map(Number) as [number, number, number];
      return [
        {
          name: "postgis-size",
          value: bytes / rows,
          unit: "bytes of disk for a detection, with its indexes",
          goal: { kind: "≤" as const, bound: 1500 },
          measured: { unit: "bytes", rows, indexes, table: bytes - indexes },
        },
      ];
    } finally {
      cluster.stop();
    }
  },
};
