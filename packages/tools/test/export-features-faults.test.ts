import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openExportFolder } from "../src/node.ts";
import { withFolder } from "./export-support.ts";
import { answerOf, call, contextOf, type FakeService, jumpingTime, point } from "./support.ts";

/** Enough pages for more than one write to the file. */
const many = Array.from({ length: 25_000 }, (_, i) => point(`h${i}`, 10, 50, { frp: i }));
const features = { "svc:hotspots": many };
const input = { collection: "svc:hotspots", format: "geojson" };
const isPage = (url: URL) => url.pathname.endsWith("/items") && url.searchParams.has("limit");

/**
 * The folder's files after a failed export has cleaned up, or after 250 looks. Asserts that no file
 * looked complete meanwhile.
 */
async function leftIn(folder: string): Promise<string[]> {
  for (let i = 0; ; i++) {
    const names = await readdir(folder);
    for (const name of names) assert.match(name, /\.part$/);
    if (names.length === 0 || i === 250) return names;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Calls the tool on a service with a fault at its page from 20,000 on. */
async function failing(
  folder: string,
  onLatePage: (url: URL, request: Request) => Response | Promise<Response> | undefined,
  more: { maxMb?: number; timeoutMs?: number; signal?: AbortSignal } = {},
  args: Record<string, unknown> = {},
) {
  const { maxMb, ...rest } = more;
  const intercept: FakeService["intercept"] = (url, request) =>
    isPage(url) && url.searchParams.get("from") === "20000" ? onLatePage(url, request) : undefined;
  const exports = await openExportFolder(folder, { maxMb });
  const { context } = contextOf({ features, intercept }, undefined, { exports, ...rest });
  const result = await call("export_features", { ...input, ...args }, context);
  assert.ok(!result.ok);
  return result.error;
}

test("a service that fails half-way leaves no file", () =>
  withFolder(async (folder) => {
    const { code } = await failing(folder, () => Response.json({ code: "x" }, { status: 404 }));
    assert.notEqual(code, "internal");
    assert.deepEqual(await leftIn(folder), []);
  }));

test("a listing that ends early leaves no file", () =>
  withFolder(async (folder) => {
    const { code } = await failing(folder, () =>
      Response.json({ type: "FeatureCollection", features: [], links: [], numberMatched: 25_000 }),
    );
    assert.equal(code, "service_failed");
    assert.deepEqual(await leftIn(folder), []);
  }));

test("a caller who cancels half-way leaves no file", () =>
  withFolder(async (folder) => {
    const cancel = new AbortController();
    const onLatePage = () => {
      cancel.abort();
      return new Promise<Response>(() => {});
    };
    const { code } = await failing(folder, onLatePage, { signal: cancel.signal });
    assert.equal(code, "cancelled");
    assert.deepEqual(await leftIn(folder), []);
  }));

test("an export whose time is over leaves no file", (t) =>
  withFolder(async (folder) => {
    const timeoutMs = 10_000;
    const jump = jumpingTime(t);
    const never = () => {
      jump(timeoutMs);
      return new Promise<Response>(() => {});
    };
    const { code } = await failing(folder, never, { timeoutMs });
    assert.equal(code, "timed_out");
    assert.deepEqual(await leftIn(folder), []);
  }));

test("an export above the size limit is refused with the limit, leaves no file and frees its space", () =>
  withFolder(async (folder) => {
    const { code, message } = await failing(folder, () => undefined, { maxMb: 1 });
    assert.equal(code, "invalid_input");
    assert.match(message, /1 MB/);
    assert.deepEqual(await leftIn(folder), []);
    const exports = await openExportFolder(folder, { maxMb: 1 });
    const { context } = contextOf({ features }, undefined, { exports });
    await call("export_features", input, context);
    await leftIn(folder);
    const small = { features: { "svc:hotspots": many.slice(0, 5000) } };
    const later = contextOf(small, undefined, { exports }).context;
    assert.equal((await answerOf("export_features", input, later)).count, 5000);
  }));

test("a folder that disappears half-way is reported with the system's reason, without its path", () =>
  withFolder(async (folder) => {
    const { code, message } = await failing(folder, () => {
      rmSync(folder, { recursive: true });
      return undefined;
    });
    assert.equal(code, "internal");
    assert.match(message, /\(ENOENT\)/);
    assert.ok(!message.includes(folder));
    await assert.rejects(readdir(folder), { code: "ENOENT" });
  }));

test("the file is deleted if its answer does not fit the budget", () =>
  withFolder(async (folder) => {
    const seconds = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, "0"));
    const filter = seconds
      .map((second) => `datetime > TIMESTAMP('2020-01-01T00:00:${second}Z')`)
      .join(" AND ");
    const { code, message } = await failing(
      folder,
      () => undefined,
      {},
      { filter, max_tokens: 500 },
    );
    assert.equal(code, "invalid_input");
    assert.match(message, /raise max_tokens/);
    assert.deepEqual(await leftIn(folder), []);
  }));

test("without a folder the tool says how the operator can allow exports, and sends no request", async () => {
  const { context, requests } = contextOf({ features });
  const result = await call("export_features", input, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "not_allowed");
  assert.match(result.error.message, /--export-dir/);
  assert.deepEqual(requests, []);
});

test("a missing folder is refused with its name", async () => {
  await assert.rejects(
    openExportFolder("/nowhere/at/all"),
    /there is no folder "\/nowhere\/at\/all"/,
  );
});

test("a file stays inside its folder whatever its name, is readable by its owner only, and replaces none", () =>
  withFolder(async (parent) => {
    const folder = join(parent, "exports");
    const outside = await mkdtemp(join(tmpdir(), "emberline-outside-"));
    try {
      await symlink(outside, folder);
      const exports = await openExportFolder(folder);
      const proposals = [
        "../../up.csv",
        "/etc/passwd",
        "..",
        "",
        "a/b\\c\u0000d.kml",
        "CON.csv",
        "x".repeat(400),
      ];
      for (const proposal of [...proposals, ...proposals]) {
        const sink = await exports.create(proposal, "text/plain");
        await sink.write(new TextEncoder().encode("whole"));
        const { name, path, uri } = await sink.commit();
        assert.match(name, /^[A-Za-z0-9-]{1,100}\.[a-z]+$/);
        assert.equal(path, join(await realpath(outside), name));
        assert.equal(uri, pathToFileURL(path!).href);
        assert.equal((await stat(path!)).mode & 0o777, 0o600);
      }
      assert.equal((await readdir(outside)).length, proposals.length * 2);
    } finally {
      await rm(outside, { recursive: true });
    }
  }));

test("a discarded export does not touch existing files", () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, "mine.txt"), "mine");
    const sink = await (await openExportFolder(folder)).create("mine.txt", "text/plain");
    await sink.write(new Uint8Array(10));
    await sink.discard();
    assert.deepEqual(await readdir(folder), ["mine.txt"]);
  }));
