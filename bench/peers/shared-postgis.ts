import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Cluster, copyLine, startCluster } from "@emberline/test-support/postgres";

/** Times a query within the server, including parsing and planning. */
const timed = `
CREATE FUNCTION timed(query text, OUT ms float8, OUT count bigint) AS $$
  DECLARE started timestamptz := clock_timestamp();
  BEGIN
    EXECUTE query INTO count;
    ms := 1000 * extract(epoch FROM clock_timestamp() - started);
  END
$$ LANGUAGE plpgsql;`;

/** Tables of one folder's hotspots and perimeters, valid and with a spatial index. */
export async function startSharedPostgis(folder: string): Promise<Cluster> {
  const cluster = await startCluster(["shared_buffers=512MB"]);
  await cluster.query(timed);
  for (const table of ["hotspots", "perimeters"]) {
    const rows = geometriesOf(folder, table).map((text) => copyLine([text]));
    await cluster.query(`
CREATE TEMPORARY TABLE read (geojson text);
COPY read FROM STDIN;
${rows.join("")}\\.
CREATE TABLE ${table} AS
  SELECT ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON(geojson), 4326), 'method=linework') AS geom
  FROM read;
CREATE INDEX ON ${table} USING gist (geom);`);
    await cluster.query(`VACUUM ANALYZE ${table};`);
  }
  return cluster;
}

/** The geometries, as GeoJSON, in the files whose names have this prefix. */
export function geometriesOf(folder: string, start: string): string[] {
  const files = readdirSync(folder).filter(
    (name) => name.startsWith(start) && name.endsWith(".geojsonl.gz"),
  );
  return files.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.stringify(JSON.parse(line).geometry)),
  );
}
