import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const condition = "@emberline/source";
const fromSource = process.execArgv.some((argument) => argument.includes(condition));
const inApp = (path: string) =>
  fileURLToPath(new URL(`../../../../apps/mcp/${path}`, import.meta.url));
const source = inApp("src/bin.ts");

/**
 * emberline-mcp on this test's runtime; on Node the built one, unless this process runs the source.
 */
const program =
  "Bun" in globalThis
    ? [`--conditions=${condition}`, source]
    : "Deno" in globalThis
      ? ["run", "-A", `--conditions=${condition}`, "--no-check", source]
      : fromSource
        ? ["-C", condition, "--import", "tsx", source]
        : [inApp("dist/emberline-mcp.js")];

/** Messages of a client. */
export interface ClientMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: object;
}

/** A parsed line of the server: a message, or the answers to a batch. */
export interface ServerLine extends Iterable<ServerLine> {
  readonly id: string | number | null;
  readonly method?: string;
  readonly params: { readonly progress: number; readonly message: string };
  readonly result: { readonly structuredContent: Readonly<Record<string, unknown>> };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A running emberline-mcp, and what it wrote so far. */
export function startProgram(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...program, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  // The program may leave before it has read everything.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => code as number | null);
  const lines = () =>
    output.stdout
      .split("\n")
      .slice(0, -1)
      .map((line): ServerLine => JSON.parse(line));
  return {
    child,
    output,
    ended,
    /** The parsed lines of stdout. */
    lines,
    write: (text: string) => child.stdin.write(text),
    send: (message: ClientMessage) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    /** The next line of stdout that fits, of those written so far or later. */
    async line(fits: (line: ServerLine) => boolean): Promise<ServerLine> {
      for (;;) {
        const found = lines().find(fits);
        if (found !== undefined) return found;
        await Promise.race([
          once(child.stdout, "data"),
          ended.then((code) => {
            throw new Error(`ended with ${code}: ${output.stderr}`);
          }),
        ]);
      }
    },
  };
}

export function initialize(protocolVersion: string): ClientMessage {
  const clientInfo = { name: "raw", version: "0" };
  return { id: 0, method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo } };
}
