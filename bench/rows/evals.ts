import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { Row } from "../lib/row.ts";

const program = fileURLToPath(new URL("../../evals/main.ts", import.meta.url));

/** The questions with known answers, by their reference routes, as `npm run evals` runs them. */
export const evals: Row = {
  name: "evals",
  skip: skipWithoutSharedData,
  async run() {
    const output = await outputOfEvals();
    const [, right, all] = /^evals: (\d+) of (\d+) right/m.exec(output) ?? [];
    if (right === undefined || all === undefined) throw new Error(`evals gave no score: ${output}`);
    return [
      {
        name: "evals",
        value: Number(right) / Number(all),
        unit: "× all questions, answered exactly",
        goal: { kind: "≥", bound: 1 },
        measured: { unit: "questions", right: Number(right), all: Number(all) },
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
