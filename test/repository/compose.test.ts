import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { SettingsTable } from "@emberline/settings";
import { readSettings } from "@emberline/settings/node";
import { root } from "@emberline/test-support/programs";
import { DCLinter } from "dclint";
import { parse } from "yaml";
import { readSettings as readServerSettings } from "../../apps/server/src/read-settings.ts";
import { settings as serverTable } from "../../apps/server/src/settings.ts";
import { serveSettings } from "../../packages/reference-service/src/program/settings.ts";

interface Service {
  readonly image: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly unknown[];
  readonly networks: Readonly<Record<string, { ipv4_address?: string } | null>> | string[];
  readonly [member: string]: unknown;
}

interface LintMessage {
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

const file = join(root, "deploy/compose.yaml");
let services: Readonly<Record<string, Service>>;
let secrets: Readonly<Record<string, { readonly file: string }>>;
/** What make-secrets.sh makes. */
let made: string;

before(async () => {
  const parsed = parse(await readFile(file, "utf8"), { merge: true });
  ({ services, secrets } = parsed);
  const parent = await mkdtemp(join(tmpdir(), "emberline-compose-"));
  made = join(parent, "secrets");
  execFileSync(join(root, "deploy/make-secrets.sh"), [made], { stdio: "ignore" });
});
after(() => rm(join(made, ".."), { recursive: true }));

interface Resources {
  readonly limits: { readonly memory: string };
  readonly reservations: { readonly memory: string };
}

const ports: Readonly<Record<string, readonly string[]>> = {
  grafana: ["127.0.0.1:3001:3000"],
  jaeger: ["127.0.0.1:16686:16686"],
  nginx: ["127.0.0.1:8080:8080"],
  prometheus: ["127.0.0.1:9090:9090"],
};

function bytesOf(size: string): number {
  const [, number, unit] = /^(\d+)([mg])$/.exec(size) ?? [];
  return Number(number) * (unit === "g" ? 1024 : 1);
}

/** What the linter finds; the order of members is ours. */
function faultsOf(path: string): string[] {
  const linter = new DCLinter({
    rules: {
      "require-quotes-in-ports": [2, { quoteType: "double" }],
      "service-keys-order": 0,
      "services-alphabetical-order": 0,
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  const results: readonly { messages: readonly LintMessage[] }[] = linter.lintFiles([path], false);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, rule, message }) => `${line}: ${rule}: ${message}`),
  );
}

test("the compose file follows the schema of the Compose specification and the linter's rules", async () => {
  assert.deepEqual(faultsOf(file), []);
  const wrong = join(made, "../compose.yaml");
  await writeFile(wrong, (await readFile(file, "utf8")).replace("healthcheck:", "health-check:"));
  assert.match(faultsOf(wrong).join(), /invalid-schema.*additional properties/);
});

test("every container is unprivileged, reads only its file system, has limits and a health check", () => {
  assert.deepEqual(Object.keys(services).sort(), [
    ...["grafana", "jaeger", "nginx", "postgis", "prometheus"],
    ...["server-1", "server-2", "service-1", "service-2", "valkey"],
  ]);
  for (const [name, service] of Object.entries(services)) {
    // The image of Grafana has its files in the group of root.
    assert.match(service.user, name === "grafana" ? /^472:0$/ : /^[1-9]\d*:[1-9]\d*$/, name);
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ["ALL"], name);
    assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    assert.match(service.image, /^[\w./-]+:v?\d+(\.\d+)+|:\d+-\d\.\d+$/, `${name} has no version`);
    assert.ok(service.healthcheck && service.networks, name);
    const { limits, reservations } = (service.deploy as { resources: Resources }).resources;
    assert.deepEqual(Object.keys(limits).sort(), ["cpus", "memory", "pids"], name);
    assert.ok(bytesOf(reservations.memory) <= bytesOf(limits.memory), name);
    // Only nginx and what the operator looks at are reachable, from this machine alone.
    assert.deepEqual(service.ports, ports[name], name);
  }
});

