import { runProgram, subject } from "../lib/child.ts";
import { median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

interface Drawings {
  /** Milliseconds of each round; `png` includes the drawing of the SVG. */
  readonly svg: readonly number[];
  readonly png: readonly number[];
  readonly empty: readonly number[];
  /** Size of the PNG. */
  readonly bytes: number;
}

/** A map of 5,000 features at 1,024 × 768, in a process that has drawn before. */
export const mapDrawing: Row = {
  name: "map-drawing",
  async run() {
    const { svg, png, empty, bytes }: Drawings = JSON.parse(
      await runProgram(subject("map-drawing.mjs")),
    );
    const line = (suffix: string, values: readonly number[], bound: number): Line => ({
      name: `map-drawing-${suffix}`,
      value: median(values),
      unit: "ms",
      goal: { kind: "≤", bound },
      measured: { unit: "ms", png_of_nothing: median(empty), least: Math.min(...values) },
    });
    return [
      line("svg", svg, 100),
      line("png", png, 280),
      {
        name: "map-drawing-size",
        value: bytes / 1000,
        unit: "kB",
        goal: { kind: "≤", bound: 200 },
        measured: { unit: "bytes", bytes },
      },
    ];
  },
};
