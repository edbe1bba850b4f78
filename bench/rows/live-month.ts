import { pathToFileURL } from "node:url";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { runProgram, subject } from "../lib/child.ts";
import { median, medianRatio } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const service = new URL("../../packages/reference-service/dist/", import.meta.url);

/** What the subject reports; times in milliseconds, one for each answer. */
interface Report {
  readonly detections: number;
  readonly textBytes: number;
  readonly bytes: number;
  readonly plainMs: readonly number[];
  readonly changedMs: readonly number[];
  readonly quietMs: readonly number[];
  readonly busyMs: readonly number[];
  readonly longestHoldMs: number;
  /** Per detection after all changes, and once nine tenths of the days were removed. */
  readonly filledBytes: number;
  readonly keptBytes: number;
}

/** 30 days of the world in the store, as live feeds fill it and change it. */
export const liveMonth: Row = {
  name: "live-month",
  skip: skipWithoutSharedData,
  async run(): Promise<Line[]> {
    const args = [pathToFileURL(`${sharedData}/`).href, service.href];
    const report: Report = JSON.parse(await runProgram(subject("live-month.mjs"), { args }));
    const p99 = { quiet: percentile(report.quietMs, 0.99), busy: percentile(report.busyMs, 0.99) };
    return [
      {
        name: "live-month-memory",
        value: report.bytes / report.textBytes,
        unit: "× the detections as GeoJSON text",
        goal: { kind: "≤", bound: 0.6 },
        measured: {
          unit: "bytes per detection",
          baseline: report.textBytes / report.detections,
          emberline: report.bytes / report.detections,
        },
      },
      {
        name: "live-month-freed",
        value: report.keptBytes / report.filledBytes,
        unit: "× the memory of a detection before 27 of 30 days were removed",
        goal: { kind: "≤", bound: 1.5 },
        measured: {
          unit: "bytes per detection",
          baseline: report.filledBytes,
          emberline: report.keptBytes,
        },
      },
      {
        name: "live-month-change",
        value: medianRatio(report.changedMs, report.plainMs),
        unit: "× an answer without a change before it",
        goal: { kind: "≤", bound: 10 },
        measured: {
          unit: "ms",
          baseline: median(report.plainMs),
          emberline: median(report.changedMs),
        },
      },
      {
        name: "live-month-p99",
        value: p99.busy / p99.quiet,
        unit: "× the 99th percentile of answers without changes",
        goal: { kind: "≤", bound: 5 },
        measured: { unit: "ms", baseline: p99.quiet, emberline: p99.busy },
      },
      {
        name: "live-month-hold",
        value: report.longestHoldMs,
        unit: "ms",
        goal: { kind: "≤", bound: 50 },
        measured: { unit: "ms", emberline: report.longestHoldMs },
      },
    ];
  },
};

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
