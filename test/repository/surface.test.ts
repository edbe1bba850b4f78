import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createReferenceService } from "@emberline/reference-service";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { cleanEnvironment, programs, root } from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";

/** What others build on, as committed text: a change of it is seen, and meant. */
function assertAsCommitted(name: string, lines: readonly string[]): void {
  const path = join(import.meta.dirname, `surface/${name}.txt`);
  if (process.env.ACCEPT) writeFileSync(path, `${lines.join("\n")}\n`);
  const committed = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
  const known = new Set(committed);
  const current = new Set(lines);
  const differences = [
    ...committed.filter((line) => !current.has(line)).map((line) => `was: ${line}`),
    ...lines.filter((line) => !known.has(line)).map((line) => `now: ${line}`),
  ];
  if (differences.length === 0) return;
  assert.fail(
    [
      `test/repository/surface/${name}.txt differs:`,
      ...differences,
      "If that is meant: ACCEPT=1 npm test -w test/repository, commit the file, and add a changeset.",
    ].join("\n"),
  );
}

/** One line for each value inside, after the path to it. */
function linesOf(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [`${path}: ${JSON.stringify(value)}`];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return [`${path}: ${value.map((item) => JSON.stringify(item)).join(", ")}`];
  return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, `${path}.${name}`));
}

const fetch = await appInProcess();
const json = async (path: string) => (await fetch(`${origin}${path}`)).json();
const client = new Client(
  { name: "tests", version: "0" },
  { versionNegotiation: { mode: "auto" } },
);
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch }));

test("both surfaces list the tools that are committed", async () => {
  const { tools } = await client.listTools();
  const listed = new Set(tools.flatMap((tool) => linesOf(tool, tool.name)));
  const overHttp = (await json("/tools")).tools as { readonly name: string }[];
  const served = new Set(overHttp.flatMap((tool) => linesOf(tool, tool.name)));
  assertAsCommitted("tools", [
    ...[...listed].map((line) => (served.has(line) ? line : `over MCP alone: ${line}`)),
    ...[...served].filter((line) => !listed.has(line)).map((line) => `over HTTP alone: ${line}`),
  ]);
});

test("the prompts, resources and skills are those that are committed", async () => {
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const { skills } = await new SkillsClient(client).list();
  assertAsCommitted("prompts-and-resources", [
    ...prompts.flatMap((prompt) => linesOf(prompt, `prompt ${prompt.name}`)),
    ...resources.flatMap((resource) => linesOf(resource, `resource ${resource.uri}`)),
    ...resourceTemplates.flatMap((each) => linesOf(each, `template ${each.uriTemplate}`)),
    ...skills.flatMap(({ uri, frontmatter }) => linesOf(frontmatter, `skill ${uri}`)),
  ]);
});

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly responses?: object;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}

/** The API definition, which the service shows to callers with a token. */
async function serviceDocument(): Promise<unknown> {
  const service = await createReferenceService({ clients: [{ id: "me", secret: "hush" }] });
  const body = JSON.stringify({ client_id: "me", client_secret: "hush" });
  const ask = (path: string, init: RequestInit) =>
    service.fetch(new Request(`http://service.test${path}`, init));
  const { access_token: token } = await (await ask("/v1/token", { method: "POST", body })).json();
  const headers = { authorization: `Bearer ${token}` };
  return (await ask("/ogc/features/v1/api", { headers })).json();
}

test("the routes are those that are committed", async () => {
  const documents = { tools: await json("/openapi.json"), service: await serviceDocument() };
  assertAsCommitted(
    "routes",
    Object.entries(documents as Record<string, OpenApi>).flatMap(([name, { paths }]) =>
      Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, { responses }]) => responses)
          .map(([method, { responses, parameters = [] }]) => {
            const query = parameters.map(({ name, $ref }) => name ?? $ref?.split("/").at(-1));
            const statuses = Object.keys(responses!).join(" ");
            return `${name}: ${method.toUpperCase()} ${path} (${query.join(", ")}) → ${statuses}`;
          }),
      ),
    ),
  );
});

test("the packages export what is committed", () => {
  const lines = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, parent, folder, "package.json"), "utf8"));
      const entries = Object.entries<{ "@emberline/source"?: string }>(manifest.exports ?? {});
      return entries.flatMap(([entry, { "@emberline/source": source }]) =>
        source === undefined
          ? [`${manifest.name} ${entry}`]
          : exportsOf(readFileSync(join(root, parent, folder, source), "utf8")).map(
              (name) => `${manifest.name} ${entry}: ${name}`,
            ),
      );
    }),
  );
  assertAsCommitted("exports", lines);
});

/** The names that a module exports, which are listed one by one. */
function exportsOf(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm,
  );
  const listed = source.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name]) => name!),
    ...[...listed].flatMap(([, names]) =>
      names!
        .split(",")
        .map((name) => name.trim().replace(/^type |.* as /g, ""))
        .filter((name) => name !== ""),
    ),
  ].sort();
}

const helps = [
  ["server", programs.server],
  ["mcp", programs.mcp],
  ["service", programs.service],
  ["service serve", programs.service, "serve"],
  ["service import", programs.service, "import"],
  ["service clients", programs.service, "clients"],
  ["fire-questions", programs.fireQuestions],
] as const;

test("the programs' help is what is committed", () => {
  const lines = helps.flatMap(([name, program, ...command]) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, program), ...command, "--help"],
      { encoding: "utf8", env: cleanEnvironment(), timeout: 30_000 },
    );
    return `${stdout}${stderr}`
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `${name}: ${line}`);
  });
  assertAsCommitted("help", lines);
});
