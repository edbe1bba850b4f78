import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { z } from "zod";

const read = (path: string) => JSON.parse(readFileSync(join(root, "apps/mcp", path), "utf8"));

/**
 * What schema 2025-12-11 of the MCP Registry and its rules for publishing say of the members that
 * the entry has (modelcontextprotocol/registry: docs/reference/server-json); others are refused.
 */
const version = z.string().regex(/^\d+\.\d+\.\d+$/);
const uri = z.url({ protocol: /^https$/ });
const input = {
  description: z.string().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).min(1).optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
};
const entry = z.strictObject({
  $schema: z.literal(
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  ),
  // Reverse DNS, one slash; GitHub proves only names under io.github.OWNER.
  name: z.string().regex(/^io\.github\.[a-z0-9-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version,
  websiteUrl: uri,
  repository: z.strictObject({
    url: uri,
    source: z.literal("github"),
    subfolder: z.string().regex(/^[\w-]+(\/[\w-]+)*$/),
  }),
  icons: z.array(
    z.strictObject({
      src: uri.max(255),
      mimeType: z.enum(["image/png", "image/jpeg", "image/svg+xml", "image/webp"]),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
    }),
  ),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal("streamable-http"),
        url: uri,
        headers: z.array(z.strictObject({ name: z.string(), ...input })),
      }),
    )
    .optional(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        registryBaseUrl: z.literal("https://registry.npmjs.org"),
        identifier: z.string(),
        version,
        runtimeHint: z.literal("npx"),
        transport: z.strictObject({ type: z.literal("stdio") }),
        packageArguments: z.array(
          z.strictObject({ type: z.literal("positional"), value: z.string() }),
        ),
        environmentVariables: z.array(
          z.strictObject({ name: z.string().regex(/^[A-Z][A-Z0-9_]*$/), ...input }),
        ),
      }),
    )
    .max(1),
});

test("server.json follows the MCP Registry's schema and its rules for publishing", () => {
  const { name, version, packages } = entry.parse(read("server.json"));
  const [npm] = packages;
  const manifest = read("package.json");
  // The registry compares the published package's name for it.
  assert.equal(manifest.mcpName, name);
  assert.match(name, /^io\.github\.emberline\//);
  assert.deepEqual([npm!.identifier, npm!.version], [manifest.name, manifest.version]);
  assert.equal(version, manifest.version);
  for (const { name, choices, default: given } of npm!.environmentVariables)
    assert.ok(given === undefined || (choices ?? [given]).includes(given), name);
});

test("a public server has its entry with remotes, which asks for its key as a secret", () => {
  const url = "https://fires.example/mcp";
  const ofOurs = entry.parse(printed(url));
  assert.deepEqual(ofOurs.packages, entry.parse(read("server.json")).packages);
  const own = entry.parse(printed(url, "io.github.rangers/fires"));
  // The registry looks for the entry's name in each package.
  assert.deepEqual([own.name, own.packages], ["io.github.rangers/fires", []]);
  for (const { remotes } of [ofOurs, own]) {
    assert.equal(remotes?.[0]?.url, url);
    assert.deepEqual(
      remotes[0].headers.map(({ name, isSecret }) => [name, isSecret]),
      [["Authorization", true]],
    );
  }
  assert.throws(
    () => printed("http://127.0.0.1:3000/mcp"),
    /give an address that begins with https/,
  );
});

function printed(...args: readonly string[]) {
  const script = join(root, "apps/mcp/install/server-json.mjs");
  const node = ["-C", "@emberline/source", "--import", "tsx", script, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
