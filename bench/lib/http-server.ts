import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@emberline/test-support/free-port";
import { type ChildOptions, startMeasured } from "./child.ts";

export interface HttpServer {
  readonly child: ChildProcess;
  readonly origin: string;
}

const startTimeoutMs = 60_000;

/** Starts a program and waits until it listens on `PORT` of the loopback. */
export async function startHttpServer(
  path: string,
  options: ChildOptions = {},
): Promise<HttpServer> {
  const port = await freePort();
  const env = { ...options.env, PORT: String(port), HOST: "127.0.0.1" };
  const child = startMeasured(path, { ...options, env });
  // Drain the log, since a full pipe would block the program.
  child.stdout?.resume();
  const origin = `http://127.0.0.1:${port}`;
  for (const giveUp = performance.now() + startTimeoutMs; ; await sleep(20)) {
    try {
      await (await fetch(origin)).text();
      return { child, origin };
    } catch (error) {
      if (child.exitCode !== null || performance.now() > giveUp) {
        throw new Error(`${path} does not listen on port ${port}`, { cause: error });
      }
    }
  }
}

/** Resolves when apps/server has loaded its data. */
export async function untilReady({ origin }: Pick<HttpServer, "origin">): Promise<void> {
  while (!(await fetch(`${origin}/readyz`)).ok) await sleep(100);
}
