import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readRunOptions } from "../src/program/options.ts";
import { createQuestions } from "../src/questions/create-questions.ts";
import { knowing } from "./support/scripted-model.ts";
import { standIn } from "./support/stand-in.ts";

const program = fileURLToPath(new URL("../src/program.ts", import.meta.url));
const tiny = fileURLToPath(new URL("support/tiny-server.ts", import.meta.url));
const key = "key-that-nobody-else-may-see";

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "fire-questions-test-"));
});
after(() => rmSync(folder, { recursive: true }));

function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    process.execPath,
    ["-C", "@emberline/source", "--import", "tsx", program, ...args],
    {
      env: { ...process.env, MODEL_KEY: key, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([stdout, stderr, [code, signal]]) => ({ stdout, stderr, code, signal }),
  );
  return { child, ended };
}

const fireQuestions = (...args: readonly string[]) => start(args).ended;

test("a model is asked with files and with a server, interrupted, continued, scored again, compared and reported", async () => {
  const script = knowing(createQuestions(), 4);
  let turns = 0;
  await using endpoint = await standIn((seen) =>
    ++turns === 8 ? { status: 403, text: `no more for ${key}` } : script(seen),
  );
  const [csv, mcp] = [join(folder, "csv"), join(folder, "mcp")];
  const run = (to: string, ...args: readonly string[]) =>
    fireQuestions(
      ...["run", "--model", "scripted", "--base-url", endpoint.baseUrl, "--runs", "2", "--to", to],
      ...["--api-key-env", "MODEL_KEY", "--parallel", "2", ...args, "--questions", "now"],
    );

  const stopped = await run(csv, "--arm", "csv");
  assert.match(
    stopped.stderr,
    /\nWhat was answered stays in .*: the same command goes on from there/,
  );
  assert.match(stopped.stderr, /\nThe model's endpoint answered 403: no more for \*\*\*\n$/);
  assert.equal(stopped.code, 1);
  const continued = await run(csv, "--arm", "csv");
  assert.equal(continued.code, 0, continued.stderr);
  assert.match(continued.stdout, /^ +scripted with files with code\nquestions \(attempts\) /);
  const served = await run(
    mcp,
    ...["--mcp", `${process.execPath} --import tsx ${tiny}`, "--tools-behind-search"],
    ...["--api", "anthropic"],
  );
  assert.equal(served.code, 0, served.stderr);
  assert.match(served.stdout, /^ +scripted with tiny 1\.0\.0 behind a search\n/);
  assert.match(served.stdout, /\ncalls per question +2\.00\n/);

  const replayed = await fireQuestions("replay", csv);
  assert.match(replayed.stdout, /^24 attempts scored: the same verdicts as before\n$/);
  const compared = await fireQuestions("compare", csv, mcp);
  assert.match(
    compared.stdout,
    / points on 12 questions \(24 attempts that both have, of 24 and 24\), .* p = \d\.\d{4} /,
  );
  const page = join(folder, "report.html");
  assert.equal((await fireQuestions("report", csv, mcp, "--to", page)).stdout, `${page}\n`);
  assert.match(readFileSync(page, "utf8"), /scripted with tiny 1\.0\.0 behind a search/);
  for (const path of [csv, mcp])
    for (const file of ["settings.json", "trace.jsonl", "verdicts.jsonl"])
      assert.ok(!readFileSync(join(path, file), "utf8").includes(key));
});

test("an interrupted run removes what it made, keeps others out while it goes on, and is continued", async () => {
  const [to, scratch] = [join(folder, "interrupted"), join(folder, "scratch")];
  mkdirSync(scratch);
  let running: ChildProcess | undefined;
  const calls = new EventEmitter();
  await using endpoint = await standIn(() => {
    // The program is interrupted while the code of two conversations runs.
    const asked = running ? endpoint.requests.length : 0;
    if (asked === 4) calls.emit("two");
    const code = "await new Promise((resolve) => setTimeout(resolve, 1e5));";
    if (asked === 3 || asked === 4) return { calls: [["run_javascript", { code }]] };
    return { says: asked === 1 || asked === 2 ? "There are 7." : "That cannot be answered." };
  });
  const args = ["run", "--model", "scripted", "--base-url", endpoint.baseUrl, "--arm", "csv"];
  const run = [...args, "--to", to, "--runs", "1", "--parallel", "2", "--questions", "now"];
  const first = start(run, { TMPDIR: scratch });
  running = first.child;
  await once(calls, "two");
  const refused = await start(run).ended;
  assert.match(
    refused.stderr,
    /^Another run \(process \d+\) writes into .*: wait for its end, or /,
  );
  assert.equal(refused.code, 1);
  running.kill("SIGTERM");
  const { stderr, signal } = await first.ended;
  assert.match(stderr, /: the same command goes on from there\.\nInterrupted\.\n$/);
  assert.equal(signal, "SIGTERM");
  const left = readdirSync(scratch).filter((name) => name.startsWith("fire-questions"));
  assert.deepEqual(left, []);

  running = undefined;
  // What a run leaves that could not end itself keeps nobody out.
  writeFileSync(join(to, "running-999999999"), "");
  assert.equal((await start(run).ended).code, 0);
  const events = readFileSync(join(to, "trace.jsonl"), "utf8").trim().split("\n");
  const ended = events.map((line) => JSON.parse(line)).filter(({ event }) => event === "ended");
  assert.equal(new Set(ended.map(({ question }) => question)).size, ended.length);
  assert.equal(ended.filter(({ reply }) => reply === "There are 7.").length, 2);
  assert.equal(ended.length, createQuestions().filter(({ kind }) => kind === "now").length);
  assert.deepEqual(readdirSync(to).sort(), [
    ...["questions.json", "settings.json", "trace.jsonl", "verdicts.jsonl"],
  ]);
});

test("a folder that cannot be used is named in a sentence", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "{}");
  const write = (to: string) => fireQuestions("data", to);
  const cases: [ended: ReturnType<typeof write>, message: RegExp][] = [
    [write(file), /^".*file" is a file, not a folder: give another folder or file\.\n$/],
    [write(join(file, "x")), /is a file, not a folder: give another/],
  ];
  // Node's recursive mkdir never returns there.
  if (existsSync("/proc"))
    cases.push([write("/proc/fires"), /^"\/proc\/fires" is not there, and cannot be made: give/]);
  if (existsSync("/dev/full")) {
    const full = join(folder, "full");
    mkdirSync(full);
    symlinkSync("/dev/full", join(full, "sets.json"));
    cases.push([write(full), /^The disk is full: make room on it, and give the same command/]);
  }
  for (const [ended, message] of cases) {
    const { stderr, code } = await ended;
    assert.match(stderr, message);
    assert.equal(code, 1);
  }
});

