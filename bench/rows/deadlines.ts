import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@emberline/core";
import { createReferenceService } from "@emberline/reference-service";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { type CallContext, callTool, catalogue, preload } from "@emberline/tools";
import { openExportFolder, openWorkers, pngPictures } from "@emberline/tools/node";
import { heavyCalls } from "../lib/heavy-calls.ts";
import type { Line, Row } from "../lib/row.ts";

/** Shorter than most of the calls take. */
const deadlineMs = 1000;
/** From the answer until the process is watched: an ended thread is replaced meanwhile. */
const settleMs = 1000;
/** How long the process is watched. */
const watchedMs = 500;
const account = { id: "bench", secret: "bench-secret" };

/**
 * Heavy calls with a deadline of a second: when the answer came, and what the process still did
 * afterwards.
 */
export const deadlines: Row = {
  name: "deadlines",
  skip: skipWithoutSharedData,
  async run() {
    const calls = await callsWithDeadline();
    const late = calls.toSorted((a, b) => b.answeredMs - a.answeredMs)[0]!;
    const busy = calls.toSorted((a, b) => b.cpuAfterMs - a.cpuAfterMs)[0]!;
    const timedOut = calls.filter(({ isOver }) => isOver).length;
    const lines: Line[] = [
      {
        name: "deadlines",
        value: (late.answeredMs - deadlineMs) / 1000,
        unit: `s after a deadline of ${deadlineMs / 1000} s came the last answer, to ${late.name}; ${timedOut} of ${calls.length} calls ran out of time`,
        goal: { kind: "≤", bound: 1 },
        measured: { unit: "ms", emberline: late.answeredMs, timed_out: timedOut },
      },
      {
        name: "deadlines-after",
        value: busy.cpuAfterMs,
        unit: `ms of CPU time in ${watchedMs / 1000} s, from ${settleMs / 1000} s after an answer, at most, after ${busy.name}`,
        goal: { kind: "≤", bound: 100 },
        measured: { unit: "ms", emberline: busy.cpuAfterMs },
      },
    ];
    return lines;
  },
};

async function callsWithDeadline() {
  const service = await createReferenceService({ clients: [account], data: sharedData });
  const folder = await mkdtemp(join(tmpdir(), "emberline-bench-exports-"));
  const workers = openWorkers();
  try {
    await preload();
    const context: CallContext = {
      client: createClient({
        baseUrl: "http://service.test",
        clientId: account.id,
        clientSecret: account.secret,
        fetch: (input, init) => service.fetch(new Request(input, init)),
      }),
      exports: await openExportFolder(folder),
      pictures: pngPictures,
      workers,
      now: Date.now,
      notices: [],
      timeoutMs: deadlineMs,
    };
    const results = [];
    for (const { name, tool, input } of heavyCalls) {
      const startMs = performance.now();
      const result = await callTool(catalogue.find((each) => each.name === tool)!, input, context);
      const answeredMs = performance.now() - startMs;
      await sleep(settleMs);
      const before = process.cpuUsage();
      await sleep(watchedMs);
      const { user, system } = process.cpuUsage(before);
      const isOver = !result.ok && result.error.code === "timed_out";
      results.push({ name, answeredMs, cpuAfterMs: (user + system) / 1000, isOver });
    }
    return results;
  } finally {
    await workers.close();
    await rm(folder, { recursive: true });
  }
}
