import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startServerProcess } from "../test/support/programs.ts";
import { answerByModel } from "./model.ts";
import type { Answer } from "./question.ts";
import { questions } from "./questions/index.ts";
import { type Result, report } from "./result.ts";
import { answerByRoute } from "./route.ts";

const usage = `npm run evals [-- QUESTION…]   the reference routes; a name picks one question

  --model NAME         let this model answer by itself
  --base-url URL       its endpoint, compatible with OpenAI's chat completions: https://…/v1
  --api-key-env NAME   the environment variable that holds its key
  --data DIR           the data that the answers are of (default ../shared/data)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: "string" },
    "base-url": { type: "string" },
    "api-key-env": { type: "string" },
    data: { type: "string" },
    help: { type: "boolean" },
  },
});
const { model, "base-url": baseUrl, "api-key-env": keyName } = values;
const apiKey = keyName === undefined ? undefined : process.env[keyName];
const unknown = positionals.filter((id) => !questions.some((each) => each.id === id));

if (values.help) console.log(usage);
else if (unknown.length > 0) refuse(`There is no question ${unknown.join(", ")}.`);
else if ((model === undefined) !== (baseUrl === undefined))
  refuse("--model and --base-url go together: give both, or neither.");
else if (keyName !== undefined && !apiKey) refuse(`The environment variable ${keyName} is empty.`);
else await run();

function refuse(message: string): void {
  console.error(`${message}\n\n${usage}`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const answers: Record<string, Answer> = JSON.parse(
    readFileSync(new URL("answers.json", import.meta.url), "utf8"),
  );
  const data = values.data ?? fileURLToPath(new URL("../../shared/data", import.meta.url));
  const picked = questions.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  const server = await startServerProcess(["--data", data]);
  try {
    const results: Result[] = [];
    for (const question of picked) {
      const expected = answers[question.id]!;
      results.push(
        model === undefined || baseUrl === undefined
          ? await answerByRoute(question, expected, server.url)
          : await answerByModel(question, expected, server.url, {
              model,
              baseUrl,
              ...(apiKey === undefined ? {} : { apiKey }),
            }),
      );
    }
    console.log(report(results));
    if (results.some(({ failure }) => failure !== undefined)) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
