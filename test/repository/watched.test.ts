import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { SettingsTable } from "@emberline/settings";
import { root } from "@emberline/test-support/programs";
import { parse, parseAllDocuments } from "yaml";
import { settings as serverSettings } from "../../apps/server/src/settings.ts";
import { serveSettings } from "../../packages/reference-service/src/program/settings.ts";

const read = (path: string) => readFile(join(root, path), "utf8");

/** Names of metrics in an expression of Prometheus, without what a histogram adds. */
function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(emberline|http|process|nodejs)_\w+(?=\{|\[|\)| |$)/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count|sum)$/, ""));
}

test("alerts and the dashboard ask only for metrics that the programs' documents list", async () => {
  const documented = new Set(
    (
      await Promise.all(["apps/server/README.md", "packages/reference-service/README.md"].map(read))
    ).flatMap((text) =>
      text
        .split("\n")
        .filter((line) => /^\| `/.test(line))
        .flatMap((line) => Array.from(line.matchAll(/`([a-z_]+)`/g), ([, name]) => name!)),
    ),
  );
  const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
    await read("deploy/alerts.yml"),
  );
  const rules = alerts.groups.flatMap((group) => group.rules);
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await read("deploy/grafana/emberline.json"),
  );
  const asked = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => metricsIn(expr),
  );
  assert.ok(asked.length > 20);
  assert.deepEqual(
    asked.filter((name) => !documented.has(name)),
    [],
  );
  const runbook = await read("docs/operate.md");
  for (const { alert } of rules) assert.ok(runbook.includes(`\`${alert}\``), alert);
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: { readonly app?: string; readonly matchLabels?: { readonly app: string } };
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly securityContext: { readonly runAsNonRoot: boolean };
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

interface Container {
  readonly args: readonly string[];
  readonly image: string;
  readonly env: readonly { readonly name: string }[];
  readonly resources: {
    readonly requests: { readonly memory: string };
    readonly limits: { readonly memory: string };
  };
  readonly securityContext: object;
  readonly livenessProbe: { readonly httpGet: { readonly path: string } };
  readonly readinessProbe: { readonly httpGet: { readonly path: string } };
  readonly volumeMounts: readonly { readonly name: string }[];
}

test("the manifests of Kubernetes start the programs of the image with settings that they read", async () => {
  const folder = join(root, "deploy/kubernetes");
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  const all = files.flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS() as Manifest),
  );
  const deployments = all.filter(({ kind }) => kind === "Deployment");
  const compose: { services: Record<string, { image: string }> } = parse(
    await read("deploy/compose.yaml"),
    { merge: true },
  );
  const tables: Readonly<Record<string, SettingsTable>> = {
    "apps/server/dist/bin.js": serverSettings,
    "packages/reference-service/dist/bin.js": serveSettings,
  };
  assert.equal(deployments.length, 2);
  for (const { metadata, spec } of deployments) {
    const { containers, securityContext, volumes } = spec.template.spec;
    const [container] = containers;
    const table = tables[container!.args[0]!]!;
    const known = Object.values(table).map(({ variable }) => variable);
    const options = Object.values(table).map(({ option }) => option);
    assert.equal(container!.image, compose.services["server-1"]!.image);
    for (const { name } of container!.env)
      assert.ok(known.includes(name.replace(/_FILE$/, "")), name);
    for (const argument of container!.args.filter((each) => each.startsWith("--")))
      assert.ok(options.includes(argument.slice(2).split("=")[0]!), argument);
    assert.equal(container!.livenessProbe.httpGet.path, "/healthz");
    assert.equal(container!.readinessProbe.httpGet.path, "/readyz");
    assert.ok(securityContext.runAsNonRoot);
    assert.deepEqual(container!.resources.limits, { memory: "2Gi" });
    assert.equal(container!.resources.requests.memory, "1Gi");
    assert.deepEqual(
      container!.volumeMounts.map(({ name }) => name).sort(),
      volumes.map(({ name }) => name).sort(),
    );
    // What leads callers to its pods, and what keeps one of them while nodes are emptied.
    for (const kind of ["Service", "PodDisruptionBudget"]) {
      const other = all.find((each) => each.kind === kind && each.metadata.name === metadata.name);
      const { matchLabels, ...labels } = other!.spec.selector;
      assert.deepEqual(matchLabels ?? labels, spec.template.metadata.labels);
    }
  }
});
