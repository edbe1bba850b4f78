import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { emberlineServer, stop } from "../lib/child.ts";
import { type HeavyCall, heavyCalls } from "../lib/heavy-calls.ts";
import { startHttpServer } from "../lib/http-server.ts";
import type { Row } from "../lib/row.ts";

const shutdownSeconds = 1;
/** When the signal comes: by then the call has begun. */
const signalMs = 300;

/** SIGTERM during heavy calls, to a server that may take a second to stop: when it exits. */
export const stopping: Row = {
  name: "stopping",
  skip: skipWithoutSharedData,
  async run() {
    const stops = [];
    for (const call of heavyCalls) stops.push({ name: call.name, ms: await stoppedMs(call) });
    const slowest = stops.toSorted((a, b) => b.ms - a.ms)[0]!;
    return [
      {
        name: "stopping",
        value: slowest.ms / 1000 - shutdownSeconds,
        unit: `s more than the ${shutdownSeconds} s allowed until SIGTERM ended the server during ${slowest.name}, the slowest of ${stops.length} calls`,
        goal: { kind: "≤", bound: 1 },
        measured: { unit: "ms", emberline: slowest.ms },
      },
    ];
  },
};

/** @throws {Error} when the server ends with an error instead of stopping */
async function stoppedMs({ name, tool, input }: HeavyCall): Promise<number> {
  const { child, origin } = await startHttpServer(emberlineServer, {
    args: ["--data", sharedData],
    env: { EMBERLINE_SHUTDOWN_SECONDS: String(shutdownSeconds) },
  });
  try {
    while (!(await fetch(`${origin}/readyz`)).ok) await sleep(100);
    const exited = once(child, "exit");
    const calling = fetch(`${origin}/tools/${tool}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    await sleep(signalMs);
    const startMs = performance.now();
    child.kill("SIGTERM");
    const [code] = await exited;
    const took = performance.now() - startMs;
    await calling.catch(() => undefined);
    if (code !== 0) throw new Error(`${name}: the server ended with code ${code}`);
    return took;
  } finally {
    await stop(child);
  }
}
