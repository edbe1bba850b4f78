import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { catalogue } from "@emberline/tools";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { everyMcpClient } from "./support/mcp-clients.ts";

let clients: Awaited<ReturnType<typeof everyMcpClient>>;

before(async () => {
  clients = await everyMcpClient();
});
after(() => Promise.all(clients.map(({ client }) => client.close())));

const names = [
  "fire-situation",
  "fire-briefing",
  "fire-or-industry",
  "fire-changes",
  "fire-story",
] as const;

test("every client lists the skills, and reads each as its entry says", async (t) => {
  for (const { name, client } of clients) {
    await t.test(name, async () => {
      // The client of the SDK verifies size, digest and frontmatter.
      const skills = new SkillsClient(client);
      assert.ok(skills.supported);
      const { skills: entries } = await skills.list();
      assert.deepEqual(
        entries.map(({ frontmatter }) => frontmatter.name),
        names,
      );
      for (const entry of entries) {
        assert.deepEqual((await skills.get(entry.uri)).skill, entry);
        const file = await skills.read(entry);
        assert.ok(file.verified && file.mimeType === "text/markdown");
      }
      await assert.rejects(skills.get("skill://fire-storm/SKILL.md"), {
        code: -32_602,
        message: /skill:\/\/fire-story\/SKILL\.md/,
      });
      const { resources } = await client.listResources();
      const listed = resources.filter(({ uri }) => uri.startsWith("skill://"));
      assert.deepEqual(
        listed.map(({ name, mimeType }) => [name, mimeType]),
        names.map((each) => [each, "text/markdown"]),
      );
    });
  }
});

/** A client with the skills of a server with these options. */
async function skillsWith(args?: string[]) {
  const fetch = await appInProcess(args);
  const client = new Client(
    { name: "tests", version: "0" },
    { versionNegotiation: { mode: "auto" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { fetch }));
  return { fetch, client, skills: new SkillsClient(client) };
}

const values: Readonly<Record<string, string>> = {
  place: "50,10",
  area: "Germany",
  fire: "Alpha 2024",
  first_day: "2024-07-01",
  second_day: "2024-07-02",
  hotspots: "svc:hotspots",
  perimeters: "svc:satellite-perimeters",
};

test("the calls of each skill, with its placeholders filled, are answered", async () => {
  const { client, skills } = await skillsWith();
  for (const entry of (await skills.list()).skills) {
    const { body } = await skills.read(entry);
    const calls = [...body!.matchAll(/^\d+\. `(\w+)` with `(\{.*\})`/gm)];
    assert.ok(calls.length >= 2, body);
    for (const [, name, input] of calls) {
      const filled = input!.replace(/<(\w+)>/g, (_, placeholder) => values[placeholder]!);
      const result = await client.callTool({ name: name!, arguments: JSON.parse(filled) });
      assert.ok(!result.isError, `${name} with ${filled}: ${JSON.stringify(result.content)}`);
    }
  }
  await client.close();
});

test("every skill has the cautions, and says what it needs", async () => {
  const { client, skills } = await skillsWith();
  const tools = catalogue.map(({ name }) => name);
  for (const entry of (await skills.list()).skills) {
    const { body } = await skills.read(entry);
    const { description, compatibility } = entry.frontmatter as Record<string, string>;
    assert.ok(description!.length <= 1024 && compatibility!.length <= 500);
    const called = [...body!.matchAll(/^\d+\. `(\w+)` with/gm)].map(([, name]) => name!);
    for (const name of called) assert.ok(tools.includes(name) && compatibility!.includes(name));
    for (const caution of [/never.* safe/i, /not covered/, /evacuation/, /times with/, /source/])
      assert.match(body!, caution, entry.uri);
  }
  await client.close();
});

test("a skill whose tools the operator leaves out is not offered", async () => {
  const { client, skills } = await skillsWith(["--exclude-tools", "show_map,compare_periods"]);
  const { skills: entries } = await skills.list();
  assert.deepEqual(
    entries.map(({ uri }) => uri),
    ["skill://fire-or-industry/SKILL.md"],
  );
  const refused = { code: -32_602 };
  await assert.rejects(skills.get("skill://fire-story/SKILL.md"), refused);
  await assert.rejects(client.readResource({ uri: "skill://fire-story/SKILL.md" }), refused);
  await client.close();
});

test("parameters that are none are refused with one sentence", async () => {
  const { fetch, client } = await skillsWith();
  for (const [method, params, message] of [
    ["skills/get", {}, /needs uri/],
    ["skills/get", { uri: 5 }, /needs uri/],
    ["skills/list", { cursor: "x" }, /leave cursor out/],
  ] as const) {
    const response = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { error } = JSON.parse(/\{.*\}/s.exec(await response.text())![0]);
    assert.equal(error.code, -32_602);
    assert.match(error.message, message);
  }
  await client.close();
});
