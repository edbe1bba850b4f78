import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { cleanEnvironment, fixtures, startServerProcess } from "@emberline/test-support/programs";
import { startIssuer } from "../../../apps/server/test/support/issuer.ts";
import { mcpRemoteFile } from "./mcp-remote.ts";

test("mcp-remote finds the authorization server by the metadata that the refusal links to", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-sign-in-"));
  t.after(() => rm(folder, { recursive: true }));
  const issuer = await startIssuer();
  t.after(() => issuer.close());
  const port = String(await freePort());
  const server = await startServerProcess(["--data", fixtures, "--port", port], {
    env: {
      EMBERLINE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      EMBERLINE_OAUTH_ISSUER: issuer.url,
    },
  });
  t.after(() => server.stop());
  // Without programs in the path it opens no browser.
  const env = cleanEnvironment({ MCP_REMOTE_CONFIG_DIR: folder, PATH: folder });
  const program = spawn(process.execPath, [mcpRemoteFile, `${server.url}/mcp`], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let log = "";
  program.stderr.on("data", (chunk) => (log += chunk));
  const [code] = await once(program, "close");
  assert.ok(log.includes(`Discovered authorization server: ${issuer.url}`), log);
  // The issuer of the tests does not let clients register themselves.
  assert.match(log, /does not support dynamic client registration/);
  assert.equal(code, 1);
});
