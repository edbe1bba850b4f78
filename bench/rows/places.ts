import { statSync } from "node:fs";
import { runProgram, subject } from "../lib/child.ts";
import { interleave, median } from "../lib/interleave.ts";
import type { Line, Row } from "../lib/row.ts";

const gazetteer = new URL("../../packages/tools/gazetteer/places.js", import.meta.url);

/** A first answer, from the import of its modules on. */
interface Answer {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** By which the process grew. */
  readonly bytes: number;
}

/** The gazetteer's first answer, including loading, and its size. */
export const places: Row = {
  name: "places",
  async run() {
    const answer = async (kind: "name" | "nearest"): Promise<Answer> =>
      JSON.parse(await runProgram(subject("place.mjs"), { args: [kind] }));
    const { name, nearest } = await interleave(
      { name: () => answer("name"), nearest: () => answer("nearest") },
      { rounds: 11 },
    );
    const line = (suffix: string, answers: readonly Answer[]): Line => {
      const cpuMs = answers.map((each) => each.cpuMs);
      return {
        name: `places-${suffix}`,
        value: median(cpuMs),
        unit: "ms of CPU time",
        goal: { kind: "≤", bound: 80 },
        measured: {
          unit: "ms",
          least: Math.min(...cpuMs),
          wall: median(answers.map(({ wallMs }) => wallMs)),
        },
      };
    };
    const grownMb = [...name, ...nearest].map((each) => each.bytes / 1e6);
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
