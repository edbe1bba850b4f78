import { type Cluster, copyLine } from "@emberline/test-support/postgres";
import type { Scene } from "./places.ts";

/**
 * The rules of assess_location in SQL: geography for distances and areas,
 * `ST_MakeValid` for invalid perimeters. Distances in metres.
 */
export async function loadScene(
  { query }: Cluster,
  { perimeters, sources, hotspots, places }: Scene,
): Promise<void> {
  const copy = (table: string, rows: readonly (string | number | null)[][]) =>
    `COPY ${table} FROM stdin;\n${rows.map(copyLine).join("")}\\.\n`;
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value));
  await query(`
    CREATE TABLE perimeter_source (id text, fire text, t timestamptz, sequence int, json text);
    CREATE TABLE source_source (id text, category text, json text);
    CREATE TABLE hotspot_source (id text, t timestamptz, scan float8, track float8, json text);
    CREATE TABLE place_source (n int, lon float8, lat float8, radius float8, first date, last date);
    ${copy(
      "perimeter_source",
      perimeters.map(({ id, geometry, properties: p }) => [
        id,
        text(p!.incident_id),
        text(p!.datetime),
        text(p!.sequence),
        JSON.stringify(geometry),
      ]),
    )}
    ${copy(
      "source_source",
      sources.map(({ id, geometry, properties: p }) => [
        id,
        text(p!.category),
        JSON.stringify(geometry),
      ]),
    )}
    ${copy(
      "hotspot_source",
      hotspots.map(({ id, geometry, properties: p }) => [
        id,
        text(p!.datetime),
        text(p!.scan),
        text(p!.track),
        JSON.stringify(geometry),
      ]),
    )}
    ${copy(
      "place_source",
      places.map(({ lon, lat, radiusKm, days }, n) => [n, lon, lat, radiusKm * 1000, ...days]),
    )}
    CREATE TABLE perimeter AS
      SELECT id, fire, t::date AS day, sequence, ST_GeomFromGeoJSON(json) AS raw
      FROM perimeter_source;
    CREATE TABLE source AS
      SELECT id, category = 'volcano' AS is_volcano, ST_GeomFromGeoJSON(json)::geography AS geog
      FROM source_source;
    CREATE TABLE place AS
      SELECT n, ST_Point(lon, lat, 4326)::geography AS geog, radius, first, last FROM place_source;
    CREATE TABLE hotspot AS
      SELECT id, t, g, g::geography AS geog, coalesce(greatest(scan, track), 0) * 500 AS half_pixel
      FROM (SELECT *, ST_GeomFromGeoJSON(json) AS g FROM hotspot_source) AS read;
    CREATE INDEX ON source USING gist (geog);
    CREATE INDEX ON hotspot USING gist (geog);
    CREATE INDEX ON perimeter USING gist (raw);
    CREATE INDEX ON perimeter (fire);
    ANALYZE;
    CREATE TABLE seen AS
      SELECT n, h.*, ST_Distance(p.geog, h.geog) AS m FROM place p JOIN hotspot h
      ON h.t >= p.first::timestamptz AND h.t < (p.last + 1)::timestamptz
      AND ST_DWithin(p.geog, h.geog, p.radius * 1.01);
    CREATE TABLE near_fire AS
      SELECT DISTINCT h.id AS hotspot, h.t::date AS day, p.fire
      FROM seen h JOIN perimeter p ON p.raw && ST_Expand(h.g, 0.15);
    -- Of each fire the newest perimeter, and the days on which it tells of detections.
    CREATE TABLE fire AS
      SELECT DISTINCT ON (fire) p.*, first - 2 AS first, last + 2 AS last FROM perimeter p
      JOIN (SELECT fire, min(day) AS first, max(day) AS last FROM perimeter GROUP BY fire) AS days
        USING (fire)
      ORDER BY fire, day DESC, sequence DESC, id COLLATE "C" DESC;
    CREATE TABLE telling AS
      SELECT h.hotspot, f.id, f.fire, f.day, f.sequence, f.raw
      FROM near_fire h JOIN fire f USING (fire) WHERE h.day BETWEEN f.first AND f.last;
    DELETE FROM telling USING hotspot h WHERE h.id = hotspot AND NOT raw && ST_Expand(h.g, 0.15);
    -- Shown are those that had begun, and were mapped at most 30 days before the time asked.
    CREATE TABLE newest AS
      SELECT n, f.* FROM place a JOIN fire f ON f.first <= a.last AND f.day >= a.first - 30;
    DELETE FROM newest USING place p WHERE p.n = newest.n
      AND NOT ST_DWithin(ST_Envelope(raw)::geography, geog, radius + 20000);
    -- Repaired is only what is measured, and only once.
    CREATE TABLE shape AS
      WITH valid AS MATERIALIZED (
        SELECT id, ST_MakeValid(raw) AS g FROM perimeter
        WHERE id IN (SELECT id FROM telling UNION SELECT id FROM newest))
      SELECT id, g, g::geography AS geog FROM valid;
    CREATE TABLE to_perimeter AS
      SELECT h.id, p.id AS perimeter, p.fire, p.day, p.sequence,
        CASE WHEN ST_Intersects(s.g, h.g) THEN 0 ELSE ST_Distance(s.geog, h.geog) END AS m,
        greatest(2000, h.half_pixel) AS reach
      FROM telling p JOIN hotspot h ON h.id = hotspot JOIN shape s ON s.id = p.id;
    CREATE TABLE to_source AS
      SELECT h.id, s.id AS source, s.is_volcano, ST_Distance(s.geog, h.geog) AS m,
        greatest(CASE WHEN s.is_volcano THEN 5000 ELSE 1000 END, h.half_pixel) AS reach
      FROM (SELECT DISTINCT ON (id) * FROM seen) AS h
      JOIN source s ON ST_DWithin(s.geog, h.geog, 5100);`);
}

