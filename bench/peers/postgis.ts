import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { hotspotsFile } from "../lib/hotspots.ts";

const run = promisify(execFile);
const BIN = "/usr/lib/postgresql/15/bin";

const TABLE = `
CREATE EXTENSION postgis;
CREATE TABLE hotspots (id text PRIMARY KEY, longitude float8, latitude float8, datetime timestamptz,
  satellite text, instrument text, confidence text, frp float8, daynight text, acq_date date,
  acq_time text, scan float8, track float8, version text, brightness float8, bright_t31 float8,
  bright_ti4 float8, bright_ti5 float8, geom geometry(Point, 4326)
    GENERATED ALWAYS AS (ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)) STORED);`;

const COLUMNS = [
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

export interface Postgis {
  port: number;
  close(): Promise<void>;
}

/** A PostgreSQL of its own with the hotspots in a table with a spatial index; needs root. */
export async function startPostgis(folder: string): Promise<Postgis> {
  const home = await mkdtemp(join(tmpdir(), "emberline-bench-postgis-"));
  await run("chown", ["postgres", home]);
  await chmod(home, 0o755);
  const data = join(home, "data");
  const port = await freePort();
  await asPostgres(`${BIN}/initdb`, "-D", data, "-A", "trust");
  const options = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c shared_buffers=512MB`;
  await asPostgres(
    `${BIN}/pg_ctl`,
    "-D",
    data,
    "-o",
    options,
    "-l",
    join(home, "log"),
    "-w",
    "start",
  );
  const sql = (text: string) => psql(port, ["-c", text]);
  await sql(TABLE);
  await copyHotspots(folder, port);
  await sql("CREATE INDEX ON hotspots USING gist (geom)");
  await sql("VACUUM ANALYZE hotspots");
  return {
    port,
    async close() {
      await asPostgres(`${BIN}/pg_ctl`, "-D", data, "-m", "immediate", "stop");
      await rm(home, { recursive: true });
    },
  };
}

async function copyHotspots(folder: string, port: number): Promise<void> {
  const columns = ["id", ...COLUMNS].join(", ");
  const copy = spawn("psql", connection(port, ["-c", `COPY hotspots (${columns}) FROM STDIN`]), {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(copy, "exit");
  for await (const line of createInterface({ input: createReadStream(hotspotsFile(folder)) })) {
    const { id, properties } = JSON.parse(line);
    const row = [id, ...COLUMNS.map((name) => properties[name] ?? "\\N")].join("\t");
    if (!copy.stdin.write(`${row}\n`)) await once(copy.stdin, "drain");
  }
  copy.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error("The hotspots could not be copied into PostgreSQL");
}

const connection = (port: number, args: string[]) => [
  ...["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-v", "ON_ERROR_STOP=1", "-q"],
  ...args,
];

function psql(port: number, args: string[]) {
  return run("psql", connection(port, args));
}

function asPostgres(program: string, ...args: string[]) {
  return run("runuser", ["-u", "postgres", "--", program, ...args], { cwd: "/" });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
