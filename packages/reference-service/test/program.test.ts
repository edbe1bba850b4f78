import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { helpLines } from "@emberline/settings";
import {
  clientsSettings,
  dataSettings,
  importSettings,
  migrateSettings,
  serveSettings,
} from "../src/program/settings.ts";
import type { Body } from "./service-harness.ts";
import { pointLine, withFolder } from "./temporary-folder.ts";

const program = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

const running = new Set<ChildProcess>();

function launch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      EMBERLINE_LOG_FORMAT: "text",
      EMBERLINE_CLIENT_ID: "cli",
      EMBERLINE_CLIENT_SECRET: "cli-secret",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const ended = once(child, "close").then(([code]) => {
    running.delete(child);
    return code as number;
  });
  return { child, output, ended };
}

async function runToEnd(...args: string[]) {
  const { output, ended } = launch(args);
  return { code: await ended, ...output };
}

async function serve(...args: string[]) {
  const service = launch(["serve", "--port", "0", ...args]);
  while (!/Token {6}(\S+)/.test(service.output.err)) {
    await Promise.race([once(service.child.stderr!, "data"), service.ended]);
    if (service.child.exitCode !== null) throw new Error(service.output.err);
  }
  const tokenUrl = /Token {6}(\S+)/.exec(service.output.err)![1]!;
  return { ...service, base: tokenUrl.replace("/v1/token", "") };
}

async function tokenFrom(base: string, id = "cli", secret = "cli-secret"): Promise<Response> {
  return fetch(`${base}/v1/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: id, client_secret: secret }),
  });
}

describe("emberline-service", () => {
  after(() => {
    for (const child of running) child.kill("SIGKILL");
  });

  it("serves until a signal, finishes open requests, and exits with 0", async () => {
    await withFolder({ "hotspots.geojsonl": pointLine("a", [1, 2]) }, async (data) => {
      const { child, output, base, ended } = await serve("--data", data);
      const { access_token } = (await (await tokenFrom(base)).json()) as Body;
      const headers = { Authorization: `Bearer ${access_token}` };
      const items = await fetch(`${base}/ogc/features/v1/collections/svc:hotspots/items`, {
        headers,
      });
      assert.equal(((await items.json()) as Body).numberMatched, 1);
      process.kill(child.pid!, "SIGTERM");
      assert.equal(await ended, 0);
      assert.match(output.err, /hotspots.geojsonl: 1 into svc:hotspots/);
      assert.ok(!output.err.includes(access_token) && !output.err.includes("cli-secret"));
      assert.equal(output.out, "");
    });
  });

  it("names the port that is in use, and the option, in one line", async () => {
    const { child, base, ended } = await serve();
    const port = new URL(base).port;
    const second = await runToEnd("serve", "--port", port);
    assert.equal(second.code, 1);
    assert.match(
      second.err.trimEnd().split("\n").at(-1)!,
      new RegExp(`Port ${port} is in use.*--port`),
    );
    process.kill(child.pid!, "SIGINT");
    assert.equal(await ended, 0);
  });

  it("creates, lists and revokes API clients in the state file of a running service", async () => {
    await withFolder({}, async (folder) => {
      const state = join(folder, "state.json");
      const { child, base, ended } = await serve("--state", state);
      const created = await runToEnd("clients", "create", "Field office", "--state", state);
      const [id, secret] = [...created.out.matchAll(/^client_\w+ (\S+)$/gm)].map(
        ([, value]) => value!,
      );
      assert.equal((await tokenFrom(base, id, secret)).status, 200);
      const listed = await runToEnd("clients", "list", "--state", state);
      assert.match(listed.out, new RegExp(`^${id}\tField office\tdemo\t\\S+\tactive$`, "m"));
      assert.ok(!listed.out.includes(secret!));
      assert.equal((await runToEnd("clients", "revoke", id!, "--state", state)).code, 0);
      assert.equal((await tokenFrom(base, id, secret)).status, 401);
      process.kill(child.pid!, "SIGTERM");
      assert.equal(await ended, 0);
    });
  });

  it("imports valid features, each once, into a data folder, and reports the rest", async () => {
    const lines =
      pointLine("a", [1, 2]) +
      pointLine("a", [1, 2]) +
      pointLine("far", [200, 2]) +
      pointLine("b", [3, 4]);
    await withFolder({ "export of May.geojsonl.gz": gzipSync(lines) }, async (folder) => {
      const source = join(folder, "export of May.geojsonl.gz");
      const data = join(folder, "data");
      const dry = await runToEnd(
        "import",
        source,
        "--into",
        "svc:hotspots",
        "--dry-run",
        "--data",
        data,
      );
      assert.match(
        dry.err,
        /export of May.geojsonl.gz:3: feature\.geometry\.coordinates: longitude 200/,
      );
      assert.match(dry.err, /nothing was written/);
      await assert.rejects(readdir(data));
      const done = await runToEnd("import", source, "--into", "svc:hotspots", "--data", data);
      assert.equal(done.code, 0);
      assert.match(done.err, /Duplicates, loaded once: 1/);
      assert.deepEqual(await readdir(data), ["hotspots-export-of-May.geojsonl.gz"]);
      const text = gunzipSync(
        await readFile(join(data, "hotspots-export-of-May.geojsonl.gz")),
      ).toString();
      const ids = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id);
      assert.deepEqual(ids.sort(), ["a", "b"]);
      const strict = await runToEnd(
        "import",
        source,
        "--into",
        "svc:hotspots",
        "--dry-run",
        "--strict",
      );
      assert.equal(strict.code, 1);
    });
  });

  it("requires both parts of its API client, and shows neither", async () => {
    const { output, ended } = launch(["serve", "--port", "0"], { EMBERLINE_CLIENT_SECRET: "" });
    assert.equal(await ended, 1);
    assert.equal(
      output.err,
      "EMBERLINE_CLIENT_ID is set and EMBERLINE_CLIENT_SECRET is not: set both or neither.\n",
    );
  });

  it("names every option and variable in its help", async () => {
    const { code, out } = await runToEnd("--help");
    assert.equal(code, 0);
    for (const table of [
      serveSettings,
      importSettings,
      clientsSettings,
      dataSettings,
      migrateSettings,
    ])
      assert.ok(out.includes(helpLines(table)));
  });

  it("says in one line what is wrong with a command", async () => {
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [["fly"], /Unknown command "fly"/],
      [["serve", "--port", "70000"], /--port is "70000": give a whole number from 0 to 65535/],
      [["import"], /No file was given/],
      [["import", "x.geojsonl", "--dry-run"], /does not identify a collection/],
      [["clients", "list"], /--state FILE is missing/],
      [["serve", "--prot", "1"], /--prot is not an option: did you mean --port\?/],
      [
        ["import", "x.csv", "--into", "hotspots"],
        /--into is "hotspots": give svc:.* or svc:hotspots/,
      ],
      [["serve", "DIR"], /serve takes options only/],
      [["serve", "--data", "/nonexistent-folder"], /nonexistent-folder/],
    ];
    const ends = await Promise.all(wrong.map(([args]) => runToEnd(...args)));
    for (const [i, { code, err }] of ends.entries()) {
      assert.notEqual(code, 0);
      assert.match(err, wrong[i]![1]);
      assert.ok(!/\n\s+at /.test(err), err);
    }
  });
});
