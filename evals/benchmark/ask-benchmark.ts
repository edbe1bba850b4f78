import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServerProcess } from "@emberline/test-support/programs";
import { createQuestions, type Question, writeData } from "fire-questions";
import type { Result } from "../result.ts";
import { Tools } from "../tools.ts";
import { isSaid } from "./is-said.ts";
import { answer } from "./routes/index.ts";
import type { Said } from "./said.ts";
import { type Asked, writeRun } from "./write-run.ts";

/**
 * Answers the benchmark's questions by their reference routes, from a server with its data alone.
 * `to` is a folder for the run, as `fire-questions report` reads it.
 */
export async function askBenchmark(to?: string): Promise<readonly Result[]> {
  const data = mkdtempSync(join(tmpdir(), "emberline-benchmark-"));
  try {
    writeData(data, "geojsonl");
    const server = await startServerProcess(["--data", data]);
    const asked: Asked[] = [];
    try {
      for (const question of createQuestions()) asked.push(await askOne(question, server.url));
    } finally {
      await server.stop();
    }
    if (to !== undefined) writeRun(to, asked);
    return asked.map(({ result }) => result);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function askOne(question: Question, url: string): Promise<Asked> {
  const tools = new Tools(url);
  const started = performance.now();
  let said: Said | undefined;
  let failure: string | undefined;
  try {
    said = await answer(question, (tool, input) => tools.call(tool, input));
    if (!isSaid(question.expected, said)) {
      failure = `answered ${JSON.stringify(said)} instead of ${JSON.stringify(question.expected)}`;
    }
  } catch (error) {
    failure = `no answer: ${error instanceof Error ? error.message : error}`;
  }
  const { calls, tokens, replies } = tools;
  const result = { id: question.id, calls, tokens, ...(failure !== undefined && { failure }) };
  const seconds = Math.round(performance.now() - started) / 1000;
  return { question, result, replies, seconds, ...(said !== undefined && { said }) };
}
