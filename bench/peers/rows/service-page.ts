import { startMapServer } from "@emberline/test-support/mapserver";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { pageMs, startService } from "../../lib/service-program.ts";
import { boxOf, pageQuery, pageSize } from "../page-query.ts";
import { startPostgis } from "../postgis.ts";

const rounds = 21;

/**
 * A page of 1,000 hotspots as GeoJSON over HTTP: ours by box, seven days and two attributes,
 * MapServer's by box only, since it ignores `datetime` and `filter`.
 */
export const servicePage: Row = {
  name: "service-page",
  async run(): Promise<Line[]> {
    const folder = await hotspotsFolder();
    const postgis = await startPostgis(folder);
    const mapserver = await startMapServer({
      name: "hotspots",
      title: "Hotspots",
      key: "id",
      connection: `CONNECTIONTYPE POSTGIS
    CONNECTION "host=127.0.0.1 port=${postgis.port} user=postgres dbname=postgres"
    DATA "geom FROM hotspots USING UNIQUE id USING SRID=4326"
    PROCESSING "CLOSE_CONNECTION=DEFER"`,
    });
    const service = await startService(folder);
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
          name: "service-page",
          value: medianRatio(samples.emberline, samples.mapserver),
          unit: "× MapServer over PostGIS",
          goal: { kind: "≤", bound: 0.25 },
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
      postgis.stop();
    }
  },
};
