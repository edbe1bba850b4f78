import { startCluster } from "@emberline/test-support/postgres";
import { hotspotsFolder } from "../lib/hotspots.ts";
import { startService } from "../lib/service-program.ts";

/** The million hotspots in PostGIS, with a service of their own. */
export async function startMillionInPostgis() {
  const cluster = await startCluster(["shared_buffers=512MB"]);
  try {
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    const { service, close } = await startService(await hotspotsFolder(), url);
    await cluster.query("VACUUM ANALYZE emberline.hotspots");
    return { service, close: () => close().finally(() => cluster.stop()) };
  } catch (error) {
    cluster.stop();
    throw error;
  }
}
