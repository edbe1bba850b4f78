import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@emberline/test-support/free-port";
import { root } from "@emberline/test-support/programs";

/** A Debian nginx with the configuration of `deploy`, in front of programs. */
export interface Nginx {
  /** In front of the servers. */
  readonly url: string;
  /** In front of the services. */
  readonly servicesUrl: string;
  /** What it has logged so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

interface NginxOptions {
  readonly port?: number;
  /** The URLs of two servers. */
  readonly servers: readonly string[];
  /** Of two services; default: none answers. */
  readonly services?: readonly string[];
}

const accessLog = "access.log";
const nobody = ["http://127.0.0.1:1", "http://127.0.0.1:1"];

export async function startNginx({
  port,
  servers,
  services = nobody,
}: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-nginx-"));
  const [own, servicePort] = [port ?? (await freePort()), await freePort()];
  const file = join(folder, "nginx.conf");
  await writeFile(file, await configuration(folder, [own, servicePort], { servers, services }));
  const args = ["-c", file, "-p", folder, "-e", "stderr"];
  // What its own check finds is an error with its words.
  await promisify(execFile)("nginx", ["-t", ...args]);
  const child = spawn("nginx", args, { stdio: ["ignore", "inherit", "pipe"] });
  const url = `http://127.0.0.1:${own}`;
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const said = () => errors;
  await untilOpen(`${url}/nginx-health`, child, said);
  return {
    url,
    servicesUrl: `http://127.0.0.1:${servicePort}`,
    async log() {
      return said() + (await readFile(join(folder, accessLog), "utf8"));
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

/** The configuration of `deploy`, with the addresses and the folder of this machine. */
async function configuration(
  folder: string,
  [port, servicePort]: readonly number[],
  { servers, services }: Required<Omit<NginxOptions, "port">>,
): Promise<string> {
  const text = await readFile(join(root, "deploy/nginx.conf"), "utf8");
  const replaced = [
    ["server-1:3000", new URL(servers[0]!).host],
    ["server-2:3000", new URL(servers[1]!).host],
    ["service-1:8080", new URL(services[0]!).host],
    ["service-2:8080", new URL(services[1]!).host],
    ["listen 8080;", `listen 127.0.0.1:${port};`],
    ["listen 8081;", `listen 127.0.0.1:${servicePort};`],
    [" /tmp/", ` ${folder}/`],
    // What a test starts has a socket there, which cannot be opened.
    ["/dev/stderr", join(folder, accessLog)],
    ["worker_processes auto;", "worker_processes 1;"],
  ].reduce((changed, [from, to]) => {
    if (!changed.includes(from!)) throw new Error(`deploy/nginx.conf lacks ${from}`);
    return changed.replaceAll(from!, to!);
  }, text);
  return `daemon off;\n${process.getuid?.() === 0 ? "user root;\n" : ""}${replaced}`;
}

/** @throws {Error} when nginx has ended instead: what it said */
async function untilOpen(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
