import { embed } from "@emberline/reference-service";
import type { Cluster } from "@emberline/test-support/postgres";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { interleave, median, medianRatio } from "../../lib/interleave.ts";
import type { Line, Row } from "../../lib/row.ts";
import { star } from "../../lib/star.ts";
import { geometriesOf, startSharedPostgis } from "../shared-postgis.ts";

interface Sample {
  readonly ms: number;
  readonly count: number;
}

/** A literal in WKT, moved east by some degrees, and how often to request it. */
interface Case {
  readonly literal: (east: number) => string;
  readonly rounds: number;
  /** The literal for PostGIS, if different. */
  readonly easier?: (east: number) => string;
}

const tables = { perimeters: "svc:satellite-perimeters", hotspots: "svc:hotspots" } as const;

/** Each round requests a place a metre farther on, so that no answer comes from a cache. */
const degreesPerRound = 0.00001;

/** Counts by `S_INTERSECTS` over the shared data against PostGIS with a spatial index. */
export const spatialFilter: Row = {
  name: "spatial-filter",
  skip: skipWithoutSharedData,
  async run(): Promise<Line[]> {
    const postgis = await startSharedPostgis(sharedData);
    const ask = await openService();
    const lines: Line[] = [];
    try {
      for (const [name, { literal, rounds, easier }] of Object.entries(cases())) {
        for (const table of ["perimeters", "hotspots"] as const) {
          const [ours, theirs] = [literals(literal), literals(easier ?? literal)];
          const samples = await interleave(
            {
              emberline: () => ask(tables[table], ours()),
              postgis: () => askPostgis(postgis, table, theirs()),
            },
            { rounds, warmUpRounds: rounds > 1 ? 30 : 0 },
          );
          lines.push(lineOf(`spatial-filter-${name}-${table}`, samples, easier === undefined));
          if (process.env.DBG) console.error(lines.at(-1));
        }
      }
    } finally {
      postgis.stop();
    }
    return lines;
  },
};

function cases(): Record<string, Case> {
  const largest = geometriesOf(sharedData, "perimeters").reduce((a, b) =>
    b.length > a.length ? b : a,
  );
  const { coordinates } = JSON.parse(largest);
  const triangle = (east: number) => {
    const corners = [
      [-124, 33],
      [-114, 33],
      [-119, 49],
      [-124, 33],
    ] as [number, number][];
    return `POLYGON((${corners.map(([x, y]) => `${x + east} ${y}`).join(",")}))`;
  };
  return {
    triangle: { literal: triangle, rounds: 11 },
    perimeter: { literal: (east) => multiPolygon(coordinates, east), rounds: 11 },
    "star-101": { literal: (east) => star(101, east), rounds: 1 },
    // PostGIS takes 15 s to repair a star of 101 vertices, and many minutes for one of 301.
    "star-301": {
      literal: (east) => star(301, east),
      rounds: 1,
      easier: (east) => star(101, east),
    },
  };
}

/** One place after the other. */
function literals(literal: Case["literal"]): () => string {
  let round = 0;
  return () => literal(round++ * degreesPerRound);
}

/**
 * The service in this process, called as over HTTP but without a connection, as PostGIS is timed.
 */
async function openService(): Promise<(collection: string, wkt: string) => Promise<Sample>> {
  const { baseUrl, clientId, clientSecret, fetch } = await embed({ data: sharedData });
  const exchange = await fetch(`${baseUrl}/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token } = (await exchange.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  return async (collection, wkt) => {
    const query = new URLSearchParams({ limit: "1", filter: `S_INTERSECTS(geometry,${wkt})` });
    const started = performance.now();
    const url = `${baseUrl}/ogc/features/v1/collections/${collection}/items?${query}`;
    const page = (await (await fetch(url, { headers })).json()) as { numberMatched?: number };
    const ms = performance.now() - started;
    if (page.numberMatched === undefined) throw new Error(JSON.stringify(page));
    return { ms, count: page.numberMatched };
  };
}

async function askPostgis(postgis: Cluster, table: string, wkt: string): Promise<Sample> {
  const ask = (geometry: string, where: string) => {
    const valid = `ST_MakeValid(''SRID=4326;${geometry}''::geometry, ''method=linework'')`;
    return `SELECT * FROM timed('SELECT count(*) FROM ${where} WHERE ST_Intersects(geom, ${valid})');`;
  };
  const [, row] = await postgis.query(
    `-- The first query of a session loads PostGIS.
    ${ask("POLYGON((0 0,1 0,1 1,0 0))", table)}
    ${ask(wkt, table)}`,
  );
  const [ms, count] = row as [string, string];
  return { ms: Number(ms), count: Number(count) };
}

/** With four decimals, so that it fits into a URL. */
function multiPolygon(polygons: [number, number][][][], east: number): string {
  const text = ([x, y]: [number, number]) => `${(x + east).toFixed(4)} ${y.toFixed(4)}`;
  const rings = (polygon: [number, number][][]) =>
    polygon.map((ring) => `(${ring.map(text).join(",")})`).join(",");
  return `MULTIPOLYGON(${polygons.map((polygon) => `(${rings(polygon)})`).join(",")})`;
}

/** @throws {Error} when the two counts differ */
function lineOf(
  name: string,
  { emberline, postgis }: { emberline: Sample[]; postgis: Sample[] },
  isSame: boolean,
): Line {
  for (const [round, { count }] of postgis.entries()) {
    const ours = emberline[round]!.count;
    if (!isSame || count === ours) continue;
    throw new Error(`${name}: ${ours} here, ${count} in PostGIS`);
  }
  const [ours, theirs] = [emberline.map(({ ms }) => ms), postgis.map(({ ms }) => ms)];
  return {
    name,
    value: medianRatio(ours, theirs),
    unit: "× PostGIS",
    goal: { kind: "≤", bound: 3 },
    measured: { unit: "ms", baseline: median(theirs), emberline: median(ours) },
  };
}
