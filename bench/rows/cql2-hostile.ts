import { hostileInputs } from "../../packages/cql2/test/hostile-inputs.ts";
import { runProgram, subject } from "../lib/child.ts";
import type { Line, Row } from "../lib/row.ts";

const length = 65_536;

interface Times {
  readonly start: string;
  /** Milliseconds for the whole input and for its first quarter: the fastest of all rounds. */
  readonly whole: number;
  readonly quarter: number;
}

/** The hostile input that takes longest to parse, and how its time grows. */
export const cql2Hostile: Row = {
  name: "cql2-hostile",
  async run() {
    const input = JSON.stringify(hostileInputs(length));
    const times: Times[] = JSON.parse(await runProgram(subject("cql2-hostile.mjs"), { input }));
    const slowest = times.reduce((a, b) => (b.whole > a.whole ? b : a));
    const measured: Line["measured"] = { unit: "ms", ...slowest };
    return [
      {
        name: "cql2-hostile",
        value: slowest.whole,
        unit: "ms for 64 kB",
        goal: { kind: "≤", bound: 50 },
        measured,
      },
      {
        name: "cql2-hostile-growth",
        value: slowest.whole / slowest.quarter / 4,
        unit: "× a quarter of it, per character",
        goal: { kind: "≤", bound: 2 },
        measured,
      },
    ];
  },
};
