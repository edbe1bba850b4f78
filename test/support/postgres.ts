import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const binFolder = "/usr/lib/postgresql/15/bin";
const superuser = "postgres";

/** A PostgreSQL server with PostGIS for one suite, removed when the suite ends. */
export interface Cluster {
  /**
   * Runs SQL (several statements, `COPY … FROM stdin` included) and gives
   * the rows of all results as text.
   */
  query(sql: string): Promise<string[][]>;
  /** Port on 127.0.0.1; the user is postgres, without a password. */
  readonly port: number;
  /** Ends all its processes at once, as a power failure does. */
  kill(): void;
  /** Starts it again after `kill`. */
  restart(): void;
  /** Halts all its processes, which keep their connections; until `thaw`. */
  freeze(): void;
  thaw(): void;
  stop(): void;
}

/** PostgreSQL refuses to run as root, which builds often do. */
function asSuperuser(program: string, args: readonly string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ["runuser", ["-u", superuser, "--", program, ...args]]
    : [program, [...args]];
}

function run(program: string, args: readonly string[]): void {
  execFileSync(...asSuperuser(join(binFolder, program), args), {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** @param extra settings of the server, like `shared_buffers=512MB` */
export async function startCluster(extra: readonly string[] = []): Promise<Cluster> {
  const folder = ownFolder();
  const data = join(folder, "data");
  run("initdb", ["-D", data, "-A", "trust", "-U", superuser, "-E", "UTF8", "--no-locale", "-N"]);
  const cluster = await startIn(folder, extra);
  try {
    await cluster.query("CREATE EXTENSION postgis;");
  } catch (error) {
    cluster.stop();
    throw error;
  }
  return cluster;
}

/** A hot standby that follows a server by streaming replication. */
export async function startStandby(
  primary: Cluster,
  extra: readonly string[] = [],
): Promise<Cluster> {
  const folder = ownFolder();
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", superuser];
  run("pg_basebackup", [...from, "-D", join(folder, "data"), "-R", "-c", "fast", "--no-sync"]);
  return startIn(folder, extra);
}

/** A folder that the server may write. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "emberline-postgis-"));
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync("id", [flag, superuser]).toString());
    chownSync(folder, id("-u"), id("-g"));
  }
  chmodSync(folder, 0o700);
  return folder;
}

async function startIn(folder: string, extra: readonly string[]): Promise<Cluster> {
  const data = join(folder, "data");
  const port = await freePort();
  const settings = [
    `-p ${port}`,
    `-k ${folder}`,
    "-c listen_addresses=127.0.0.1",
    "-c fsync=off",
    "-c synchronous_commit=off",
    "-c max_wal_size=4GB",
    "-c timezone=UTC",
    "-c jit=off",
    ...extra.map((setting) => `-c ${setting}`),
  ];
  const start = () =>
    run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings.join(" "), "start"]);
  start();

  const query = (sql: string): Promise<string[][]> =>
    new Promise((resolve, reject) => {
      const args = ["-h", "127.0.0.1", "-p", String(port), "-U", superuser, "-d", "postgres"];
      const psql = spawn(join(binFolder, "psql"), [
        ...args,
        "-qAtX",
        "-F",
        "\t",
        "-v",
        "ON_ERROR_STOP=1",
      ]);
      const output: Buffer[] = [];
      const errors: Buffer[] = [];
      psql.stdout.on("data", (chunk: Buffer) => output.push(chunk));
      psql.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
      psql.on("error", reject);
      // It may end before it has read everything; its exit code says why.
      psql.stdin.on("error", () => {});
      psql.on("close", (code) => {
        if (code !== 0) return reject(new Error(Buffer.concat(errors).toString().slice(0, 2000)));
        const text = Buffer.concat(output).toString().trimEnd();
        resolve(text === "" ? [] : text.split("\n").map((line) => line.split("\t")));
      });
      psql.stdin.end(sql);
    });

  const server = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);

  const kill = (): void => {
    const ids = halted(server());
    for (const id of ids) process.kill(id, "SIGKILL");
    while (ids.some(isRunning));
    // Of a process that its parent has not collected yet, PostgreSQL thinks that it runs.
    rmSync(join(data, "postmaster.pid"), { force: true });
    rmSync(join(folder, `.s.PGSQL.${port}.lock`), { force: true });
  };
  const thaw = (): void => {
    // The server last: it collects children that have ended, which then are gone.
    for (const id of [...childrenOf(server()), server()]) process.kill(id, "SIGCONT");
  };
  const stop = (): void => {
    run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { query, port, kill, restart: start, freeze: () => void halted(server()), thaw, stop };
}

/** A server and its children; halted first, it starts no others. */
function halted(server: number): number[] {
  process.kill(server, "SIGSTOP");
  const children = childrenOf(server);
  for (const id of children) process.kill(id, "SIGSTOP");
  return [server, ...children];
}

function childrenOf(id: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(id)]);
  return stdout.toString().split("\n").filter(Boolean).map(Number);
}

/** Whether a process is there, other than as a remainder that its parent has not collected. */
function isRunning(id: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(id)]);
  return /^[^Z]/.test(stdout.toString().trim());
}

/** One line of COPY's text format; null is NULL. */
export function copyLine(values: readonly (string | number | null)[]): string {
  const fields = values.map((value) =>
    value === null
      ? "\\N"
      : String(value).replace(
          /[\\\t\n\r]/g,
          (c) => `\\${{ "\t": "t", "\n": "n", "\r": "r" }[c] ?? c}`,
        ),
  );
  return `${fields.join("\t")}\n`;
}
