import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { emberlineServer, stop } from "../lib/child.ts";
import { heavyCalls } from "../lib/heavy-calls.ts";
import { Caller } from "../lib/hold/caller.ts";
import { questionsOn } from "../lib/hold/honest.ts";
import { ask, askHealth, attack, Findings } from "../lib/hold/load.ts";
import { hotspotsFolder } from "../lib/hotspots.ts";
import { type HttpServer, startHttpServer, untilReady } from "../lib/http-server.ts";
import type { Line, Row } from "../lib/row.ts";

const honestCallers = 180;
const hostileCallers = 20;
const seconds = Number(process.env.HOLD_SECONDS ?? 180);
const calmSeconds = 60;

/** A picture has its own thread. */
const onePerTool = heavyCalls.filter(
  ({ tool, accept }, i) => accept || heavyCalls.findIndex((each) => each.tool === tool) === i,
);

/**
 * Three minutes with 180 honest callers and 20 hostile ones on a heap of 512 MB, over 10 keys:
 * memory, wrong answers, faults, and health; the same with a million detections, with hostile
 * callers only.
 */
export const holdMemory: Row = {
  name: "hold-memory",
  skip: process.platform === "linux" ? skipWithoutSharedData : "resident memory is read on Linux",
  async run() {
    const shared = await hold("hold-memory", sharedData, honestCallers, 900);
    return [...shared, ...(await hold("hold-memory-million", await hotspotsFolder(), 0, 1200))];
  },
};

async function hold(
  name: string,
  data: string,
  honest: number,
  maxPeakMB: number,
): Promise<readonly Line[]> {
  const keys = Array.from({ length: 10 }, (_, i) => `caller-${String(i).padStart(16, "0")}`);
  const server = await startHttpServer(emberlineServer, {
    args: ["--data", data],
    env: { EMBERLINE_API_KEYS: keys.join(), NODE_OPTIONS: "--max-old-space-size=512" },
  });
  try {
    await untilReady(server);
    const callers = Array.from(
      { length: honest + hostileCallers },
      (_, i) => new Caller(server.origin, keys[i % keys.length]!),
    );
    for (const { tool, input, accept } of onePerTool) await callers[0]!.call(tool, input, accept);
    const beforeMB = residentMB(server);
    const found = new Findings();
    const questions = honest > 0 ? await questionsOn(data) : [];
    const endMs = performance.now() + seconds * 1000;
    await Promise.all([
      askHealth(server.origin, found, endMs),
      ...callers.map((caller, i) =>
        i < honest ? ask(caller, questions, found, endMs) : attack(caller, found, endMs),
      ),
    ]);
    await sleep(calmSeconds * 1000);
    for (const each of [...found.wrong, ...found.faults].slice(0, 20)) console.error(each);
    const measured = { unit: "calls", emberline: found.calls, shed: found.shed };
    const peakMB = residentMB(server, "VmHWM");
    const afterMB = residentMB(server);
    return [
      {
        name,
        value: peakMB,
        unit: `MB resident at the peak, with a heap of 512 MB and ${callers.length} connections`,
        goal: { kind: "≤", bound: maxPeakMB },
        measured: { unit: "MB", emberline: peakMB },
      },
      {
        name: `${name}-after`,
        value: afterMB / beforeMB,
        unit: `× resident memory a minute after the load against before it: ${beforeMB.toFixed(0)} and ${afterMB.toFixed(0)} MB`,
        goal: { kind: "≤", bound: 1.3 },
        measured: { unit: "MB", baseline: beforeMB, emberline: afterMB },
      },
      {
        name: `${name}-wrong`,
        value: found.wrong.length,
        unit: `wrong answers of ${found.calls} calls, of which ${found.shed} were refused as busy`,
        goal: { kind: "≤", bound: 0 },
        measured,
      },
      {
        name: `${name}-faults`,
        value: found.faults.length,
        unit: "5xx answers other than 503, and checks of health that failed",
        goal: { kind: "≤", bound: 0 },
        measured,
      },
    ];
  } finally {
    await stop(server.child);
  }
}

/** @param member of `/proc/PID/status`: what is resident now, or was at most */
function residentMB({ child }: HttpServer, member: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return (Number(new RegExp(`${member}:\\s+(\\d+)`).exec(status)![1]) * 1024) / 1e6;
}
