import { startMapServer } from "../../../test/support/mapserver.ts";
import { hotspotsFolder } from "../../lib/hotspots.ts";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { pageMs, startService } from "../../lib/service-program.ts";
import { startPostgis } from "../postgis.ts";

const pageSize = 1_000;
const rounds = 21;

/** Boxes of one size in different places, so that caches do not help. */
const boxOf = (round: number) => {
  const west = -130 + round;
  return [west, 20, west + 70, 60].join(",");
};

const weekOf = (round: number) => {
  const day = (offset: number) => new Date(Date.UTC(2025, 0, 5 + offset)).toISOString();
  return `${day(round % 40)}/${day((round % 40) + 7)}`;
};

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
          emberline: () => {
            const query = new URLSearchParams({
              limit: String(pageSize),
              bbox: boxOf(round),
              datetime: weekOf(round++),
              filter: "frp > 3 AND daynight = 'D'",
            });
            return pageMs(`${service.itemsUrl}?${query}`, service.headers, pageSize);
          },
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
