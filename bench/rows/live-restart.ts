import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Row } from "../lib/row.ts";

/** Thirty days of the world. */
const rows = 3_000_000;

interface Reading {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** A restart of live feeds with the folder of what they read. */
export const liveRestart: Row = {
  name: "live-restart",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "emberline-restart-"));
    const run = (task: string) =>
      runProgram(subject("live-restart.mjs"), { args: [task, folder, String(rows)] });
    const measure = async (task: string): Promise<Reading> => JSON.parse(await run(task));
    try {
      await run("write");
      const { lines, restart } = await interleave(
        { lines: () => measure("lines"), restart: () => measure("restart") },
        { rounds: 3, warmUpRounds: 0 },
      );
      const cpuMs = (readings: readonly Reading[]) => readings.map((reading) => reading.cpuMs);
      return [
        {
          name: "live-restart",
          value: medianRatio(cpuMs(restart), cpuMs(lines)),
          unit: "× parsing gzip'ed GeoJSON lines, CPU time to the first answer",
          goal: { kind: "≤", bound: 2 },
          measured: {
            unit: "ms",
            lines: median(cpuMs(lines)),
            restart: median(cpuMs(restart)),
            peak_mb: median(restart.map((reading) => reading.peakMb)),
          },
        },
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
