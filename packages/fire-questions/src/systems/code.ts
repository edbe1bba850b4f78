import { spawn } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { System, Tool, ToolResult } from "./system.ts";

const timeoutMs = 60_000;
const maxOutputBytes = 50_000;
const maxMemoryMb = 1024;

/**
 * Files of data and one tool that runs JavaScript over them. The program that runs it has no
 * environment, reads only these files, and neither writes nor starts programs; the network is not
 * denied, since Node 20 cannot: run it in a container without one.
 */
export function codeOver(folder: string): System {
  // The permission is for real paths.
  const directory = realpathSync(folder);
  const ended = new AbortController();
  const tool: Tool = {
    name: "run_javascript",
    title: "Run JavaScript",
    description: `Runs a JavaScript module with Node.js in the folder of the data and returns what it prints, at most ${maxOutputBytes} bytes, within ${timeoutMs / 1000} s. Read the files with node:fs. Times are in UTC. Files, each with its size and its beginning:\n${listing(directory)}`,
    inputSchema: {
      type: "object",
      properties: { code: { type: "string", description: "An ES module; print by console.log." } },
      required: ["code"],
    },
  };
  return {
    name: "files with code",
    open: () => ({
      tools: () => [tool],
      call: async (name, { code }) =>
        name === tool.name && typeof code === "string"
          ? runJavaScript(code, directory, ended.signal)
          : { text: `Call ${tool.name} with the text of a module as "code".`, isError: true },
    }),
    async [Symbol.asyncDispose]() {
      ended.abort();
    },
  };
}

function listing(directory: string): string {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const path = join(directory, name);
      const [head = "", first = ""] = readFileSync(path, "utf8").slice(0, 2000).split("\n");
      const { size } = statSync(path);
      return `- ${name} (${size} bytes): ${head.slice(0, 400)}\n  ${first.slice(0, 400)}`;
    })
    .sort()
    .join("\n");
}

async function runJavaScript(
  code: string,
  directory: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const child = spawn(
    process.execPath,
    [
      permission,
      `--allow-fs-read=${directory}/*`,
      `--max-old-space-size=${maxMemoryMb}`,
      "--no-warnings",
      "--input-type=module",
    ],
    {
      ...{ cwd: directory, env: {}, stdio: ["pipe", "pipe", "pipe"] },
      ...{ signal, killSignal: "SIGKILL" },
    },
  );
  let output = "";
  let bytes = 0;
  let reason: string | undefined;
  const stop = (why: string) => {
    reason ??= why;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => stop(`It took more than ${timeoutMs / 1000} s.`), timeoutMs);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      bytes += Buffer.byteLength(text);
      if (bytes <= maxOutputBytes) output += text;
      else stop(`It printed more than ${maxOutputBytes} bytes.`);
    });
  }
  // A program that ends before it has read its code shows in its exit code.
  child.stdin.on("error", () => {});
  child.stdin.end(code);
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => stop(error.message));
    child.on("close", resolve);
  });
  clearTimeout(timer);
  const notes = reason === undefined ? [] : [reason];
  return {
    text: [output.trimEnd(), ...notes].join("\n") || "It printed nothing.",
    isError: reason !== undefined || exitCode !== 0,
  };
}
