import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { fixtures, root } from "@emberline/test-support/programs";
import { parse } from "yaml";
import { type ComposeService, type Container, Containers } from "../support/containers.ts";

/** What is at /app in the image: a folder that the Dockerfile made, or this checkout. */
const app = { from: process.env.EMBERLINE_IMAGE_APP ?? root };
const addresses: Record<string, string> = { postgis: "172.30.40.31", valkey: "172.30.40.32" };

let folder: string;
let services: Record<string, ComposeService>;
let containers: Containers;
let key: string;
const started = new Map<string, Container>();

before(async () => {
  const text = await readFile(join(root, "deploy/compose.yaml"), "utf8");
  const parsed: {
    services: Record<string, ComposeService & { networks: object }>;
  } = parse(text, { merge: true });
  services = parsed.services;
  for (const [name, { networks }] of Object.entries(parsed.services)) {
    const { programs } = networks as { programs?: { ipv4_address: string } };
    if (programs) addresses[name] = programs.ipv4_address;
  }
  // As a stranger runs it: in a folder that has nothing else.
  folder = await mkdtemp(join(tmpdir(), "emberline-secrets-"));
  execFileSync(join(root, "deploy/make-secrets.sh"), ["secrets"], { cwd: folder, stdio: "ignore" });
  key = (await readFile(join(folder, "secrets/api_keys"), "utf8")).trim();
  containers = await Containers.open(join(folder, "secrets"), addresses);
});
after(async () => {
  await containers?.close();
  await rm(folder, { recursive: true });
});

async function start(name: string, more: Partial<Parameters<Containers["start"]>[0]> = {}) {
  const service = services[name]!;
  const container = await containers.start({ name, service, address: addresses[name]!, ...more });
  started.set(name, container);
  return container;
}

/** The entry point and the environment that the Dockerfile sets. */
const program = (mounts = {}) => ({
  entrypoint: ["node"],
  workingFolder: "/app",
  environment: { NODE_ENV: "production" },
  mounts: { "/app": app, ...mounts },
});

async function healthy(name: string): Promise<void> {
  const container = started.get(name)!;
  await eventually(async () =>
    assert.ok(await container.isHealthy(), `${name} is not healthy: ${container.output()}`),
  );
}

/** What the image of PostGIS does at its first start. */
async function initialize(data: string): Promise<void> {
  const { environment = {}, user } = services.postgis!;
  const script = `set -eu
    export PGDATA=/var/lib/postgresql/data/db
    initdb --username=${environment.POSTGRES_USER} --pwfile=${environment.POSTGRES_PASSWORD_FILE} \\
      --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
    printf "listen_addresses = '*'\\nfsync = off\\n" >> $PGDATA/postgresql.conf
    echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf
    export PGPASSWORD=$(cat ${environment.POSTGRES_PASSWORD_FILE})
    pg_ctl --wait --silent start --options='-c listen_addresses='
    createdb --username=${environment.POSTGRES_USER} ${environment.POSTGRES_DB}
    psql --quiet --username=${environment.POSTGRES_USER} --dbname=${environment.POSTGRES_DB} \\
      --command='CREATE EXTENSION postgis'
    pg_ctl --wait --silent stop`;
  const container = await containers.start({
    name: "initdb",
    service: { ...services.postgis!, user, command: ["sh", "-c", script] },
    address: "172.30.40.99",
    mounts: { "/var/lib/postgresql/data": { from: data, isWritable: true } },
  });
  assert.equal(await container.ended, 0, container.output());
}

const get = (path: string) =>
  containers.curl(
    ...["--header", `Authorization: Bearer ${key}`, "--fail-with-body"],
    `http://${addresses.nginx}:8080${path}`,
  );

const query = () =>
  containers.curl(
    ...["--header", `Authorization: Bearer ${key}`, "--header", "Content-Type: application/json"],
    ...["--data", '{"collection":"svc:hotspots"}'],
    ...["--write-out", "\n%{http_code}", `http://${addresses.nginx}:8080/tools/query_features`],
  );

