import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export interface MapProgram {
  /** Root of its OGC API. */
  url: string;
  close(): Promise<void>;
}

interface FastCgi {
  readonly name: string;
  /** The FastCGI program, and the path where it is served. */
  readonly program: string;
  readonly path: string;
  readonly processes: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Path of its OGC API under the address. */
  readonly api: string;
  /** Path and query of a request under `api` that a running server answers. */
  readonly probe: string;
  readonly startTimeoutMs: number;
}

/**
 * A FastCGI program behind lighttpd, once it answers.
 *
 * @param prepare writes what it needs into the folder, given its future address
 */
export async function startFastCgi(
  prepare: (home: string, origin: string) => Promise<FastCgi>,
): Promise<MapProgram> {
  const home = await mkdtemp(join(tmpdir(), "emberline-fast-cgi-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = await prepare(home, origin);
  const config = join(home, "lighttpd.conf");
  await writeFile(config, lighttpdConfig(home, port, settings));
  const lighttpd = spawn("lighttpd", ["-D", "-f", config], { stdio: "ignore" });
  const close = async () => {
    const exit = once(lighttpd, "exit");
    lighttpd.kill("SIGTERM");
    await exit;
    await rm(home, { recursive: true });
  };
  const url = origin + settings.api;
  try {
    await answers(url + settings.probe, settings);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

async function answers(url: string, { name, startTimeoutMs }: FastCgi): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  for (let last = ""; ; await sleep(100)) {
    try {
      const response = await fetch(url, { headers: { accept: "application/geo+json" } });
      last = await response.text();
      if (response.ok) return;
    } catch (error) {
      last = String(error);
    }
    if (performance.now() > deadline) throw new Error(`${name} does not answer: ${last}`);
  }
}

const lighttpdConfig = (
  home: string,
  port: number,
  { path, program, processes, environment }: FastCgi,
): string => `server.modules = ("mod_fastcgi")
server.document-root = "${home}"
server.port = ${port}
server.bind = "127.0.0.1"
server.errorlog = "${home}/error.log"
fastcgi.server = ("${path}" => ((
  "bin-path" => "${program}",
  "socket" => "${home}/program.socket",
  "check-local" => "disable",
  "max-procs" => ${processes},
  "kill-signal" => 9,
  "bin-environment" => (
${Object.entries(environment)
  .map(([name, value]) => `    "${name}" => "${value}"`)
  .join(",\n")}
  )
)))
`;