test("secrets are files that make-secrets.sh makes, and none is in the compose file", async () => {
  const text = await readFile(file, "utf8");
  for (const [name, { file }] of Object.entries(secrets)) {
    assert.equal(file, `./secrets/${name}`);
    const secret = (await readFile(join(made, name), "utf8")).trim();
    const isEmpty = name.endsWith("_previous");
    assert.ok(isEmpty ? secret === "" : secret.length >= 32 && !text.includes(secret), name);
  }
  const used = Object.values(services).flatMap((service) => service.secrets ?? []);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(secrets).sort());
  assert.throws(() =>
    execFileSync(join(root, "deploy/make-secrets.sh"), [made], { stdio: "ignore" }),
  );
});

test("the programs accept what the compose file sets, and set nothing that they do not read", async () => {
  const server = programOf(services["server-1"]!, "apps/server/dist/bin.js");
  const settings = readServerSettings(server);
  assert.deepEqual(unknownIn(server, serverTable), []);
  const [key] = settings.apiKeys();
  assert.equal(key, (await readFile(join(made, "api_keys"), "utf8")).trim());
  const { redisUrl } = settings.state;
  const ofServer = typeof redisUrl === "function" ? redisUrl() : redisUrl!;
  assert.match(ofServer, /^redis:\/\/:[0-9a-f]{64}@valkey:6379$/);
  assert.equal(settings.service?.baseUrl, "http://nginx:8081");
  assert.deepEqual(services["server-2"]!.environment, services["server-1"]!.environment);

  const service = programOf(services["service-1"]!, "packages/reference-service/dist/bin.js");
  assert.equal(service.args[0], "serve");
  assert.deepEqual(unknownIn(service, serveSettings), []);
  const { values } = readSettings(serveSettings, { ...service, args: service.args.slice(1) });
  assert.match(values.store!, /^postgres:\/\/emberline:[0-9a-f]{64}@postgis\/fires$/);
  assert.equal(values.redisUrl, ofServer);
  const { clientSecret: secret } = settings.service!;
  const clientSecret = typeof secret === "function" ? secret() : secret;
  assert.deepEqual(
    [values.clientId, values.clientSecret],
    [settings.service?.clientId, clientSecret],
  );
  assert.equal(
    services.postgis!.environment!.POSTGRES_DB,
    new URL(values.store!).pathname.slice(1),
  );
  assert.deepEqual(services["service-2"]!.environment, services["service-1"]!.environment);
});

test("nginx has every server and service of the compose file as an upstream, by its port", async () => {
  const configuration = await readFile(join(root, "deploy/nginx.conf"), "utf8");
  const upstreams = [...configuration.matchAll(/^ +server ([\w-]+):(\d+) /gm)];
  const named = upstreams.map(([, name, port]) => [name!, port!] as const);
  for (const [name, port] of named) {
    const { command, networks } = services[name]!;
    assert.ok(command.includes(`--port=${port}`), `${name}:${port}`);
    assert.ok(!Array.isArray(networks) && networks.programs?.ipv4_address, name);
  }
  const programs = Object.keys(services).filter((name) => /-\d$/.test(name));
  assert.deepEqual([...new Set(named.map(([name]) => name))].sort(), programs.sort());
});

/** How a container starts a program, with the secrets that were made here. */
function programOf({ command, environment = {} }: Service, program: string) {
  const [path, ...args] = command;
  assert.equal(path, program);
  const here = Object.entries(environment).map(([name, value]): [string, string] => [
    name,
    value
      .replace("/run/secrets", made)
      // A volume of the servers.
      .replace(/^\/exports$/, made)
      // Compose's default of a variable that is not set.
      .replace(/^\$\{\w+:-(.*)\}$/, "$1"),
  ]);
  return { args, environment: Object.fromEntries(here) };
}

/** Variables that no setting of the program has. */
function unknownIn({ environment }: { environment: object }, table: SettingsTable): string[] {
  const known = Object.values(table).map(({ variable }) => variable);
  return Object.keys(environment).filter(
    (name) => !name.startsWith("OTEL_") && !known.includes(name.replace(/_FILE$/, "")),
  );
}
