import { startCluster } from "@emberline/test-support/postgres";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import type { Row } from "../../lib/row.ts";
import { startService } from "../../lib/service-program.ts";
import { topLines } from "../../lib/top-lines.ts";

/** The strongest of a million hotspots, sorted where they are, in PostGIS. */
export const top1mPostgis: Row = {
  name: "top-1m-postgis",
  async run() {
    const cluster = await startCluster(["shared_buffers=512MB"]);
    try {
      const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
      const program = await startService(await hotspotsFolder(), url);
      try {
        await cluster.query("VACUUM ANALYZE emberline.hotspots");
        return await topLines("top-1m-postgis", program.service);
      } finally {
        await program.close();
      }
    } finally {
      cluster.stop();
    }
  },
};
