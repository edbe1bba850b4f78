import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { McpbManifestSchema } from "@anthropic-ai/mcpb/schemas/0.3";
import { settings } from "@emberline/mcp-server/program";
import { bundleManifest } from "../src/install/bundle-manifest.ts";
import { serverJson } from "../src/install/server-json.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));
const bundle = bundleManifest(manifest);
const variables = Object.values(settings).map(
  (setting) => "variable" in setting && setting.variable,
);

test("server.json is up to date", () => {
  assert.deepEqual(
    JSON.parse(read("server.json")),
    serverJson(manifest),
    "write it again: node -C @emberline/source --import tsx apps/mcp/install/server-json.mjs",
  );
});

test("the manifest of the bundle follows the schema of its version, without unknown members", () => {
  assert.deepEqual(McpbManifestSchema.parse(bundle), bundle);
});

test("every field of the bundle reaches its variable, and no other is passed", () => {
  const { env } = bundle.server.mcp_config;
  assert.deepEqual(
    Object.values(env),
    Object.keys(bundle.user_config).map((name) => `\${user_config.${name}}`),
  );
  for (const variable of Object.keys(env))
    assert.ok((variables as unknown[]).includes(variable), variable);
});

test("credentials are masked where they are filled in, folders are picked, and nothing is required", () => {
  const { env } = bundle.server.mcp_config;
  const entries = new Map(
    serverJson(manifest).packages[0]!.environmentVariables.map((entry) => [entry.name, entry]),
  );
  for (const variable of [
    ...["EMBERLINE_CLIENT_SECRET", "EMBERLINE_TOKEN", "EMBERLINE_AUTH_VALUE"],
    ...["EMBERLINE_FIRMS_KEY", "EMBERLINE_SERVICES"],
  ]) {
    assert.equal(fieldOf(variable).sensitive, true, variable);
    assert.equal(entries.get(variable)?.isSecret, true, variable);
    assert.ok(!fieldOf(variable).default && !entries.get(variable)?.default, variable);
  }
  for (const variable of ["EMBERLINE_DATA", "EMBERLINE_EXPORT_DIR"]) {
    assert.equal(fieldOf(variable).type, "directory");
    assert.equal(entries.get(variable)?.format, "filepath");
  }
  assert.ok(Object.values(bundle.user_config).every(({ required }) => !required));
  assert.deepEqual(entries.get("EMBERLINE_LOG_LEVEL")?.choices, [
    ...["error", "warning", "info", "debug"],
  ]);

  function fieldOf(variable: string): Record<string, unknown> {
    const [, name] = /\.(\w+)\}$/.exec(env[variable] ?? "") ?? [];
    return bundle.user_config[name!]!;
  }
});

test("the texts of the form name its own fields, not options or variables", () => {
  const texts = Object.values(bundle.user_config).map(({ description }) => description);
  assert.deepEqual(
    texts.filter((text) => /--|EMBERLINE_/.test(text)),
    [],
  );
});
