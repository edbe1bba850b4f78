import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  /** The playground's address, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

// The environment configures the server: of the caller's, only the path reaches it.
const { PATH = "" } = process.env;
const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Starts the server on the synthetic sample and a free port, as a process of its own.
 *
 * @throws Error with what it wrote, where it ends before it is ready
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const args = ["-C", "@emberline/source", "--import", "tsx", "apps/server/src/bin.ts"];
  const child = spawn(process.execPath, [...args, "--port", "0"], {
    cwd: root,
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    written += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      written += text;
      const ready = /Playground +(http:\S+\/)\s/.exec(written)?.[1];
      if (ready) resolve(ready);
    });
    ended.then(() => reject(new Error(`The server ended before it was ready:\n${written}`)));
  });
  return {
    url,
    async close() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