/** Detections within 0.1 % of a threshold distance. */
export async function idsOnTheEdge({ query }: Cluster): Promise<Set<string>> {
  const rows = await query(`
    SELECT id FROM seen JOIN place USING (n) WHERE abs(m / radius - 1) < 0.001
    UNION SELECT id FROM to_perimeter WHERE abs(m / reach - 1) < 0.001
    UNION SELECT id FROM to_source WHERE abs(m / reach - 1) < 0.001`);
  return new Set(rows.flat());
}

export async function label({ query }: Cluster, without: ReadonlySet<string>): Promise<void> {
  await query(`
    CREATE TABLE edge (id text);
    COPY edge FROM stdin;\n${[...without].map((id) => copyLine([id])).join("")}\\.
    DELETE FROM seen USING edge WHERE seen.id = edge.id;
    DELETE FROM seen USING place p WHERE p.n = seen.n AND m > p.radius;
    CREATE TABLE labelled AS
      SELECT s.n, s.id, s.m, p.fire, p.perimeter, p.m AS to_perimeter, o.source, CASE
        WHEN p.m = 0 THEN 'inside_perimeter'
        WHEN p.m > 0 THEN 'near_perimeter'
        WHEN o.is_volcano THEN 'likely_volcanic'
        WHEN NOT o.is_volcano THEN 'likely_industrial'
        ELSE 'may_be_new_fire' END AS label
      FROM seen s
      LEFT JOIN (
        SELECT DISTINCT ON (id) * FROM to_perimeter WHERE m <= reach
        ORDER BY id, m, day DESC, sequence DESC, perimeter COLLATE "C" DESC) AS p USING (id)
      LEFT JOIN (
        SELECT DISTINCT ON (id) * FROM to_source WHERE m <= reach ORDER BY id, m) AS o USING (id);`);
}

export interface Expected {
  /** Detections and distance in km of the nearest one, by label. */
  readonly labels: ReadonlyMap<string, readonly [count: number, km: number]>;
  /** Distance in km, area in km², detections inside, near; by perimeter. */
  readonly perimeters: ReadonlyMap<
    string,
    readonly [km: number, km2: number, inside: number, near: number]
  >;
  /** Distance in km and detections it explains, by source. */
  readonly sources: ReadonlyMap<string, readonly [km: number, count: number]>;
  readonly sourcesWithinRadius: number;
}

/** The expected answers of assess_location, by the place's number. */
export async function expectedAnswers({ query }: Cluster): Promise<(n: number) => Expected> {
  const labels = await query(
    "SELECT n, label, count(*), min(m) / 1000 FROM labelled GROUP BY n, label",
  );
  const perimeters = await query(`
    WITH counted AS (
      SELECT n, fire, count(*) FILTER (WHERE label = 'inside_perimeter') AS inside,
        count(*) FILTER (WHERE label = 'near_perimeter') AS near
      FROM labelled WHERE fire IS NOT NULL GROUP BY n, fire),
    answered AS (
      SELECT n, s.*, p.geog AS place, coalesce(inside, 0) AS inside, coalesce(near, 0) AS near
      FROM newest JOIN shape s USING (id) JOIN place p USING (n) LEFT JOIN counted USING (n, fire)
      WHERE counted.fire IS NOT NULL OR ST_DWithin(s.geog, p.geog, p.radius))
    SELECT n, id,
      CASE WHEN ST_Intersects(g, place::geometry) THEN 0 ELSE ST_Distance(geog, place) / 1000 END,
      ST_Area(ST_CollectionExtract(g, 3)::geography) / 1e6, inside, near
    FROM answered`);
  const sources = await query(`
    SELECT n, source, ST_Distance(s.geog, p.geog) / 1000, count(*)
    FROM labelled JOIN source s ON s.id = source JOIN place p USING (n)
    WHERE label IN ('likely_industrial', 'likely_volcanic')
    GROUP BY n, source, s.geog, p.geog`);
  const within = await query(`
    SELECT n, count(s.id) FROM place p LEFT JOIN source s
      ON ST_DWithin(s.geog, p.geog, radius) GROUP BY n`);
  const at = <Values>(rows: string[][], n: number) =>
    new Map(
      rows
        .filter(([place]) => Number(place) === n)
        .map(([, key, ...values]) => [key!, values.map(Number) as Values]),
    );
  return (n) => ({
    labels: at<[number, number]>(labels, n),
    perimeters: at<[number, number, number, number]>(perimeters, n),
    sources: at<[number, number]>(sources, n),
    sourcesWithinRadius: Number(within.find(([place]) => Number(place) === n)![1]),
  });
}
