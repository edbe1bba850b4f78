import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** A folder with a few features of each collection. */
export const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const condition = "@emberline/source";

/** Whether this process uses the source of packages rather than the build. */
const fromSource = process.execArgv.some((argument) => argument.includes(condition));

/** How Node runs the TypeScript of a test or of a script. */
export const typescript = [...(fromSource ? ["-C", condition] : []), "--import", "tsx"];

/**
 * How each runtime starts a program of this repository: the binaries themselves, since npm's
 * wrappers do not pass on signals.
 */
export const runtimes = {
  node: [process.execPath],
  bun: [join(root, "node_modules/bun/bin/bun.exe")],
  deno: [join(root, "node_modules/deno/deno"), "run", "-A", "--quiet"],
} as const;

export type Runtime = keyof typeof runtimes;

/** The built programs, since threads of Node 20 cannot load TypeScript. */
export const programs = {
  server: "apps/server/dist/bin.js",
  mcp: "apps/mcp/dist/emberline-mcp.js",
  service: "packages/reference-service/dist/bin.js",
  fireQuestions: "packages/fire-questions/dist/program.js",
};

/** The environment without this process's own configuration of Emberline; logs are text. */
export function cleanEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(EMBERLINE_|OTEL_|PORT$|HOST$|NODE_TEST)/.test(name),
  );
  const own = Object.fromEntries(kept) as Record<string, string>;
  return { ...own, EMBERLINE_LOG_FORMAT: "text", ...extra };
}

export interface ServerProcess {
  readonly url: string;
  /** All that was printed so far. */
  output(): string;
  readonly child: ChildProcess;
  /** Sends SIGINT, as Ctrl-C does, and returns the exit code. */
  stop(): Promise<number | null>;
}

interface ServerProcessOptions {
  readonly runtime?: Runtime;
  /** How a program is started, if not by a runtime of this repository. */
  readonly command?: readonly string[];
  /** Default: this repository. */
  readonly cwd?: string;
  /** Whether a signal goes to the program's children too, as Ctrl-C does in a terminal. */
  readonly withChildren?: boolean;
  readonly env?: Record<string, string>;
  /** The program's file; default the one that was built here. */
  readonly file?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Limits that bash sets first, such as `ulimit -n 128`. */
  readonly limits?: string;
}

/** Starts apps/server as a process of its own on a free port, and waits until it is ready. */
export async function startServerProcess(
  args: readonly string[] = [],
  {
    runtime = "node",
    command: starter = runtimes[runtime],
    cwd = root,
    withChildren = false,
    env = {},
    file = join(root, programs.server),
    port = 0,
    limits,
  }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const command = [...starter, file, "--port", String(port), ...args];
  const [program, ...before] =
    limits === undefined ? command : ["bash", "-c", `${limits}; exec "$@"`, "bash", ...command];
  const child = spawn(program!, before, {
    cwd,
    detached: withChildren,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      // Behind a proxy the playground's address is the proxy's.
      const match = /(?:Listening|Playground)\s+(http:\/\/[^\s/"]+)/.exec(output);
      if (match && output.endsWith("\n")) resolve(match[1]!);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  const url = await ready;
  return {
    url,
    output: () => output,
    child,
    async stop() {
      if (withChildren) process.kill(-child.pid!, "SIGINT");
      else child.kill("SIGINT");
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const [code] = await once(child, "exit");
      return code as number | null;
    },
  };
}

/** Runs a program until it exits. */
export async function runProgram(
  name: keyof typeof programs,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [program, ...before] = runtimes.node;
  const child = spawn(program, [...before, join(root, programs[name]), ...args], {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const [code] = await once(child, "close");
  return { code: code as number | null, stdout, stderr };
}
