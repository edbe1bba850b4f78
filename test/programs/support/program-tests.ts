import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { answerOf, httpTools, mcpHttp, mcpStdio } from "@emberline/test-served/surfaces";
import { type Runtime, startServerProcess } from "@emberline/test-support/programs";

/** Tests that both programs start, answer, export and exit on a runtime. */
export function testProgramsOn(runtime: Runtime): void {
  test(`the server starts, answers on every path and ends with exit code 0 on ${runtime}`, async () => {
    const server = await startServerProcess([], { runtime });
    const answer = await answerOf(httpTools(server.url), "query_features", {
      collection: "svc:hotspots",
      time: "last 24h",
    });
    assert.ok(answer.matched > 0, "the sample has detections of its last 24 hours");
    assert.match(answer.notices.join(" "), /The data ends 2025-06-23/);
    const mcp = await mcpHttp(server.url);
    assert.equal((await answerOf(mcp, "list_collections")).collections.length, 3);
    await mcp.close();
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.equal((await fetch(`${server.url}/`)).status, 200);
    const printed = server.output();
    for (const line of [
      `${server.url}/mcp`,
      `${server.url}/tools`,
      `${server.url}/service`,
      "client secret",
      "claude mcp add",
      "code --add-mcp",
      "curl",
    ]) {
      assert.ok(printed.includes(line), `the start-up lines have ${line}`);
    }
    assert.equal(await server.stop(), 0);
  });

  test(`emberline-mcp starts and answers on ${runtime}`, async () => {
    const surface = await mcpStdio(["--embedded"], { runtime });
    const answer = await answerOf(surface, "list_simulations");
    assert.ok(answer.returned > 0);
    assert.match(answer.notices.join(" "), /Made-up simulations/);
    await surface.close();
  });

  test(`files are exported over stdio and over HTTP on ${runtime}, and those of the server end with it`, async () => {
    const input = { collection: "svc:hotspots", format: "geojsonl" };
    const lines = (text: string) => text.trimEnd().split("\n").length;
    const folder = await mkdtemp(join(tmpdir(), "emberline-programs-"));
    const [stdio, server] = await Promise.all([
      mcpStdio(["--embedded", "--export-dir", folder], { runtime }),
      startServerProcess([], { runtime, env: { TMPDIR: folder } }),
    ]);
    const written = await answerOf(stdio, "export_features", input);
    assert.equal(lines(await readFile(written.path, "utf8")), written.count);
    assert.equal((await readdir(folder)).length, 1);
    await stdio.close();
    assert.equal((await readdir(folder)).length, 1, "the operator's folder keeps its files");
    const { url, count } = await answerOf(httpTools(server.url), "export_features", input);
    assert.equal(lines(await (await fetch(url)).text()), count);
    assert.equal((await fetch(`${url}x`)).status, 403);
    const temporary = async () =>
      (await readdir(folder)).filter((name) => name.startsWith("emberline-exports-"));
    assert.equal((await temporary()).length, 1, "the server has a folder in the temporary one");
    await server.stop();
    assert.deepEqual(await temporary(), []);
    assert.ok(!server.output().includes("signature="), "a signed URL is printed nowhere");
    await rm(folder, { recursive: true });
  });
}
