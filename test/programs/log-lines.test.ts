import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { mcpStdio } from "@emberline/test-served/surfaces";
import { assertLog, hostile, mark, numbers } from "@emberline/test-support/hostile-names";
import {
  programs,
  root,
  type ServerProcess,
  startServerProcess,
} from "@emberline/test-support/programs";

/* Names of the data and of requests forge no line of a log, and hide nothing in one. */

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-log-lines-"));
  const lines = numbers.flatMap((n) => {
    const properties = { datetime: "2024-07-01T10:00:00Z" };
    const geometry = { type: "Point", coordinates: [10, 50] };
    const feature = { type: "Feature", id: hostile(n).toWellFormed().slice(0, 200), geometry };
    const wrong = { ...feature, id: n, properties: { datetime: hostile(n) } };
    // Ids that come twice and times that are none are reported.
    return [{ ...feature, properties }, { ...feature, properties }, wrong];
  });
  await writeFile(
    join(folder, "hotspots.geojsonl"),
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  await writeFile(join(folder, `${mark}\nemberline: forged\u202e.txt`), "");
});
after(() => rm(folder, { recursive: true }));

/** Sends a request whose path and header are as they are given. */
async function send(url: string, path: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-request-id": mark };
  const sent = request(url, { path, method: "POST", headers }).end(body);
  const [answer] = await once(sent, "response");
  answer.resume();
  await once(answer, "end");
}

async function checkLog(server: ServerProcess, base: string): Promise<void> {
  for (const n of numbers) {
    const text = hostile(n).toWellFormed().slice(0, 200);
    const name = encodeURIComponent(text);
    const input = JSON.stringify({ collection: "svc:hotspots", filter: text, [text]: text });
    const tool = "/tools/query_features";
    for (const path of [`/${name}`, tool, `${tool}?${name}`, `/tools/${name}`])
      await send(server.url, base + path, input);
  }
  await server.stop();
  assertLog(server.output());
}

test("the server", async () => {
  const env = { EMBERLINE_AUDIT_LOG: "-", EMBERLINE_AUDIT_ARGUMENTS: "yes" };
  const server = await startServerProcess(["--data", folder], { env });
  await checkLog(server, "");
  const audited = server
    .output()
    .split("\n")
    .filter((line) => line.startsWith('{"time"'));
  // Escapes leave values what they were.
  assert.deepEqual(
    new Set(audited.map((line) => JSON.parse(line).arguments.filter)),
    new Set(numbers.map((n) => hostile(n).toWellFormed().slice(0, 200))),
  );
});

test("the service", async () => {
  const file = join(root, programs.service);
  const address = "http://service.test";
  const service = await startServerProcess(["--data", folder, "--public-url", address], { file });
  await checkLog(service, "/ogc/features/v1/collections");
  assert.ok(service.output().includes(`POST /ogc/features/v1/collections/${mark}`));
  assert.match(service.output(), /hotspots\.geojsonl:3: .*Qzx/);
});

test("emberline-mcp", async () => {
  let log = "";
  const args = ["--embedded", folder, "--log-level", "debug"];
  const surface = await mcpStdio(args, { onLog: (text) => (log += text) });
  for (const n of numbers) {
    await surface.call("query_features", { collection: hostile(n) });
    await surface.call(hostile(n), {}).catch(() => {});
  }
  await surface.close();
  assert.match(log, /^emberline-mcp: .*hotspots\.geojsonl:3: .*Qzx/m);
  for (const line of log.trimEnd().split("\n")) assert.match(line, /^emberline-mcp: /);
  assertLog(log);
});