test("the services of the compose file start with its commands and secrets, and its health checks succeed", async () => {
  const data = await containers.volume(999);
  await initialize(data);
  await start("postgis", {
    environment: { PGDATA: "/var/lib/postgresql/data/db" },
    mounts: { "/var/lib/postgresql/data": { from: data, isWritable: true } },
  });
  await start("valkey");
  await Promise.all(["postgis", "valkey"].map(healthy));
  const clients = { "/state": { from: await containers.volume(1000), isWritable: true } };
  for (const name of ["service-1", "service-2"]) await start(name, program(clients));
  await Promise.all(["service-1", "service-2"].map(healthy));
  const configuration = { from: join(root, "deploy/nginx.conf") };
  const exports = { "/exports": { from: await containers.volume(1000), isWritable: true } };
  for (const name of ["server-1", "server-2"]) await start(name, program(exports));
  await Promise.all(["server-1", "server-2"].map(healthy));
  await start("nginx", {
    entrypoint: ["nginx", "-g", "daemon off;"],
    mounts: { "/etc/nginx/nginx.conf": configuration },
    service: { ...services.nginx!, command: [] },
  });
  await healthy("nginx");
});

test("no program has a capability, a way to get one, or a file system to write on", async () => {
  for (const [name, container] of started) {
    const status = await container.status();
    const [uid, gid] = services[name]!.user.split(":");
    assert.equal(status.get("Uid"), Array(4).fill(uid).join(" "), name);
    assert.equal(status.get("Gid"), Array(4).fill(gid).join(" "), name);
    assert.match(status.get("CapEff")! + status.get("CapBnd")!, /^0+$/, name);
    assert.equal(status.get("NoNewPrivs"), "1", name);
    for (const path of ["/app/x", "/x", "/etc/x", "/usr/x", "/run/secrets/x"])
      assert.notEqual(await container.exec(["sh", "-c", `echo > ${path}`]), 0, `${name} ${path}`);
  }
});

test("a service loads a folder as the README says, and callers get its features through nginx", async () => {
  const readme = await readFile(join(root, "deploy/README.md"), "utf8");
  const [, volume, command] =
    /run --rm --volume (\S+) service-1 \\\n\s+(.*)\n/.exec(readme) ?? assert.fail("no command");
  const path = volume!.split(":")[1]!;
  const loading = await containers.start({
    name: "loading",
    service: { ...services["service-1"]!, command: command!.split(" ") },
    address: "172.30.40.98",
    ...program({
      "/state": { from: await containers.volume(1000), isWritable: true },
      [path]: { from: fixtures },
    }),
  });
  assert.equal(await loading.ended, 0, loading.output());
  assert.match(loading.output(), /hotspots/);

  const lines = (await readFile(join(fixtures, "hotspots.geojsonl"), "utf8")).trim().split("\n");
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
  const [body, status] = (await query()).split("\n");
  assert.equal(status, "200", body);
  const { columns, rows } = JSON.parse(body!) as { columns: string[]; rows: unknown[][] };
  assert.deepEqual(rows.map((row) => row[columns.indexOf("id")]).sort(), ids.sort());
  const document = await get("/tools");
  assert.ok(document.includes("query_features"));
  assert.match(await containers.curl(`http://${addresses.nginx}:8080/tools`), /401|key/);
});

test("SIGTERM ends every container with its calls answered, and a program exits with 0", async () => {
  const calls = Array.from({ length: 12 }, query);
  const server = started.get("server-1")!;
  assert.equal(await server.stop(), 0, server.output());
  for (const answer of await Promise.all(calls)) assert.match(answer, /\n200$/);
  assert.match(await query(), /\n200$/);
  for (const name of ["nginx", "server-2", "service-1", "service-2", "valkey", "postgis"]) {
    const container = started.get(name)!;
    assert.equal(await container.stop(), 0, `${name}: ${container.output()}`);
  }
  for (const [name, container] of started)
    for (const file of services[name]!.secrets ?? []) {
      const secret = (await readFile(join(folder, "secrets", file), "utf8")).trim();
      // Previous ones are empty.
      const isPrinted = secret !== "" && container.output().includes(secret);
      assert.ok(!isPrinted, `${name} printed ${file}`);
    }
});
