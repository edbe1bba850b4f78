import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { initialize, startProgram } from "./support/start-program.ts";

const count = 60_000;

/** A folder with detections one second apart. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emberline-loading-"));
  const lines = Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2025, 0, 1) + i * 1000).toISOString();
    const geometry = { type: "Point", coordinates: [i % 180, 0] };
    const properties = { acq_datetime: time, frp: i % 100 };
    return JSON.stringify({ type: "Feature", id: `d${i}`, geometry, properties });
  });
  await writeFile(join(folder, "hotspots.geojsonl"), lines.join("\n"));
  return folder;
}

test("the protocol is answered before the data is loaded, and a call waits for it with progress", async (t) => {
  const folder = await dataFolder();
  t.after(() => rm(folder, { recursive: true }));
  const { child, send, line, lines, output, ended } = startProgram(["--embedded", folder]);
  send(initialize("2025-11-25"));
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/list" });
  const call = { name: "summarize_features", arguments: { collection: "svc:hotspots" } };
  send({ id: 2, method: "tools/call", params: { ...call, _meta: { progressToken: "p" } } });
  await line(({ id }) => id === 1);
  assert.equal(output.stderr, "", "nothing is served yet");
  const answer = await line(({ id }) => id === 2);
  assert.equal(answer.result.structuredContent.matched, count);
  child.stdin.end();
  assert.equal(await ended, 0);
  const told = lines().filter(({ method }) => method === "notifications/progress");
  assert.match(told[0]!.params.message, /^Loading the data: 0 features read$/);
  assert.ok(told.some(({ params }) => /^Loading the data: [1-9]/.test(params.message)));
  const progress = told.map(({ params }) => params.progress);
  assert.ok(
    progress.every((each, i) => i === 0 || each > progress[i - 1]!),
    String(progress),
  );
  assert.match(output.stderr, new RegExp(`Serving .*${count} svc:hotspots`));
});

test("a call waits for the first detections of live feeds, instead of answering empty", async (t) => {
  const row = [
    "latitude,longitude,acq_date,acq_time,satellite,instrument,confidence,version,frp,daynight",
    `42.5,-123.1,${new Date().toISOString().slice(0, 10)},0001,N20,VIIRS,n,2.0NRT,2.1,D`,
  ];
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const source = createServer(async (_request, response) => {
    await asked;
    response.setHeader("content-type", "text/plain");
    response.end(`${row.join("\n")}\n`);
  });
  await once(source.listen(0, "127.0.0.1"), "listening");
  t.after(() => source.close());
  const live = await mkdtemp(join(tmpdir(), "emberline-loading-"));
  t.after(() => rm(live, { recursive: true }));
  const file = join(live, "live.json");
  await writeFile(file, JSON.stringify({ sources: ["firms-files-viirs-noaa20"] }));
  const { child, send, line, lines, output, ended } = startProgram(["--live"], {
    EMBERLINE_LIVE_CONFIG: file,
    EMBERLINE_FIRMS_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}/`,
  });
  send(initialize("2025-11-25"));
  send({ method: "notifications/initialized" });
  const call = { name: "summarize_features", arguments: { collection: "svc:hotspots" } };
  send({ id: 2, method: "tools/call", params: { ...call, _meta: { progressToken: "p" } } });
  await line(({ method }) => method === "notifications/progress");
  assert.ok(!lines().some(({ id }) => id === 2));
  answer();
  const { result } = await line(({ id }) => id === 2);
  assert.equal(result.structuredContent.matched, 1);
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.match(output.stderr, /First answers are possible; rows read so far: 1/);
});

test("a client that leaves while the data is loaded is not kept waiting", async (t) => {
  const folder = await dataFolder();
  t.after(() => rm(folder, { recursive: true }));
  const { child, send, line, output, ended } = startProgram(["--embedded", folder]);
  send(initialize("2025-11-25"));
  await line(({ id }) => id === 0);
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.ok(!output.stderr.includes("Serving"));
});

test("a folder without data files ends the program with one sentence and exit code 1", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-loading-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "fires.txt"), "none");
  const { output, ended } = startProgram(["--embedded", folder]);
  assert.equal(await ended, 1);
  assert.equal(output.stdout, "");
  assert.match(output.stderr, /^emberline-mcp: [^\n]* has no data files: [^\n]*hotspots[^\n]*\n$/);
});
