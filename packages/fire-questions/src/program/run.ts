import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeData } from "../data/write-data.ts";
import { chatCompletions } from "../models/chat-completions.ts";
import { messages } from "../models/messages.ts";
import { createQuestions, kindNames, publicSeed } from "../questions/create-questions.ts";
import { nameOf, rowsOf, toText } from "../report/figures.ts";
import { askAll, chainsOf } from "../run/ask-all.ts";
import { defaultLimits } from "../run/converse.ts";
import { holdFolder, scoreRun, writeVerdicts } from "../run/folder.ts";
import { codeOver } from "../systems/code.ts";
import { connectMcp } from "../systems/mcp.ts";
import { noTools, type System } from "../systems/system.ts";
import type { Question } from "../values/question.ts";
import { type RunOptions, UsageError } from "./options.ts";

export const version: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;

/** Asks a model all questions, or those that a run before it left, and scores its answers. */
export async function run(
  options: RunOptions,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const { arm, areToolsBehindSearch, api, model, baseUrl, apiKey, runs, wordings } = options;
  const seed = options.seed ?? publicSeed;
  const questions = selected(seed, options.questions);
  const path = options.to ?? join("runs", `${model}-${arm.is}`.replace(/[^\w.-]+/gu, "-"));
  using _held = holdFolder(path);
  await using system = await systemOf(arm, signal);
  const limits = { ...defaultLimits, maxCalls: options.maxCalls };
  const settings = {
    version,
    seed: seed === publicSeed ? seed : digestOf(seed),
    arm: arm.is,
    system: system.name,
    areToolsBehindSearch,
    api,
    model,
    baseUrl,
    runs,
    wordings,
    ...limits,
  };
  const endpoint = { model, baseUrl, ...(apiKey !== undefined && { apiKey }), ...limits };
  await askAll({
    folder: { path, settings, questions },
    system,
    model: api === "openai" ? chatCompletions(endpoint) : messages(endpoint),
    limits,
    parallel: options.parallel,
    secrets: secretsOf(options),
    signal,
    onEnded: ({ question, wording, run: time }, done, all) =>
      log(`${done} of ${all}: ${question}, wording ${wording + 1}, run ${time}`),
  }).catch((error) => {
    log(`What was answered stays in ${path}: the same command goes on from there.`);
    throw error;
  });
  const scored = scoreRun(path);
  writeVerdicts(scored);
  log(`${nameOf(scored)}: the traces are in ${path}`);
  return toText([scored], rowsOf([scored]));
}

/** A hidden split stays hidden when its runs are shown; the same seed has the same digest. */
function digestOf(seed: string): string {
  return `hidden, ${createHash("sha256").update(seed).digest("hex").slice(0, 12)}`;
}

function secretsOf({ arm, apiKey }: RunOptions): readonly string[] {
  const ofServer =
    arm.is === "mcp" ? [...Object.values(arm.headers), ...Object.values(arm.environment)] : [];
  return [...(apiKey === undefined ? [] : [apiKey]), ...ofServer];
}

/** The questions of these kinds and ids, with those that they follow; all if none is named. */
function selected(seed: string, names: readonly string[]): readonly Question[] {
  if (names.length === 0) return createQuestions({ seed });
  const ofNames = names.map((name) => name.replace(/-\d+$/, ""));
  const questions = createQuestions({
    seed,
    kinds: kindNames.filter((kind) => ofNames.includes(kind)),
  });
  const isNamed = ({ id, kind }: Question) => names.includes(id) || names.includes(kind);
  const unknown = names.filter(
    (name) => !questions.some(({ id, kind }) => id === name || kind === name),
  );
  if (unknown.length > 0) {
    throw new UsageError(
      `No questions are called ${unknown.join(", ")}: the kinds are ${kindNames.join(", ")}.`,
    );
  }
  return chainsOf(questions)
    .filter((chain) => chain.some(isNamed))
    .flat();
}

async function systemOf(arm: RunOptions["arm"], signal: AbortSignal): Promise<System> {
  if (arm.is === "none") return noTools;
  if (arm.is === "mcp") return connectMcp({ ...arm, version, signal });
  const folder = mkdtempSync(join(tmpdir(), "fire-questions-"));
  writeData(folder, "csv");
  const code = codeOver(folder);
  return {
    ...code,
    async [Symbol.asyncDispose]() {
      await code[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
