import { type Cluster, copyLine } from "@emberline/test-support/postgres";
import {
  hotspotFiles,
  perimeterFile,
  readFeatures,
  sharedData,
} from "@emberline/test-support/shared-data";
import type { SummarySelection } from "./summary-selections.ts";

const numbers = ["frp", "scan", "gis_acres"];
const texts = ["satellite", "confidence", "daynight", "state", "incident_id", "incident_name"];

/** All detections and perimeters in one table, with repaired shapes. */
export async function loadFeatures(
  { query }: Cluster,
  {
    folder = sharedData,
    isWanted = () => true,
  }: {
    folder?: string;
    isWanted?: (properties: Readonly<Record<string, unknown>>) => boolean;
  },
): Promise<void> {
  const read = (file: string) =>
    readFeatures(file, folder).filter((each) => isWanted(each.properties ?? {}));
  const hotspots = hotspotFiles.flatMap(read);
  const perimeters = read(perimeterFile);
  const lineOf = (collection: string) => (feature: (typeof hotspots)[number]) => {
    const { id, geometry, properties } = feature;
    const value = (name: string) => {
      const given = properties?.[name];
      return given === undefined || given === null ? null : String(given);
    };
    const values = ["datetime", "sequence", ...numbers, ...texts].map(value);
    return copyLine([collection, id, JSON.stringify(geometry), ...values]);
  };
  await query(`
    CREATE TABLE source (collection text, id text, json text, t timestamptz, sequence int,
      ${numbers.map((name) => `${name} float8`).join(", ")},
      ${texts.map((name) => `${name} text`).join(", ")});
    COPY source FROM stdin;
${hotspots.map(lineOf("svc:hotspots")).join("")}${perimeters.map(lineOf("svc:satellite-perimeters")).join("")}\\.
    -- Repaired once, not for every use.
    CREATE TABLE feature AS
      WITH read AS MATERIALIZED (SELECT *, ST_MakeValid(ST_GeomFromGeoJSON(json)) AS g FROM source)
      SELECT *, g::geography AS geog,
        CASE WHEN ST_Dimension(g) = 2 THEN ST_Area(ST_CollectionExtract(g, 3)::geography) / 1e6 END AS km2
      FROM read;
    CREATE INDEX ON feature USING gist (geog);
    CREATE INDEX ON feature (collection, t);
    ANALYZE;`);
}

/** Statistics of one number: sum, least, greatest, mean, quantiles; null if no feature has it. */
type Statistics = readonly (number | null)[];

export interface Group {
  /** The group's values as texts; empty for the total. */
  readonly key: readonly string[];
  readonly count: number;
  readonly areaKm2: number;
  /** In the order of the selection's properties. */
  readonly statistics: readonly Statistics[];
}

export interface ClusterRow {
  readonly count: number;
  readonly lon: number;
  readonly lat: number;
  readonly first: string;
  readonly last: string;
  readonly frpMax: number;
}

export interface ExpectedSummary {
  readonly all: Group;
  readonly groups: readonly Group[];
  readonly clusters: readonly ClusterRow[];
  readonly unionKm2: number;
}

/** The expected answer of summarize_features. */
export async function expectedSummary(
  { query }: Cluster,
  selection: SummarySelection,
): Promise<ExpectedSummary> {
  const { groupBy, properties, collection } = selection;
  const isClustered = groupBy[0] === "cluster";
  await query(`DROP TABLE IF EXISTS selected; CREATE TABLE selected AS ${selectedSql(selection)};`);
  const keys = isClustered ? [] : groupBy.flatMap((name) => keySql(name, selection));
  const measured = properties.map(
    (name) =>
      `sum(${name}), min(${name}), max(${name}), avg(${name}), ${[0.5, 0.05, 0.9].map((share) => `percentile_cont(${share}) WITHIN GROUP (ORDER BY ${name})`).join()}`,
  );
  const columns = keys.map((sql, i) => `coalesce((${sql})::text, 'null') AS key${i}`);
  const names = keys.map((_, i) => `key${i}`);
  const rows = await query(`
    SELECT ${[...names, "count(*)", "coalesce(sum(km2), 0)", ...measured].join(", ")}
    FROM (SELECT *${columns.map((column) => `, ${column}`).join("")} FROM selected) AS keyed
    GROUP BY GROUPING SETS (${names.length > 0 ? `(${names.join(", ")}), ` : ""}())`);
  const groups = rows.map((row): Group => {
    const values = row.slice(keys.length).map((text) => (text === "" ? null : Number(text)));
    return {
      key: row.slice(0, keys.length),
      count: values[0]!,
      areaKm2: values[1]!,
      statistics: properties.map((_, i) => values.slice(2 + i * 7, 9 + i * 7)),
    };
  });
  // The empty grouping set has no keys.
  const isAll = ({ key }: Group) => key.every((text) => text === "");
  const union =
    collection === "svc:satellite-perimeters"
      ? await query(
          "SELECT ST_Area(ST_Union(ST_CollectionExtract(g, 3))::geography) / 1e6 FROM selected",
        )
      : [];
  return {
    all: groups.find(isAll)!,
    groups: keys.length > 0 ? groups.filter((group) => !isAll(group)) : [],
    clusters: isClustered ? await clusterRows(query, selection) : [],
    unionKm2: Number(union[0]?.[0] ?? 0),
  };
}

