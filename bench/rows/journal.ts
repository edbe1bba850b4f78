import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

/** Thirty days of the world. */
const rows = 3_000_000;
const commits = 20;
const rowsPerCommit = 20_000;

interface Reading {
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The journal of live feeds: reading it, a restart with it, its size on disk, and commits. */
export const journal: Row = {
  name: "journal",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "emberline-journal-"));
    const measure = async <Answer>(task: string, count: number): Promise<Answer> =>
      JSON.parse(await runProgram(subject("journal.mjs"), { args: [task, folder, String(count)] }));
    try {
      const bytes = await measure<{ journal: number; lines: number }>("write", rows);
      const read = await interleave(
        {
          lines: () => measure<Reading>("lines", rows),
          journal: () => measure<Reading>("journal", rows),
          restart: () => measure<Reading>("restart", rows),
        },
        { rounds: 5, warmUpRounds: 0 },
      );
      const { commitMs, writeMs } = await measure<{ commitMs: number[]; writeMs: number[] }>(
        "commit",
        commits * rowsPerCommit,
      );
      const cpuMs = (readings: readonly Reading[]) => readings.map((reading) => reading.cpuMs);
      const peakMb = median(read.journal.map((reading) => reading.peakMb));
      const lines: readonly Line[] = [
        {
          name: "journal",
          value: medianRatio(cpuMs(read.journal), cpuMs(read.lines)),
          unit: "× parsing gzip'ed GeoJSON lines, CPU time of reading 3,000,000 detections",
          goal: { kind: "≤", bound: 1 },
          measured: {
            unit: "ms",
            lines: median(cpuMs(read.lines)),
            journal: median(cpuMs(read.journal)),
          },
        },
        {
          name: "live-month-restart",
          value: medianRatio(cpuMs(read.restart), cpuMs(read.lines)),
          unit: "× parsing gzip'ed GeoJSON lines, CPU time to the first answer",
          goal: { kind: "≤", bound: 2 },
          measured: {
            unit: "ms",
            lines: median(cpuMs(read.lines)),
            restart: median(cpuMs(read.restart)),
            peak_mb: median(read.restart.map((reading) => reading.peakMb)),
          },
        },
        {
          name: "journal-rss",
          value: peakMb,
          unit: "MB",
          goal: { kind: "≤", bound: 400 },
          measured: { unit: "MB", lines: median(read.lines.map((reading) => reading.peakMb)) },
        },
        {
          name: "journal-size",
          value: bytes.journal / rows,
          unit: "bytes a detection",
          goal: { kind: "≤", bound: 100 },
          measured: { unit: "bytes", lines: bytes.lines / rows },
        },
        {
          name: "journal-commit",
          value: medianRatio(commitMs, writeMs),
          unit: "× writing as many bytes and fsync, time of a commit of 20,000 detections",
          goal: { kind: "≤", bound: 40 },
          measured: { unit: "ms", written: median(writeMs), commit: median(commitMs) },
        },
      ];
      return lines;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
