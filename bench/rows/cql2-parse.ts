import { runProgram, subject } from "../lib/child.ts";
import { median, medianRatio } from "../lib/interleave.ts";
import type { Row } from "../lib/row.ts";

interface Rates {
  readonly examples: number;
  /** Examples per second, one figure per round. */
  readonly emberline: readonly number[];
  readonly wasm: readonly number[];
}

/** The standard's 120 examples, parsed and checked, compared with cql2-wasm parsing them. */
export const cql2Parse: Row = {
  name: "cql2-parse",
  async run() {
    const { examples, emberline, wasm }: Rates = JSON.parse(
      await runProgram(subject("cql2-parse.mjs")),
    );
    return [
      {
        name: "cql2-parse",
        value: medianRatio(emberline, wasm),
        unit: "× cql2-wasm",
        goal: { kind: "≥", bound: 3 },
        measured: {
          unit: "examples a second",
          examples,
          emberline_parse_and_check: Math.round(median(emberline)),
          cql2_wasm_parse: Math.round(median(wasm)),
        },
      },
    ];
  },
};
