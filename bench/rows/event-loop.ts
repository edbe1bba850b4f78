import { setTimeout as sleep } from "node:timers/promises";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { emberlineServer, type Hold, longestHold, stop } from "../lib/child.ts";
import { type HeavyCall, heavyCalls, largeCalls } from "../lib/heavy-calls.ts";
import { hotspotsFolder } from "../lib/hotspots.ts";
import { type HttpServer, startHttpServer } from "../lib/http-server.ts";
import type { Line, Row } from "../lib/row.ts";

/**
 * The longest time for which one call holds the event loop of the server with its embedded service.
 * Judged in CPU time of the main thread, since other processes add to the time that passes.
 */
export const eventLoop: Row = {
  name: "event-loop",
  skip: process.platform === "linux" ? skipWithoutSharedData : "CPU times of threads need Linux",
  async run() {
    return [
      await longest("event-loop", sharedData, heavyCalls),
      await longest("event-loop-million", await hotspotsFolder(), largeCalls),
    ];
  },
};

async function longest(name: string, data: string, calls: readonly HeavyCall[]): Promise<Line> {
  const server = await startHttpServer(emberlineServer, { args: ["--data", data] });
  try {
    while (!(await fetch(`${server.origin}/readyz`)).ok) await sleep(100);
    await longestHold(server.child);
    const holds: [name: string, hold: Hold][] = [];
    for (const call of calls) {
      await answer(server, call);
      holds.push([call.name, await longestHold(server.child)]);
    }
    holds.sort(([, a], [, b]) => b.cpuMs - a.cpuMs);
    const [slowest, { cpuMs, wallMs }] = holds[0]!;
    return {
      name,
      value: cpuMs,
      unit: `ms of CPU time without a turn for others, during ${slowest}, the worst of ${calls.length} calls`,
      goal: { kind: "≤", bound: 50 },
      measured: {
        unit: "ms",
        emberline: cpuMs,
        wall: wallMs,
        longest_wall: Math.max(...holds.map(([, each]) => each.wallMs)),
        next: holds
          .slice(0, 6)
          .map(([each, hold]) => `${each} ${hold.cpuMs.toFixed(0)}`)
          .join(", "),
      },
    };
  } finally {
    await stop(server.child);
  }
}

/** @throws {Error} when the call failed: a fast refusal would hold nothing */
async function answer(
  { origin }: HttpServer,
  { name, tool, input, accept = "application/json" }: HeavyCall,
): Promise<void> {
  const response = await fetch(`${origin}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(input),
  });
  const body = await response.text();
  if (response.ok) return;
  // Refused only after the work: too late, too long, or too many groups.
  const { code, detail } = JSON.parse(body) as { code: string; detail: string };
  if (code !== "timed_out" && !/does not fit|more than/.test(detail))
    throw new Error(`${name}: ${response.status} ${body}`);
}