test("a wrong command is refused in a sentence, and with another exit code than a failure", async () => {
  const unknown = await fireQuestions("rnu");
  assert.match(unknown.stderr, /^There is no command rnu: give one of run, /);
  assert.equal(unknown.code, 2);
  const none = await fireQuestions("score", folder);
  assert.match(none.stderr, /has no run: settings\.json is missing there, .*; give a folder /);
  assert.equal(none.code, 1);
});

test("options are read, and a missing or wrong one is named", () => {
  const complete = ["--arm", "none", "--model", "m"];
  const read = readRunOptions([...complete, "--questions", "now", "fire-size"], {});
  assert.deepEqual(read.questions, ["now", "fire-size"]);
  assert.equal(read.baseUrl, "https://api.openai.com/v1");
  const server = readRunOptions(
    ["--model", "m", "--mcp", "https://fires.test/mcp", "--header", "authorization=TOKEN"],
    { TOKEN: "Bearer t" },
  );
  assert.deepEqual(server.arm, {
    is: "mcp",
    server: "https://fires.test/mcp",
    headers: { authorization: "Bearer t" },
    environment: {},
  });
  const cases: [args: readonly string[], message: RegExp][] = [
    [["--model", "m"], /^Give the tools: --mcp/],
    [[...complete, "--mcp", "x"], /^Give the tools: --mcp/],
    [["--arm", "none"], /^--model is missing/],
    [["--arm", "sql", "--model", "m"], /^--arm is "sql": give csv or none/],
    [[...complete, "now"], /^"now" is no option: put kinds of questions after --questions/],
    [[...complete, "--runs", "0"], /^--runs is "0": give a whole number/],
    [[...complete, "--wordings", "two"], /^--wordings is "two": give all or first/],
    [[...complete, "--base-url", "localhost"], /^--base-url is "localhost": give an http/],
    [[...complete, "--base-url", "https://a:b@c/v1"], /without a name, password or query/],
    [[...complete, "--api-key-env", "NO_KEY"], /^The environment variable NO_KEY is empty/],
    [["--model", "m", "--mcp", "x", "--header", "a: b"], /^--header is "a: b": give NAME=VARIABLE/],
    [[...complete, "--modle", "m"], /--modle/],
  ];
  for (const [args, message] of cases)
    assert.throws(() => readRunOptions(args, {}), { name: "UsageError", message });
});
