import assert from "node:assert/strict";
import { type ChildProcess, execFile, execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@emberline/test-support/free-port";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { fixtures, programs, root, startServerProcess } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";
import { parse } from "yaml";
import { type Nginx, startNginx } from "./support/nginx.ts";
import { RedisProcess } from "./support/redis.ts";

/** Features that are loaded while calls run. */
const loadedRows = 1_000_000;
const callsPerSecond = 8;
/** The hour of the runbook, after which what an old secret signed has expired. */
const tokenSeconds = 30;

interface Program {
  readonly child: ChildProcess;
  output(): string;
}

/** A folder as an operator has it: `deploy` with its secrets, and the files in `fires`. */
let folder: string;
let cluster: Cluster;
let redis: RedisProcess;
let nginx: Nginx;
let control: Server;
let disk: string;
let calls: Calls;
const ports: Record<string, number> = {};
const running = new Map<string, Program>();
/** What programs that have ended printed. */
const logs: string[] = [];
/** Every text that was ever in a file of secrets. */
const secrets = new Set<string>();
const faulty = "globex";
let faultyClient: string;

const secretFile = (name: string) => join(folder, "deploy/secrets", name);
const readSecret = async (name: string) => (await readFile(secretFile(name), "utf8")).trim();

async function noteSecrets(): Promise<void> {
  for (const name of await readdir(join(folder, "deploy/secrets"))) {
    const text = await readSecret(name);
    for (const [secret] of text.matchAll(/[0-9a-f]{64}/g)) secrets.add(secret);
  }
}

/** The environment that the compose file gives, with the addresses and folders of this machine. */
async function environmentOf(name: string): Promise<Record<string, string>> {
  const { services }: { services: Record<string, { environment: Record<string, string> }> } = parse(
    await readFile(join(root, "deploy/compose.yaml"), "utf8"),
    { merge: true },
  );
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...environment } = services[name]!.environment;
  return Object.fromEntries(
    Object.entries(environment).map(([variable, value]) => [
      variable,
      value
        .replace("/run/secrets", join(folder, "deploy/secrets"))
        .replace("/exports", join(folder, "exports"))
        .replace("http://nginx:8081", nginx.servicesUrl)
        .replace(/^\$\{\w+:-(.*)\}$/, nginx.url),
    ]),
  );
}

async function start(name: string): Promise<void> {
  const environment = { ...(await environmentOf(name)), NODE_OPTIONS: "--max-old-space-size=512" };
  const port = ports[name]!;
  if (name.startsWith("service")) {
    const args = [
      "--state",
      join(folder, "state/clients.json"),
      "--trust-proxy",
      "--token-lifetime",
      String(tokenSeconds),
    ];
    running.set(name, await startServiceProcess(args, environment, port));
    return;
  }
  // Two organizations, of which one has credentials of its own.
  const env = {
    ...environment,
    EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
    FAULTY_SECRET_FILE: join(folder, "faulty_secret"),
  };
  running.set(name, await startServerProcess(["--trust-proxy"], { env, port }));
}

/** As engines do: SIGTERM, and another one on the same port. */
async function restart(name: string): Promise<void> {
  const { child, output } = running.get(name)!;
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  logs.push(output());
  assert.equal(code, 0, output());
  await start(name);
}

/** Calls of two organizations and of a plain key, until the day ends. */
class Calls {
  readonly failed: { organization: string; what: string; at: number; during: string }[] = [];
  readonly answered: Record<string, number> = {};
  during = "start";
  readonly #keys: Readonly<Record<string, () => Promise<string>>>;
  readonly #pending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(keys: Readonly<Record<string, () => Promise<string>>>) {
    this.#keys = keys;
  }

  start(): void {
    let count = 0;
    this.#timer = setInterval(() => {
      const names = Object.keys(this.#keys);
      const call = this.#call(names[count % names.length]!, count++);
      this.#pending.add(call);
      call.finally(() => this.#pending.delete(call));
    }, 1000 / callsPerSecond);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
  }

  async #call(organization: string, count: number): Promise<void> {
    const { during } = this;
    const [tool, input] = questions[count % questions.length]!;
    const what = await this.ask(organization, tool, input).catch((error: Error) => String(error));
    if (what === undefined) this.answered[organization] = (this.answered[organization] ?? 0) + 1;
    else this.failed.push({ organization, what: `${tool}: ${what}`, at: Date.now(), during });
  }

  /** What was wrong with the answer; undefined if it was right. */
  async ask(organization: string, tool: string, input: object): Promise<string | undefined> {
    const response = await fetch(`${nginx.url}/tools/${tool}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${await this.#keys[organization]!()}`,
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return response.status === 200 ? undefined : `${response.status} ${text.slice(0, 300)}`;
  }
}

