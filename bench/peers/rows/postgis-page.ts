import { startMapServer } from "@emberline/test-support/mapserver";
import { startCluster } from "@emberline/test-support/postgres";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { pageMs, startService } from "../../lib/service-program.ts";
import { boxOf, pageQuery, pageSize } from "../page-query.ts";
import { attributeNames } from "../postgis.ts";

const rounds = 21;

/** The attributes of the table's JSON as columns, which MapServer needs. */
const columns = attributeNames.map((name) => `properties->>'${name}' AS ${name}`).join(", ");

/**
 * A page of 1,000 hotspots in PostGIS as GeoJSON over HTTP: ours by box, seven days and two
 * attributes, MapServer's from the same table by box only, since it ignores the others.
 */
export const postgisPage: Row = {
  name: "postgis-page",
  async run(): Promise<Line[]> {
    const cluster = await startCluster(["shared_buffers=512MB"]);
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    const service = await startService(await hotspotsFolder(), url);
    const mapserver = await startMapServer({
      name: "hotspots",
      title: "Hotspots",
      key: "id",
      connection: `CONNECTIONTYPE POSTGIS
    CONNECTION "host=127.0.0.1 port=${cluster.port} user=postgres dbname=postgres"
    DATA "geom FROM (SELECT id, geom, ${columns} FROM emberline.hotspots) AS hotspots USING UNIQUE id USING SRID=4326"
    PROCESSING "CLOSE_CONNECTION=DEFER"`,
    });
    let round = 0;
    try {
      const samples = await interleave(
        {
          emberline: () =>
            pageMs(`${service.itemsUrl}?${pageQuery(round++)}`, service.headers, pageSize),
          mapserver: () =>
            pageMs(
              `${mapserver.url}/collections/hotspots/items?f=json&limit=${pageSize}&bbox=${boxOf(round)}`,
              {},
              pageSize,
            ),
        },
        { rounds, warmUpRounds: 3 },
      );
      return [
        {
          name: "postgis-page",
          value: medianRatio(samples.emberline, samples.mapserver),
          unit: "× MapServer over PostGIS",
          goal: { kind: "≤", bound: 0.5 },
          measured: {
            unit: "ms",
            baseline: median(samples.mapserver),
            emberline: median(samples.emberline),
          },
        },
      ];
    } finally {
      await service.close();
      await mapserver.close();
      cluster.stop();
    }
  },
};
