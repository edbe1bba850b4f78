import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cleanEnvironment, programs, root, runtimes } from "./programs.ts";

export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** All that was printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts `emberline-service serve` as it was built, and waits until it listens. */
export async function startServiceProcess(
  args: readonly string[],
  env: Record<string, string>,
  port = 0,
): Promise<ServiceProcess> {
  const [program, ...before] = runtimes.node;
  const command = [...before, join(root, programs.service), "--port", String(port), "--quiet"];
  const child = spawn(program, [...command, ...args], {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, found] = /Token +(http:\S+)\/v1\/token/.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${output}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}