const questions: readonly (readonly [string, object])[] = [
  ["list_collections", {}],
  ["query_features", { collection: "svc:hotspots", limit: 5 }],
  ["summarize_features", { collection: "svc:static-heat-sources" }],
  ["list_simulations", {}],
  ["describe_collection", { collection: "svc:hotspots" }],
];

/** The blocks of one part of the runbook as a script, with a wait where its reader waits. */
async function partOf(title: string): Promise<string> {
  const text = await readFile(join(root, "docs/operate.md"), "utf8");
  const [, part] = new RegExp(`^### ${title}\n(.*?)^##`, "ms").exec(text) ?? [];
  const blocks = Array.from(part?.matchAll(/^```sh\n(.*?)^```/gms) ?? [], ([, block]) => block!);
  assert.ok(blocks.length > 0, title);
  const waitSeconds = (block: string) =>
    block.startsWith("# An hour later") ? tokenSeconds + 5 : 5;
  return blocks
    .map((block, i) => (i === 0 ? block : `sleep ${waitSeconds(block)}\n${block}`))
    .join("")
    .replaceAll("http://127.0.0.1:8080", nginx.url);
}

/** Runs a part as it is written. The functions that depend on containers act on processes here. */
async function follow(title: string): Promise<string> {
  calls.during = title;
  const { port } = control.address() as AddressInfo;
  const [[sockets]] = (await cluster.query("SHOW unix_socket_directories;")) as [[string]];
  const script = `set -euo pipefail
    restart() { curl --silent --show-error --fail "http://127.0.0.1:${port}/$1"; }
    database() { PGHOST=${sockets} PGPORT=${cluster.port} "$@"; }
    service() { EMBERLINE_STORE_FILE=deploy/secrets/store_url ${process.execPath} ${join(root, programs.service)} "\${@/#\\/data/$PWD/fires}"; }
    ${await partOf(title)}`;
  const output = await new Promise<string>((resolve, reject) => {
    execFile("bash", ["-c", script], { cwd: folder, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${title}: ${stderr || error.message}`));
      else resolve(stdout + stderr);
    });
  });
  await noteSecrets();
  // Programs read changed files within 2 s.
  await sleep(5000);
  return output;
}

/** What the install leaves out here, since names and passwords of the compose file are other. */
async function useThisMachine(): Promise<void> {
  const password = await readSecret("store_password");
  await cluster.query(
    `CREATE ROLE emberline SUPERUSER LOGIN PASSWORD '${password}';
    CREATE TABLESPACE disk LOCATION '${disk}';`,
  );
  await cluster.query("CREATE DATABASE fires OWNER emberline TABLESPACE disk;");
  const address = `127.0.0.1:${cluster.port}`;
  await writeFile(secretFile("store_url"), `postgres://emberline:${password}@${address}/fires\n`);
  await writeFile(secretFile("redis_url"), `${redis.url}\n`);
}

async function rssOf({ child }: Program): Promise<number> {
  const text = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(text)![1]) / 1024;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-day-"));
  await chmod(folder, 0o755);
  disk = join(folder, "disk");
  await Promise.all(["disk", "exports", "state"].map((name) => mkdir(join(folder, name))));
  await cp(join(root, "deploy"), join(folder, "deploy"), { recursive: true });
  await rm(join(folder, "deploy/secrets"), { recursive: true, force: true });
  await cp(fixtures, join(folder, "fires"), { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=1g", "tmpfs", disk]);
  execFileSync("chown", ["postgres", disk]);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", join(folder, "exports")]);
  const access = join(folder, "pg_hba.conf");
  await writeFile(
    access,
    "local all all trust\nhost all postgres all trust\nhost all all all scram-sha-256\n",
  );
  [cluster, redis] = await Promise.all([
    startCluster([`hba_file=${access}`]),
    RedisProcess.start(),
  ]);
  execFileSync(join(folder, "deploy/make-secrets.sh"), { cwd: folder });
  await useThisMachine();
  for (const name of ["server-1", "server-2", "service-1", "service-2"])
    ports[name] = await freePort();
  const urlOf = (name: string) => `http://127.0.0.1:${ports[name]}`;
  nginx = await startNginx({
    servers: ["server-1", "server-2"].map(urlOf),
    services: ["service-1", "service-2"].map(urlOf),
  });
  control = createServer(async (request, response) => {
    const said = await restart(request.url!.slice(1)).then(
      () => "",
      (error: Error) => String(error),
    );
    response.writeHead(said === "" ? 200 : 500).end(said);
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const command = [join(root, programs.service), "clients"];
  const clientsFile = ["--state", join(folder, "state/clients.json")];
  const created = execFileSync(process.execPath, [...command, "create", faulty, ...clientsFile]);
  const [, id, secret] = /client_id (\S+)\nclient_secret (\S+)/.exec(created.toString())!;
  faultyClient = id!;
  await writeFile(join(folder, "faulty_secret"), secret!);
  const keys = { acme: randomBytes(32).toString("hex"), [faulty]: randomBytes(32).toString("hex") };
  for (const each of [secret!, ...Object.values(keys)]) secrets.add(each);
  const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");
  const entries = [
    { name: "acme", sha256: sha256(keys.acme) },
    {
      name: faulty,
      sha256: sha256(keys[faulty]!),
      upstream: { clientId: faultyClient, secretVariable: "FAULTY_SECRET" },
    },
  ];
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: entries }));
  await noteSecrets();
  await Promise.all(["service-1", "service-2"].map(start));
  await Promise.all(["server-1", "server-2"].map(start));
  calls = new Calls({
    acme: async () => keys.acme,
    [faulty]: async () => keys[faulty]!,
    key: async () => (await readSecret("api_keys")).split(",")[0]!,
  });
});
after(async () => {
  await calls?.end();
  control?.close();
  for (const { child } of running.values()) child.kill("SIGKILL");
  await nginx?.stop();
  await redis?.close();
  cluster?.stop();
  for (const each of [disk, join(folder, "exports")]) execFileSync("umount", [each]);
  await rm(folder, { recursive: true });
});

/** Of all organizations, except for what the faulty one did to itself. */
function assertNoneFailed(): void {
  assert.deepEqual(calls.failed.slice(0, 5), [], `${calls.failed.length} calls failed`);
}

test("data are loaded, listed, replaced, removed and expire as the runbook says", async () => {
  const installed = (await partOf("Install")).replace("deploy/make-secrets.sh\n", "");
  assert.match(installed, /service data load/);
  calls.start();
  const output = await follow("Add and correct data");
  assert.match(output, /hotspots\.geojsonl\tsvc:hotspots\t10\t20/);
  assertNoneFailed();
});

test("every secret is rotated as the runbook says, and no call fails", async () => {
  const before = await Promise.all(rotated.map(readSecret));
  await follow("Rotate a secret");
  const now = await Promise.all(rotated.map(readSecret));
  for (const [i, name] of rotated.entries()) assert.notEqual(now[i], before[i], name);
  assertNoneFailed();
});

const rotated = [
  ...["signing_secret", "client_secret", "service_client_secret", "api_keys"],
  ...["metrics_key", "admin_key", "store_password", "store_url"],
];

test("full disks of the database and of exports fail no call that only reads", async () => {
  calls.during = "full disks";
  const lines = Array.from({ length: 20_000 }, (_, i) => lineOf(i, "full"));
  await writeFile(join(folder, "fires/hotspots-full.geojsonl"), lines.join(""));
  const fill = (path: string) =>
    execFileSync("sh", ["-c", `cat /dev/zero > ${path}/filler || true`], {
      stdio: "ignore",
    });
  fill(disk);
  fill(join(folder, "exports"));
  const load = serviceCommand("data", "replace", join(folder, "fires/hotspots-full.geojsonl"));
  try {
    await assert.rejects(load, /disk of the database is full/);
    await sleep(5000);
  } finally {
    for (const path of [disk, join(folder, "exports")]) await rm(join(path, "filler"));
  }
  await serviceCommand("data", "replace", join(folder, "fires/hotspots-full.geojsonl"));
  assertNoneFailed();
});

test("PostgreSQL and Redis are restarted, and no call fails", async () => {
  calls.during = "PostgreSQL";
  cluster.kill();
  cluster.restart();
  await sleep(8000);
  calls.during = "Redis";
  await redis.kill();
  await sleep(3000);
  await redis.start();
  await sleep(8000);
  assertNoneFailed();
});

test("a backup is restored, and programs are upgraded and rolled back, as the runbook says", async () => {
  await follow("Back up and restore");
  assert.match(await readSecret("store_url"), /\/restored$/);
  const [[count]] = (await cluster.query(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = 'restored';",
  )) as [[string]];
  assert.ok(Number(count) > 0);
  await follow("Upgrade and roll back");
  assertNoneFailed();
});

test("a million features are loaded while memory stays flat, and readiness says that all is well", async () => {
  const rss = () => Promise.all([...running.values()].map(rssOf));
  calls.during = "before the load";
  await sleep(20_000);
  const before = await rss();
  calls.during = "load";
  const file = join(folder, "fires/hotspots-million.geojsonl");
  for (let first = 0; first < loadedRows; first += 50_000) {
    const lines = Array.from({ length: Math.min(50_000, loadedRows - first) }, (_, i) =>
      lineOf(first + i, "m"),
    );
    await writeFile(file, lines.join(""), { flag: "a" });
  }
  await serviceCommand("data", "replace", file);
  const listed = await serviceCommand("data", "list");
  assert.ok(listed.includes(`hotspots-million.geojsonl\tsvc:hotspots\t${loadedRows}\t`), listed);
  await sleep(20_000);
  const now = await rss();
  for (const [i, [name]] of [...running.entries()].entries())
    assert.ok(now[i]! < before[i]! * 1.5 + 50, `${name}: ${before[i]} MB, then ${now[i]} MB`);
  assert.match(await follow("Read the alerts"), /"ready"/);
  assertNoneFailed();
});

test("only the organization whose client is revoked fails, since its credentials are refused", async () => {
  calls.during = "revoked";
  await serviceCommand(
    "clients",
    "revoke",
    faultyClient,
    "--state",
    join(folder, "state/clients.json"),
  );
  for (const name of ["service-1", "service-2", "server-1", "server-2"]) await restart(name);
  await sleep(10_000);
  await calls.end();
  assert.ok(calls.failed.length > 5);
  for (const { organization, what, during } of calls.failed) {
    assert.equal(organization, faulty, what);
    assert.match(what, /service_authentication|service_rate_limited/, during);
  }
  for (const count of Object.values(calls.answered)) assert.ok(count > 100);
});

test("no secret is in any log", async () => {
  for (const { output } of running.values()) logs.push(output());
  logs.push(await nginx.log());
  const text = logs.join("\n");
  assert.ok(secrets.size > 15, `${secrets.size} secrets`);
  assert.ok(text.includes("query_features"), "the audit log is there");
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    assert.equal(at, -1, `near ${text.slice(Math.max(0, at - 200), at)}`);
  }
});

function lineOf(i: number, prefix: string): string {
  const coordinates = [(i % 3600) / 10 - 180, (i % 1700) / 10 - 85];
  const datetime = new Date(1.6e12 + i * 60_000).toISOString();
  const geometry = { type: "Point", coordinates };
  return `${JSON.stringify({ type: "Feature", id: `${prefix}-${i}`, geometry, properties: { datetime, frp: i % 500 } })}\n`;
}

/** @throws {Error} with what it said on standard error */
function serviceCommand(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, programs.service), ...args],
      {
        env: { PATH: process.env.PATH, EMBERLINE_STORE_FILE: secretFile("store_url") },
        maxBuffer: 1e8,
      },
      (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout + stderr)),
    );
  });
}
