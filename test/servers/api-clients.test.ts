import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createReferenceService } from "@emberline/reference-service";
import { cleanEnvironment } from "@emberline/test-support/programs";

const adminKey = "the-key-of-the-administrator";
const node = process.execPath;
const watched = fileURLToPath(import.meta.resolve("./support/watched-service.mjs"));

let folder: string;
let state: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-api-clients-"));
  state = join(folder, "state.json");
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  await rm(folder, { recursive: true });
});

interface Watched {
  readonly child: ChildProcess;
  /** Its steps in the folder so far. */
  steps(): string[];
  out(): string;
  err(): string;
  /** Resolves once a step or a line of the program matches; rejects if it ends before. */
  until(pattern: RegExp): Promise<void>;
  ended(): Promise<{ code: number | null; signal: string | null }>;
}

/** Starts emberline-service under bash's limits and reports its steps in the folder one by one. */
function start(
  args: string[],
  { env = {}, limits = "true" }: { env?: Record<string, string>; limits?: string } = {},
): Watched {
  const program = [node, watched, ...args];
  const child = spawn("bash", ["-c", `${limits}; exec "$@"`, "bash", ...program], {
    env: cleanEnvironment({ FOLDER: folder, ...env }),
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  children.add(child);
  const texts = { out: "", err: "", steps: "" };
  const [, out, err, steps] = child.stdio;
  const said = new EventEmitter();
  for (const [name, stream] of Object.entries({ out, err, steps })) {
    stream!.on("data", (chunk) => {
      texts[name as keyof typeof texts] += chunk;
      said.emit("more");
    });
  }
  const closed = once(child, "close");
  closed.then(() => said.emit("more"));
  return {
    child,
    steps: () => texts.steps.trimEnd().split("\n"),
    out: () => texts.out,
    err: () => texts.err,
    async until(pattern) {
      while (!pattern.test(texts.err + texts.steps)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null;
        assert.ok(!hasEnded, `it ended before ${pattern}: ${texts.err}${texts.steps}`);
        await once(said, "more");
      }
    },
    async ended() {
      const [code, signal] = await closed;
      return { code, signal };
    },
  };
}

const create = (name: string, options: Parameters<typeof start>[1] = {}) =>
  start(["clients", "create", name, "--state", state], options);

/** The names of the clients, as a service that starts with the file lists them. */
async function listed(): Promise<string[]> {
  const { fetch } = await createReferenceService({ clients: [], state, adminKey });
  const page = await fetch(new Request(settings, { headers: { Authorization: basic } }));
  const rows = (await page.text()).matchAll(/<th scope="row">([^<]*)<\/th>/g);
  return Array.from(rows, ([, name]) => name!);
}

const nameOf = ({ name }: { name: string }) => name;

const settings = "http://service.test/settings/api-clients";
const basic = `Basic ${Buffer.from(`:${adminKey}`).toString("base64")}`;

test("a new client is on disk, with its file and folder synced, before it is shown", async () => {
  const program = create("First");
  assert.deepEqual(await program.ended(), { code: 0, signal: null });
  const commit = program.steps().indexOf("rename state.json.*.tmp state.json");
  assert.ok(commit >= 0, program.steps().join("\n"));
  assert.ok(program.steps().slice(0, commit).includes("sync state.json.*.tmp"));
  assert.ok(program.steps().slice(commit).includes("sync ."));
  assert.match(program.out(), /^client_secret \S+$/m);
  const shownAfter = create("Second", { env: { STEP: String(commit), SIGNAL: "SIGKILL" } });
  await shownAfter.ended();
  assert.equal(shownAfter.out(), "", "a client that may be lost is not shown");
});

test("a process killed at any step leaves the clients as before or after the change, and no lock", async () => {
  assert.equal((await create("First").ended()).code, 0);
  let names = ["First"];
  const outcomes = new Set<string>();
  for (let step = 0; ; step++) {
    const name = `Number ${step}`;
    const program = create(name, { env: { STEP: String(step), SIGNAL: "SIGKILL" } });
    const { code, signal } = await program.ended();
    const left = JSON.parse(await readFile(state, "utf8")).clients.map(nameOf);
    const isAfter = left.length > names.length;
    assert.deepEqual(left, isAfter ? [...names, name] : names, program.steps().at(-1));
    names = left;
    outcomes.add(`${signal ?? code}: ${isAfter ? "after" : "before"}`);
    if (signal === null) break;
  }
  assert.deepEqual([...outcomes], ["SIGKILL: before", "SIGKILL: after", "0: after"]);
  assert.deepEqual(await listed(), names);
  assert.deepEqual((await readdir(folder)).sort(), ["state.json", "state.json.previous"]);
});

test("two processes that change the clients at once both keep their change", async () => {
  assert.equal((await create("First").ended()).code, 0);
  const commit = create("Second");
  await commit.ended();
  const step = commit.steps().indexOf("rename state.json.*.tmp state.json");
  assert.ok(step >= 0, "it commits by a rename");
  const slow = create("Slow", { env: { STEP: String(step), SIGNAL: "SIGSTOP" } });
  await slow.until(/rename state\.json\.\*\.tmp state\.json\n/);
  const quick = create("Quick");
  await quick.until(/EEXIST state\.json\.lock/);
  slow.child.kill("SIGCONT");
  assert.equal((await slow.ended()).code, 0);
  assert.equal((await quick.ended()).code, 0);
  assert.deepEqual(await listed(), ["First", "Second", "Slow", "Quick"]);
});

test("if the disk is full, the page says that a client was not revoked, and it stays valid after a restart", async () => {
  const maker = await createReferenceService({ clients: [], state, adminKey });
  const form = (path: string, fields: Record<string, string>, base = settings) =>
    new Request(base + path, {
      method: "POST",
      headers: { Authorization: basic, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams(fields),
    });
  let client = { id: "", secret: "" };
  for (let i = 0; i < 5; i++) {
    const page = await (await maker.fetch(form("", { name: `Team ${i}` }))).text();
    const [id, secret] = Array.from(
      page.matchAll(/<code id="[^"]+">([^<]+)<\/code>/g),
      ([, text]) => text!,
    );
    client = { id: id!, secret: secret! };
  }
  const exchange = (base: string) =>
    fetch(`${base}/v1/token`, {
      method: "POST",
      body: JSON.stringify({ client_id: client.id, client_secret: client.secret }),
    });
  const kept = await readFile(state, "utf8");
  assert.ok(kept.length > 1024);
  for (const [limits, status] of [
    // The system limits the process's files to 1 kB, which a write sees as a full disk.
    ["ulimit -f 1", 503],
    ["true", 303],
  ] as const) {
    const args = ["serve", "--port", "0", "--state", state, "--quiet"];
    const env = { EMBERLINE_ADMIN_KEY: adminKey };
    const service = start(args, { limits, env });
    await service.until(/Settings {3}\S+/);
    const base = /Settings {3}(\S+?)\/settings/.exec(service.err())![1]!;
    assert.equal((await exchange(base)).status, 200, "it was not revoked before");
    const page = `${base}/settings/api-clients`;
    const answer = await fetch(form("/revoke", { id: client.id }, page), { redirect: "manual" });
    const text = await answer.text();
    assert.equal(answer.status, status, text);
    if (status === 503) {
      assert.match(text, /not saved \(EFBIG\)/);
      assert.equal(await readFile(state, "utf8"), kept);
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.endsWith(".lock")),
        [],
      );
    }
    assert.equal((await exchange(base)).status, status === 503 ? 200 : 401);
    service.child.kill("SIGTERM");
    assert.equal((await service.ended()).code, 0);
  }
});
