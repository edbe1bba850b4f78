import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScorer, type Scored } from "../score/verdict.ts";
import type { Question } from "../values/question.ts";
import type { Limits } from "./converse.ts";
import { attemptOf, keyOf, readTrace, type TraceEvent } from "./trace.ts";

/** What a run was asked to do; neither keys nor commands, which may contain some. */
export interface RunSettings extends Limits {
  readonly version: string;
  readonly seed: string;
  readonly arm: "mcp" | "csv" | "none";
  /** What the tools call themselves. */
  readonly system: string;
  readonly areToolsBehindSearch: boolean;
  readonly api: "openai" | "anthropic";
  readonly model: string;
  readonly baseUrl: string;
  readonly runs: number;
  readonly wordings: "all" | "first";
}

/** A run on disk: its settings, the questions it asks, and what was traced. */
export interface RunFolder {
  readonly path: string;
  readonly settings: RunSettings;
  readonly questions: readonly Question[];
}

/** The names of a run's files. */
const files = {
  settings: "settings.json",
  questions: "questions.json",
  trace: "trace.jsonl",
  verdicts: "verdicts.jsonl",
} as const;

export function tracePath({ path }: Pick<RunFolder, "path">): string {
  return join(path, files.trace);
}

/**
 * Begins a run in a folder, or continues the same one there.
 *
 * @throws {Error} when the folder has a run with other settings or questions
 */
export function openRun(folder: RunFolder): void {
  const { path, settings, questions } = folder;
  if (existsSync(join(path, files.settings))) {
    const before = readRun(path);
    const differing = Object.entries(settings).flatMap(([name, value]) =>
      Object.entries(before.settings).some(([other, kept]) => other === name && kept === value)
        ? []
        : [name],
    );
    if (JSON.stringify(before.questions) !== JSON.stringify(questions)) differing.push("questions");
    if (differing.length === 0) return;
    throw new Error(
      `${path} has a run with other ${differing.join(", ")}: give another folder by --to, or the same options to continue it.`,
    );
  }
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, files.questions), json(questions));
  writeFileSync(join(path, files.settings), json(settings));
}

/** @throws {Error} when there is no run in the folder */
export function readRun(path: string): RunFolder {
  if (!existsSync(join(path, files.settings)))
    throw new Error(`${path} has no run: give a folder that "fire-questions run" has written.`);
  const read = (name: string) => JSON.parse(readFileSync(join(path, name), "utf8"));
  return { path, settings: read(files.settings), questions: read(files.questions) };
}

/** An attempt with its verdict and its events. */
export interface ScoredRun extends RunFolder {
  /** In the order of questions, wordings and runs. */
  readonly scored: readonly Scored[];
  /** By `question/wording/run`. */
  readonly events: ReadonlyMap<string, readonly TraceEvent[]>;
}

/** Scores what a run has traced so far; needs neither its model nor its tools. */
export function scoreRun(path: string): ScoredRun {
  const run = readRun(path);
  const events = readTrace(tracePath(run));
  const score = createScorer(run.questions);
  const order = new Map(run.questions.map(({ id }, i) => [id, i]));
  const scored = [...events.values()]
    .flatMap((each) => attemptOf(each) ?? [])
    .map(score)
    .sort(
      (one, other) =>
        order.get(one.question)! - order.get(other.question)! ||
        one.wording - other.wording ||
        one.run - other.run,
    );
  return { ...run, scored, events };
}

/** Writes the verdicts of a run; true if the file had the same ones. */
export function writeVerdicts({ path, scored }: ScoredRun): boolean {
  const file = join(path, files.verdicts);
  const text = scored.map((each) => `${JSON.stringify(each)}\n`).join("");
  const isSame = existsSync(file) && readFileSync(file, "utf8") === text;
  if (!isSame) writeFileSync(file, text);
  return isSame;
}

export function eventsOf(run: ScoredRun, scored: Scored): readonly TraceEvent[] {
  return run.events.get(keyOf(scored)) ?? [];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
