import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keptService } from "@emberline/test-served/kept-service";
import { startServerProcess } from "@emberline/test-support/programs";
import { askBenchmark } from "./benchmark/ask-benchmark.ts";
import { missedTools, reportMissed } from "./deferred.ts";
import type { Answer, Question } from "./question.ts";
import { questions as all } from "./questions/index.ts";
import { type Result, report } from "./result.ts";
import { answerByRoute } from "./route.ts";
import { type Run, readRun, usage } from "./settings.ts";

/** What the service of questions about retention has (`oracle/retention.mjs`). */
const kept = {
  file: "hotspots_hawaii_viirs_2024-04_2024-06.geojsonl.gz",
  until: "2024-05-15T00:00:00Z",
  days: 10,
};

const requested = runOrRefusal();
if (requested === null) console.log(usage);
else if (requested?.isDeferred) await search(requested);
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

async function search({ questions }: Run): Promise<void> {
  console.log(reportMissed(questions.length, await missedTools(questions)));
}

async function run({ questions, data, hasBenchmark, to }: Run): Promise<void> {
  const answers: Record<string, Answer> = JSON.parse(
    readFileSync(new URL("answers.json", import.meta.url), "utf8"),
  );
  const ofKept = questions.filter(({ isOfKept }) => isOfKept);
  const ofAllData = questions.filter(({ isOfKept }) => !isOfKept);
  const results: Result[] = [];
  if (ofAllData.length > 0) {
    const server = await startServerProcess(["--data", data]);
    await ask(ofAllData, server.url).finally(() => server.stop());
  }
  if (ofKept.length > 0) {
    const service = await keptService({ ...kept, file: join(data, kept.file) });
    try {
      const server = await startServerProcess([], { env: service.environment });
      await ask(ofKept, server.url).finally(() => server.stop());
    } finally {
      await service.close();
    }
  }
  if (results.length > 0) console.log(report(results));
  const ofBenchmark = hasBenchmark ? await askBenchmark(to) : [];
  if (hasBenchmark) console.log(report(ofBenchmark, "benchmark"));
  if ([...results, ...ofBenchmark].some(({ failure }) => failure !== undefined))
    process.exitCode = 1;

  async function ask(asked: readonly Question[], url: string): Promise<void> {
    for (const question of asked) {
      results.push(await answerByRoute(question, answers[question.id]!, url));
    }
  }
}