function selectedSql(selection: SummarySelection): string {
  const { collection, area, days, zone, latestPerFire } = selection;
  const [first, last] = days;
  const isPerimeters = collection === "svc:satellite-perimeters";
  const midnight = (sql: string) =>
    `(${sql})::timestamp AT TIME ZONE '${isPerimeters ? "UTC" : zone}'`;
  const where = [
    `collection = '${collection}'`,
    `t >= ${midnight(`date '${first}'`)}`,
    `t < ${midnight(`date '${last}' + 1`)}`,
    ...(area === null ? [] : [areaSql(area)]),
  ].join(" AND ");
  return latestPerFire
    ? `SELECT DISTINCT ON (incident_id) * FROM feature WHERE ${where}
       ORDER BY incident_id, t DESC, sequence DESC, id COLLATE "C" DESC`
    : `SELECT * FROM feature WHERE ${where}`;
}

function areaSql(area: NonNullable<SummarySelection["area"]>): string {
  if (!("bbox" in area)) {
    const place = `ST_Point(${area.lon}, ${area.lat}, 4326)`;
    const isInside = `ST_Dimension(g) = 2 AND ST_Intersects(g, ${place})`;
    return `(ST_DWithin(geog, ${place}::geography, ${area.radiusKm * 1000}) OR ${isInside})`;
  }
  const [west, south, east, north] = area.bbox;
  const parts =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  const boxes = parts.map(
    ([from, to]) => `ST_Intersects(g, ST_MakeEnvelope(${from}, ${south}, ${to}, ${north}, 4326))`,
  );
  return `(${boxes.join(" OR ")})`;
}

function keySql(name: string, { collection, zone, cellDeg }: SummarySelection): string[] {
  const local = `t AT TIME ZONE '${collection === "svc:hotspots" ? zone : "UTC"}'`;
  switch (name) {
    case "day":
      return [`to_char(${local}, 'YYYY-MM-DD')`];
    case "hour":
      return [`to_char(${local}, 'YYYY-MM-DD"T"HH24')`];
    case "fire":
      return ["incident_id", "incident_name"];
    case "cell":
      return [`floor(ST_X(g) / ${cellDeg}) || ' ' || floor(ST_Y(g) / ${cellDeg})`];
    default:
      return [name];
  }
}

/** Single linkage: each takes the lowest number among its neighbours until nothing changes. */
async function clusterRows(
  query: Cluster["query"],
  { clusterKm, clusterHours }: SummarySelection,
): Promise<ClusterRow[]> {
  const rows = await query(`
    DROP TABLE IF EXISTS node, pair;
    CREATE TABLE node AS SELECT row_number() OVER () AS n, row_number() OVER () AS label, t, geog FROM selected;
    CREATE INDEX ON node USING gist (geog);
    ANALYZE node;
    CREATE TABLE pair AS SELECT a.n AS a, b.n AS b FROM node a JOIN node b
      ON ST_DWithin(a.geog, b.geog, ${clusterKm * 1000})
      AND abs(extract(epoch FROM a.t - b.t)) <= ${clusterHours * 3600};
    CREATE INDEX ON pair (a);
    DO $$ BEGIN LOOP
      UPDATE node SET label = least.label
        FROM (SELECT a, min(label) AS label FROM pair JOIN node ON n = b GROUP BY a) AS least
        WHERE n = a AND least.label < node.label;
      EXIT WHEN NOT FOUND;
      -- Whoever has the number of a node takes over that node's own.
      UPDATE node SET label = root.label FROM node root WHERE root.n = node.label AND root.label < node.label;
    END LOOP; END $$;
    SELECT count(*), avg(ST_X(g)), avg(ST_Y(g)),
      to_char(min(s.t) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      to_char(max(s.t) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), max(frp)
    FROM (SELECT row_number() OVER () AS n, * FROM selected) AS s JOIN node USING (n)
    GROUP BY label ORDER BY 1 DESC`);
  return rows.map(([count, lon, lat, first, last, frpMax]) => ({
    count: Number(count),
    lon: Number(lon),
    lat: Number(lat),
    first: first!,
    last: last!,
    frpMax: Number(frpMax),
  }));
}
