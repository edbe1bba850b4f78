import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { answerOf, httpTools, mcpHttp } from "@emberline/test-served/surfaces";
import { fixtures, startServerProcess } from "@emberline/test-support/programs";

const input = { collection: "svc:hotspots", near: "50.05,10.05" };

test("with 128 open files the server starts, and serves despite 500 connections that send nothing", async (t) => {
  const server = await startServerProcess(["--data", fixtures], { limits: "ulimit -n 128" });
  const silent: Socket[] = [];
  t.after(async () => {
    for (const socket of silent) socket.destroy();
    assert.equal(await server.stop(), 0);
  });
  for (let i = 0; i < 500; i++) {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    silent.push(socket.on("error", () => {}).resume());
    await once(socket, "connect");
  }
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  const http = httpTools(server.url);
  const calls = Array.from({ length: 20 }, () => answerOf(http, "summarize_features", input));
  for (const { matched } of await Promise.all(calls)) assert.ok(matched > 0);
  const mcp = await mcpHttp(server.url);
  // A picture loads fonts and more from files.
  assert.ok((await answerOf(mcp, "show_map", { near: "50.05,10.05" })).rows.length > 0);
  assert.ok((await answerOf(mcp, "export_features", { ...input, format: "csv" })).count > 0);
  await mcp.close();
});
