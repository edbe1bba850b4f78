import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { fixtures, root } from "@emberline/test-support/programs";
import { clients } from "../../../apps/playground/src/connect/clients.ts";
import { anthropic } from "./stand-in/anthropic.ts";
import { chat } from "./stand-in/chat.ts";
import { startModelEndpoint } from "./stand-in/model-endpoint.ts";
import { responses } from "./stand-in/responses.ts";
import { startToolsServer, type ToolsServer } from "./tools-server.ts";

/* What the playground's tab Connect gives to copy. */

const run = promisify(execFile);

let server: ToolsServer;
before(async () => {
  server = await startToolsServer(["--data", fixtures]);
});
after(() => server.close());

for (const needsKey of [false, true]) {
  const place = { address: "https://fires.example/emberline", needsKey };
  const snippets = clients.flatMap((client) =>
    client.snippets(place).map((each) => ({ ...each, client })),
  );
  const state = needsKey ? "with a key" : "without a key";

  test(`programs compile against the real packages, ${state}`, async () => {
    // Where packages are found, and other tests do not read.
    const folder = await mkdtemp(join(root, "node_modules/.snippets-"));
    try {
      const programs = snippets.filter(({ label }) => label.startsWith("TypeScript"));
      assert.ok(programs.length >= 5);
      for (const { client, text } of programs) {
        // Its package is not among the tests'.
        const declared = client.id === "gemini" ? "// @ts-nocheck" : "";
        await writeFile(join(folder, `${client.id}.ts`), `${declared}\n${text}\nexport {};\n`);
      }
      const options = {
        extends: "../../tsconfig.base.json",
        files: programs.map(({ client }) => `${client.id}.ts`),
        compilerOptions: { composite: false },
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
      const tsc = run(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--noEmit"]);
      await tsc.catch(({ stdout }) => assert.fail(stdout));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test(`files of settings are JSON, and every snippet has the address, ${state}`, () => {
    for (const { label, text } of snippets) {
      assert.ok(text.includes(place.address), label);
      if (/\.json/.test(label)) JSON.parse(text);
      assert.equal(/EMBERLINE_API_KEY|YOUR_KEY/.test(text), needsKey, label);
    }
  });
}

for (const [id, dialect] of [
  ["openai", responses],
  ["anthropic", anthropic],
  ["ai-sdk", responses],
  ["langchain", chat],
] as const) {
  test(`the program for ${id} runs as copied, calls a tool, and prints the answer`, async (t) => {
    const endpoint = await startModelEndpoint(dialect, [
      () => ({ calls: [{ id: "call_1", name: "list_collections", input: {} }] }),
      ([result]) => {
        assert.equal(JSON.parse(result!.text).collections.length, 3);
        return { text: "No fire is known." };
      },
    ]);
    t.after(() => endpoint.close());
    const folder = await mkdtemp(join(root, "node_modules/.snippets-"));
    t.after(() => rm(folder, { recursive: true }));
    const { snippets } = clients.find((client) => client.id === id)!;
    const { text } = snippets({ address: server.url, needsKey: false })[0]!;
    // Each is JavaScript too.
    await writeFile(join(folder, "first.mjs"), text);
    const env = {
      ...process.env,
      OPENAI_BASE_URL: `${endpoint.url}/v1`,
      ANTHROPIC_BASE_URL: endpoint.url,
      OPENAI_API_KEY: "none",
      ANTHROPIC_API_KEY: "none",
    };
    const { stdout } = await run(process.execPath, [join(folder, "first.mjs")], { env });
    assert.match(stdout, /No fire is known\./);
  });
}

test("the command for curl answers with features", async () => {
  const curl = clients.find(({ id }) => id === "curl")!;
  const { text } = curl.snippets({ address: server.url, needsKey: false })[0]!;
  const { stdout } = await run("sh", ["-c", text.replace("curl", "curl -s")]);
  assert.ok(Array.isArray(JSON.parse(stdout).columns), stdout);
});
