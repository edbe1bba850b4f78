import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Resources that a process used from its start. */
export interface Usage {
  /** User and system time of all threads, in microseconds. */
  readonly cpuUs: number;
  readonly maxRssKiB: number;
}

/** What a process still holds after its garbage was collected, in bytes. */
export interface Retained {
  /** The JavaScript heap, and buffers outside of it. */
  readonly heapBytes: number;
  /** The part of it that is compiled code and its data. */
  readonly codeBytes: number;
  /** Of all threads, with code and with pages that the allocators keep. */
  readonly residentBytes: number;
}

/** For how long the main thread did not return to its event loop, in milliseconds. */
export interface Hold {
  /** CPU time of the main thread. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface RunOptions extends ChildOptions {
  /** What the program reads from stdin. */
  readonly input?: string;
}

const probe = new URL("./usage-probe.mjs", import.meta.url).href;

/** Path of a program in `bench/subjects`. */
export function subject(name: string): string {
  return fileURLToPath(new URL(`../subjects/${name}`, import.meta.url));
}

/** Path of the published program. */
export const emberlineMcp = fileURLToPath(
  new URL("../../apps/mcp/dist/emberline-mcp.js", import.meta.url),
);

/** Path of the built server. */
export const emberlineServer = fileURLToPath(
  new URL("../../apps/server/dist/bin.js", import.meta.url),
);

/** Path of the program of `@modelcontextprotocol/server-everything`. */
export const serverEverything = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
);

/**
 * Starts a program on plain Node, without a loader of TypeScript that would add
 * to its start and memory. Its stdin and stdout are pipes.
 */
export function startProgram(path: string, options: ChildOptions = {}): ChildProcess {
  return start([path, ...(options.args ?? [])], options, ["pipe", "pipe", "ignore"]);
}

/**
 * Runs a program to its end and returns what it wrote to stdout.
 *
 * @throws {Error} when it failed, with what it wrote to stderr
 */
export async function runProgram(path: string, { args = [], env, input }: RunOptions = {}) {
  const running = promisify(execFile)(process.execPath, [path, ...args], {
    env: { ...plainEnvironment(), ...env },
  });
  running.child.stdin!.end(input);
  return (await running).stdout;
}

/** Like `startProgram`, for a program whose `usage` is read later. */
export function startMeasured(path: string, options: ChildOptions = {}): ChildProcess {
  const args = ["--import", probe, path, ...(options.args ?? [])];
  return start(args, options, ["pipe", "pipe", "ignore", "ipc"]);
}

function start(
  args: readonly string[],
  { env }: ChildOptions,
  stdio: ("pipe" | "ignore" | "ipc")[],
): ChildProcess {
  return spawn(process.execPath, args, { stdio, env: { ...plainEnvironment(), ...env } });
}

/** The environment without variables that change Node's start or configure Emberline. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_|EMBERLINE_)/.test(name)),
  );
}

/** @throws {Error} when the process exits instead of answering */
export function usage(child: ChildProcess): Promise<Usage> {
  return ask(child, "usage");
}

/** @throws {Error} when the process exits instead of answering */
export function retained(child: ChildProcess): Promise<Retained> {
  return ask(child, "retained");
}

/**
 * How many sockets, timers and other resources of each kind a process has open.
 *
 * @throws {Error} when the process exits instead of answering
 */
export function resources(child: ChildProcess): Promise<Readonly<Record<string, number>>> {
  return ask(child, "resources");
}

/**
 * The longest hold of the event loop since the last question; the first one starts the watch. On
 * Linux only.
 *
 * @throws {Error} when the process exits instead of answering
 */
export function longestHold(child: ChildProcess): Promise<Hold> {
  return ask(child, "hold");
}

function ask<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => {
      reject(new Error(`${child.spawnargs.join(" ")} ended with code ${code}`));
    };
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as Answer);
    });
    child.send(question);
  });
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
