import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { Row } from "../lib/row.ts";

const program = fileURLToPath(new URL("../../evals/main.ts", import.meta.url));

/** Our questions and those of the benchmark, by their reference routes: `npm run evals`. */
export const evals: Row = {
  name: "evals",
  skip: skipWithoutSharedData,
  async run() {
    const output = await outputOfEvals();
    const scores = [...output.matchAll(/^(?:evals|benchmark): (\d+) of (\d+) right/gm)];
    if (scores.length !== 2) throw new Error(`evals gave no score: ${output}`);
    const [right, all] = [1, 2].map((at) =>
      scores.reduce((sum, score) => sum + Number(score[at]), 0),
    ) as [number, number];
    return [
      {
        name: "evals",
        value: right / all,
        unit: "× all questions, answered exactly",
        goal: { kind: "≥", bound: 1 },
        measured: { unit: "questions", right, all },
      },
    ];
  },
};

/** The output, whether or not all answers are right. */
function outputOfEvals(): Promise<string> {
  const args = ["-C", "@emberline/source", "--import", "tsx", program];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
