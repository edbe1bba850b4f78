import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createClient } from "@emberline/core";
import {
  errorOf,
  httpTools,
  mcpHttp,
  mcpStdio,
  olderMcpHttp,
} from "@emberline/test-served/surfaces";
import { fixtures, startServerProcess } from "@emberline/test-support/programs";
import { callTool, catalogue } from "@emberline/tools";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-internal-"));
});
after(() => rm(folder, { recursive: true }));

const input = { collection: "svc:hotspots", format: "csv" };
/** The tool, the code of the system, and frames, on one line. */
const logged =
  /internal error in export_features(?: \(request [\w-]+\))? ToolError internal at .* caused by Error ENOENT\b/;

test("the server logs each internal error of a tool with its stack, whatever the surface", async () => {
  const apiKey = "a-key-of-an-operator-0123456789";
  const server = await startServerProcess(["--data", fixtures], {
    env: { TMPDIR: folder, EMBERLINE_API_KEYS: apiKey },
  });
  try {
    const withKey = (url: string | URL | Request, init?: RequestInit) => {
      const request = new Request(url, init);
      request.headers.set("authorization", `Bearer ${apiKey}`);
      return fetch(request);
    };
    // The folder is made with the first export.
    assert.equal((await httpTools(server.url, withKey).call("export_features", input)).ok, true);
    const [exports] = (await readdir(folder)).filter((name) =>
      name.startsWith("emberline-exports"),
    );
    await rm(join(folder, exports!), { recursive: true });
    const count = () => server.output().split("internal error in export_features").length - 1;
    let expected = 0;
    for (const open of [mcpHttp, olderMcpHttp, httpTools]) {
      const surface = await open(server.url, withKey);
      const outcome = await surface.call("export_features", input);
      await surface.close();
      assert.match(outcome.ok ? "" : outcome.message, /^internal: /, surface.name);
      expected += 1;
      // The log arrives separately from the answer.
      while (count() < expected) await once(server.child.stderr!, "data");
      assert.equal(count(), expected);
    }
    while (!logged.test(server.output())) await once(server.child.stderr!, "data");
    assert.doesNotMatch(server.output(), new RegExp(apiKey));
  } finally {
    await server.stop();
  }
});

test("emberline-mcp logs an internal error of a tool with its stack", async () => {
  const exports = join(folder, "stdio");
  await mkdir(exports);
  let log = "";
  const heard = new EventEmitter();
  const onLog = (text: string) => {
    log += text;
    heard.emit("log");
  };
  const surface = await mcpStdio(["--embedded", fixtures, "--export-dir", exports], { onLog });
  assert.equal((await surface.call("export_features", input)).ok, true);
  await rm(exports, { recursive: true });
  assert.match(await errorOf(surface, "export_features", input), /^internal: /);
  while (!logged.test(log)) await once(heard, "log");
  assert.match(log, /^emberline-mcp: Serving .*, 10 svc:hotspots/m);
  await surface.close();
});

test("the log of an internal error has names, codes and stacks, and no message", async () => {
  const secret = "hush-hush\n    at hush-hush";
  const cause = Object.assign(new TypeError(`Bearer ${secret}`), { code: "ERR_INVALID_CHAR" });
  const context = {
    client: createClient({ baseUrl: "http://service.invalid" }),
    now: () => {
      throw new RangeError(`wrong: ${secret}`, { cause });
    },
    notices: [],
  };
  let log = "";
  const [tool] = catalogue.filter(({ name }) => name === "query_features");
  const result = await callTool(
    tool!,
    { collection: "svc:hotspots", time: "today" },
    { ...context, log: (text) => (log += text) },
  );
  assert.equal(result.ok ? "" : result.error.code, "internal");
  assert.match(log, /^internal error in query_features\nRangeError\n +at /);
  assert.match(log, /\ncaused by TypeError ERR_INVALID_CHAR\n +at /);
  assert.doesNotMatch(log, /hush/);
});
