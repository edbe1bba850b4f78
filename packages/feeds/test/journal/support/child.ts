import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const source = "--conditions=@emberline/source";

/** How this runtime runs a program of these tests. */
export function commandOf(program: URL): readonly [string, ...string[]] {
  const path = fileURLToPath(program);
  if (process.versions.bun) return [process.execPath, source, path];
  if ("deno" in process.versions)
    return [process.execPath, "run", "-A", "--no-check", "--quiet", source, path];
  return [process.execPath, ...process.execArgv, path];
}

/** A process and its lines. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line; undefined after the last one. */
  line(): Promise<string | undefined>;
  /** Kills it, waits for its end and returns the lines that were not read. */
  kill(): Promise<string[]>;
}

export function start([program, ...args]: readonly string[]): Child {
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  let rest = "";
  let isOver = false;
  let wake = () => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop()!;
    lines.push(...parts);
    wake();
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      isOver = true;
      wake();
      resolve();
    });
  });
  return {
    process: child,
    async line() {
      while (lines.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines.shift();
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
      return lines;
    },
  };
}
