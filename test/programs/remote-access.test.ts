import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import { fixtures, runProgram } from "@emberline/test-support/programs";
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { startIssuer } from "../../apps/server/test/support/issuer.ts";

for (const [revision, options] of [
  ["2026-07-28", { versionNegotiation: { mode: "auto" as const } }],
  ["2025-11-25", {}],
] as const) {
  test(`a client of ${revision} finds the issuer by the refusal, gets a token and calls a tool`, async () => {
    const issuer = await startIssuer();
    const app = await appInProcess(["--data", fixtures], {
      EMBERLINE_PUBLIC_URL: origin,
      EMBERLINE_OAUTH_ISSUER: issuer.url,
      EMBERLINE_OAUTH_SCOPES: "fires:read",
    });
    const fetchBoth = (input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return url.origin === origin ? app(input, init) : fetch(input, init);
    };
    const authProvider = new ClientCredentialsProvider({
      clientId: "robot",
      clientSecret: "robot-secret",
      expectedIssuer: issuer.url,
    });
    const client = new Client({ name: "emberline-tests", version: "0" }, options);
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/mcp", origin), {
        fetch: fetchBoth,
        authProvider,
      }),
    );
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    const answer = await client.callTool({ name: "list_collections", arguments: {} });
    assert.ok(!answer.isError);
    await client.close();
    await issuer.close();
  });
}

test("make-key prints a key once, and its entry for the keys file lets the key in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-make-key-"));
  try {
    const { code, stdout } = await runProgram("server", ["make-key", "acme"]);
    assert.equal(code, 0);
    const key = /^emberline_[\w-]{43}$/m.exec(stdout)![0];
    const entry = JSON.parse(/^\{.*\}$/m.exec(stdout)![0]);
    assert.ok(!JSON.stringify(entry).includes(key));
    const file = join(folder, "keys.json");
    await writeFile(file, JSON.stringify({ keys: [entry] }));
    const app = await appInProcess(["--data", fixtures], { EMBERLINE_KEYS_FILE: file });
    const statusOf = async (shown: string) =>
      (await app("/tools", { headers: { authorization: `Bearer ${shown}` } })).status;
    assert.equal(await statusOf(key), 200);
    assert.equal(await statusOf(entry.sha256), 401);
    const wrong = await runProgram("server", ["make-key"]);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /make-key takes one name/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
