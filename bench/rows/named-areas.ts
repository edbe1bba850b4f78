import { statSync } from "node:fs";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const file = new URL("../../packages/areas/data/areas.js", import.meta.url);

interface First {
  readonly ms: number;
  readonly megabytes: number;
}

/**
 * The first answer about a named area, its memory, the size of the file, and the error of borders.
 */
export const namedAreas: Row = {
  name: "named-areas",
  async run() {
    const megabytes: number[] = [];
    const firstMs = async (...args: string[]) => {
      const first: First = JSON.parse(await runProgram(subject("named-area.mjs"), { args }));
      megabytes.push(first.megabytes);
      return first.ms;
    };
    const { state, country } = await interleave(
      {
        state: () => firstMs("Oregon", "-123.03", "44.94"),
        country: () => firstMs("Canada", "-106.35", "56.13"),
      },
      { rounds: 11 },
    );
    const first = (suffix: string, values: readonly number[]): Line => ({
      name: `named-areas${suffix}`,
      value: median(values),
      unit: "ms",
      goal: { kind: "≤", bound: 150 },
      measured: { unit: "ms", least: Math.min(...values) },
    });
    const found = JSON.parse(await runProgram(subject("area-precision.mjs")));
    const bytes = statSync(file).size;
    return [
      first("", state),
      first("-largest", country),
      {
        name: "named-areas-memory",
        value: median(megabytes),
        unit: "MB",
        goal: { kind: "≤", bound: 40 },
        measured: { unit: "MB", greatest: Math.max(...megabytes) },
      },
      {
        name: "named-areas-differ",
        value: (found.other / found.count) * 100,
        unit: "% in another state",
        goal: { kind: "≤", bound: 0.2 },
        measured: { unit: "points", ...found },
      },
      {
        name: "named-areas-missed",
        value: (found.none / found.count) * 100,
        unit: "% in no state",
        goal: { kind: "≤", bound: 0.2 },
        measured: { unit: "points", ...found },
      },
      {
        name: "named-areas-border",
        value: found.km95,
        unit: "km",
        goal: { kind: "≤", bound: 2.5 },
        measured: { unit: "km", half: found.km50, most: found.km99 },
      },
      {
        name: "named-areas-size",
        value: bytes / 1e6,
        unit: "MB",
        goal: { kind: "≤", bound: 3 },
        measured: { unit: "bytes", bytes },
      },
    ];
  },
};
