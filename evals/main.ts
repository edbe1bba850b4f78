import { readFileSync } from "node:fs";
import { startServerProcess } from "@emberline/test-support/programs";
import { answerByModel } from "./model.ts";
import type { Answer } from "./question.ts";
import { questions as all } from "./questions/index.ts";
import { type Result, report } from "./result.ts";
import { answerByRoute } from "./route.ts";
import { type Run, readRun, usage } from "./settings.ts";

const requested = runOrRefusal();
if (requested === null) console.log(usage);
else if (requested) await run(requested);

function runOrRefusal(): Run | null | undefined {
  try {
    return readRun({ args: process.argv.slice(2), environment: process.env }, all);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function run({ questions, data, model }: Run): Promise<void> {
  const answers: Record<string, Answer> = JSON.parse(
    readFileSync(new URL("answers.json", import.meta.url), "utf8"),
  );
  const server = await startServerProcess(["--data", data]);
  try {
    const results: Result[] = [];
    for (const question of questions) {
      const expected = answers[question.id]!;
      results.push(
        model
          ? await answerByModel(question, expected, server.url, model)
          : await answerByRoute(question, expected, server.url),
      );
    }
    console.log(report(results));
    if (results.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
