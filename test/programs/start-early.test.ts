import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { eventually } from "@emberline/test-support/eventually";

const start = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function run(port: number): { child: ChildProcess; said: () => string } {
  const args = [start, "--port", String(port), "--synthetic"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (part) => {
      said += part;
    });
  return { child, said: () => said };
}

test("opened too early, the page says how far the start is, and calls are told to come again", async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { child, said } = run(port);
  t.after(() => child.kill());
  const early = await eventually(async () => {
    const response = await fetch(url, { headers: { accept: "text/html" } });
    assert.equal(response.status, 503);
    return response.text();
  });
  assert.match(early, /<h1>Emberline is starting<\/h1>/);
  const { steps } = (await (await fetch(`${url}/starting.json`)).json()) as { steps: string[] };
  assert.equal(steps[0], "installing what is missing");
  const call = await fetch(`${url}/tools/list_collections`, { method: "POST", body: "{}" });
  assert.equal(call.status, 503);
  assert.equal(call.headers.get("retry-after"), "5");
  assert.equal(((await call.json()) as { code: string }).code, "busy");
  await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
  // As the page itself asks: it then loads again, and is the playground.
  const { headers } = await fetch(`${url}/starting.json`);
  assert.notEqual(headers.get("content-type"), "application/json");
  assert.match(said(), /installing what is missing …\n.*building what is stale …/s);
});

test("a port in use is said before anything is installed or built", async (t) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const { child, said } = run(port);
  const [code] = await once(child, "exit");
  assert.equal(code, 1);
  assert.match(said(), new RegExp(`port ${port} is in use: choose another with --port N`));
  assert.doesNotMatch(said(), /building/);
});
