import { statSync } from "node:fs";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const gazetteer = new URL("../../packages/tools/gazetteer/places.js", import.meta.url);

/** The gazetteer's first answer, including loading, and its size. */
export const places: Row = {
  name: "places",
  async run() {
    const grownMb: number[] = [];
    const answerMs = async (kind: "name" | "nearest") => {
      const answer = await runProgram(subject("place.mjs"), { args: [kind] });
      const { ms, bytes } = JSON.parse(answer) as { ms: number; bytes: number };
      grownMb.push(bytes / 1e6);
      return ms;
    };
    const { node, name, nearest } = await interleave(
      {
        node: () => startMs(),
        name: () => answerMs("name"),
        nearest: () => answerMs("nearest"),
      },
      { rounds: 11 },
    );
    const line = (suffix: string, values: readonly number[]): Line => ({
      name: `places-${suffix}`,
      value: median(values),
      unit: "ms",
      goal: { kind: "≤", bound: 80 },
      measured: { unit: "ms", bare_node: median(node), least: Math.min(...values) },
    });
    const bytes = statSync(gazetteer).size;
    return [
      line("name", name),
      line("nearest", nearest),
      {
        name: "places-size",
        value: bytes / 1e6,
        unit: "MB",
        goal: { kind: "≤", bound: 6 },
        measured: { unit: "MB", grown_memory: median(grownMb) },
      },
    ];
  },
};

/** Node's own start and exit, which every answer includes. */
async function startMs(): Promise<number> {
  const before = performance.now();
  await runProgram("--eval", { args: ["0"] });
  return performance.now() - before;
}
