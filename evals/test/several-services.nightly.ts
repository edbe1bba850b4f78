import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type SplitService, splitService } from "@emberline/test-served/split-service";
import { amount } from "@emberline/test-support/amount";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import {
  hotspotFiles,
  perimeterFile,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import type { Answer, Question } from "../question.ts";
import { questions } from "../questions/index.ts";
import type { Result } from "../result.ts";
import { answerByRoute } from "../route.ts";

/** Every fourth question in CI. */
const oneIn = amount(4, 1);

let split: SplitService;
let server: ServerProcess;

before(async () => {
  if (skipWithoutSharedData) return;
  split = await splitService(sharedData, {
    hot: hotspotFiles.map((name) => `${name}.geojsonl.gz`),
    fires: [`${perimeterFile}.geojsonl.gz`, "simulations_synthetic.json"],
    static: ["static-heat-sources.geojsonl.gz"],
  });
  const services = JSON.stringify({ services: split.entries });
  server = await startServerProcess([], {
    env: { EMBERLINE_SERVICES: services, ...split.secrets },
  });
});
after(async () => {
  await server?.stop();
  await split?.close();
});

test("questions have the same answers with the data in three services", {
  skip: skipWithoutSharedData,
}, async () => {
  const answers: Record<string, Answer> = JSON.parse(
    readFileSync(new URL("../answers.json", import.meta.url), "utf8"),
  );
  const failures: string[] = [];
  const ofAllData = questions.filter(({ isOfKept }) => !isOfKept);
  for (const question of ofAllData.filter((_, i) => i % oneIn === 0)) {
    // Names in front of ids, and which collections were used, take tokens.
    const roomy: Question = {
      ...question,
      maxTokens: question.maxTokens * 1.2,
      route: (call) =>
        question.route((tool, { max_tokens: budget, ...input }) =>
          call(tool, {
            ...input,
            ...(typeof budget === "number" && { max_tokens: Math.ceil(budget * 1.2) }),
          }),
        ),
    };
    const { id, failure } = await withTime(() =>
      answerByRoute(roomy, answers[question.id]!, server.url),
    );
    if (failure !== undefined) failures.push(`${id}: ${failure}`);
  }
  assert.deepEqual(failures, []);
});

/** Asks again as long as the answer says that its time was over: a busy machine proves nothing. */
async function withTime(answer: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await answer();
    if (tries === 5 || !/out of time|in time|not done within/.test(result.failure ?? ""))
      return result;
  }
}
