import { startCluster } from "@emberline/test-support/postgres";
import { aggregateLines } from "../../lib/aggregate-lines.ts";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import type { Row } from "../../lib/row.ts";
import { startService } from "../../lib/service-program.ts";

/** A million hotspots summarized where they are, in PostGIS. */
export const aggregate1mPostgis: Row = {
  name: "aggregate-1m-postgis",
  async run() {
    const cluster = await startCluster(["shared_buffers=512MB"]);
    try {
      const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
      const program = await startService(await hotspotsFolder(), url);
      try {
        await cluster.query("VACUUM ANALYZE emberline.hotspots");
        return await aggregateLines("aggregate-1m-postgis", program.service);
      } finally {
        await program.close();
      }
    } finally {
      cluster.stop();
    }
  },
};
