import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { hotspotsFile } from "../lib/hotspots.ts";

/** A table for them with a column for each attribute. */
export function hotspotsTable(name: string, geometry: string): string {
  return `
CREATE TABLE ${name} (id text COLLATE "C", longitude float8, latitude float8, datetime timestamptz,
  satellite text, instrument text, confidence text, frp float8, daynight text, acq_date date,
  acq_time text, scan float8, track float8, version text, brightness float8, bright_t31 float8,
  bright_ti4 float8, bright_ti5 float8, ${geometry});`;
}

const generatedGeometry = `geom geometry(Point, 4326)
  GENERATED ALWAYS AS (ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)) STORED`;

export const attributeNames = [
  "longitude",
  "latitude",
  "datetime",
  "satellite",
  "instrument",
  "confidence",
  "frp",
  "daynight",
  "acq_date",
  "acq_time",
  "scan",
  "track",
  "version",
  "brightness",
  "bright_t31",
  "bright_ti4",
  "bright_ti5",
];

/** PostGIS with the hotspots in a table with a spatial index. */
export async function startPostgis(folder: string): Promise<Cluster> {
  const cluster = await startCluster(["shared_buffers=512MB"]);
  await cluster.query(hotspotsTable("hotspots", generatedGeometry));
  await cluster.query("ALTER TABLE hotspots ADD PRIMARY KEY (id)");
  await copyHotspots(folder, cluster.port);
  await cluster.query("CREATE INDEX ON hotspots USING gist (geom)");
  await cluster.query("VACUUM ANALYZE hotspots");
  return cluster;
}

async function copyHotspots(folder: string, port: number): Promise<void> {
  const columns = ["id", ...attributeNames].join(", ");
  const server = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-q"];
  const copy = spawn("psql", [...server, "-c", `COPY hotspots (${columns}) FROM STDIN`], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(copy, "exit");
  for await (const line of createInterface({ input: createReadStream(hotspotsFile(folder)) })) {
    const { id, properties } = JSON.parse(line);
    const row = [id, ...attributeNames.map((name) => properties[name] ?? "\\N")].join("\t");
    if (!copy.stdin.write(`${row}\n`)) await once(copy.stdin, "drain");
  }
  copy.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error("The hotspots could not be copied into PostgreSQL");
}
