import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../data/files.ts";
import { createScorer, keyOf, type Scored } from "../score/verdict.ts";
import type { Question } from "../values/question.ts";
import type { Limits } from "./converse.ts";
import { attemptOf, readTrace, type TraceEvent } from "./trace.ts";

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
 * Makes the folder of a run, and keeps other runs out of it while this one writes there.
 *
 * @throws {Error} when another run writes there
 */
export function holdFolder(path: string): Disposable {
  makeFolder(path);
  // Each says first that it is there, and looks then: of two at once, none overlooks the other.
  const own = join(path, `running-${process.pid}`);
  writeFileSync(own, "");
  for (const name of readdirSync(path)) {
    const id = Number(/^running-(\d+)$/u.exec(name)?.[1] ?? process.pid);
    if (id === process.pid) continue;
    if (!isRunning(id)) rmSync(join(path, name), { force: true });
    else {
      rmSync(own);
      throw new Error(
        `Another run (process ${id}) writes into ${path}: wait for its end, or give another folder by --to; if process ${id} is no run, delete ${join(path, name)}.`,
      );
    }
  }
  return { [Symbol.dispose]: () => rmSync(own, { force: true }) };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Another user's process is there as well.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Begins a run in a folder, or continues the same one there.
 *
 * @throws {Error} when the folder has a run with other settings or questions
 */
export function openRun(folder: RunFolder): void {
  const { path, settings, questions } = folder;
  const there = Object.values(files).filter((name) => existsSync(join(path, name)));
  const before = there.some((name) => name === files.settings) ? readRun(path) : undefined;
  // Whoever gave a wrong address or name first, so that nothing was answered, may mend it.
  if (before && [...readTrace(tracePath(before)).values()].some(attemptOf)) {
    const differing = Object.entries(before.settings).flatMap(([name, kept]) =>
      Object.entries(settings).some(([other, value]) => other === name && value === kept)
        ? []
        : [`${name} ${JSON.stringify(kept)}`],
    );
    if (JSON.stringify(before.questions) !== JSON.stringify(questions))
      differing.push("other questions");
    if (differing.length === 0) return;
    throw new Error(
      `${path} has a run with ${differing.join(", ")}: give another folder by --to, or the same options to continue it.`,
    );
  }
  if (!before && there.length > 0)
    throw new Error(
      `${path} has no run, but ${there[0]}, which would be overwritten: give another folder by --to.`,
    );
  writeRun(folder);
}

/** A run is there once its settings are: not before they are whole. */
function writeRun({ path, settings, questions }: RunFolder): void {
  writeFileSync(join(path, `${files.settings}~`), json(settings));
  writeFileSync(join(path, files.questions), json(questions));
  renameSync(join(path, `${files.settings}~`), join(path, files.settings));
}

/** @throws {Error} when there is no run in the folder */
export function readRun(path: string): RunFolder {
  const read = (name: string, isOurs: (value: unknown) => boolean) => {
    const file = join(path, name);
    const value = existsSync(file) ? parsed(readFileSync(file, "utf8")) : undefined;
    if (isOurs(value)) return value;
    throw new Error(
      `${path} has no run: ${name} is missing there, or not that of one; give a folder that "fire-questions run" has written.`,
    );
  };
  return {
    path,
    settings: read(files.settings, isSettings) as RunSettings,
    questions: read(files.questions, isQuestions) as readonly Question[],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSettings(value: unknown): boolean {
  const { version, model, system, runs } = (value ?? {}) as Partial<RunSettings>;
  return [version, model, system].every((each) => typeof each === "string") && Number(runs) > 0;
}

function isQuestions(value: unknown): boolean {
  const isOne = ({ id, wordings }: Partial<Question>) =>
    id !== undefined && Array.isArray(wordings);
  return Array.isArray(value) && value.every((each) => isOne(each ?? {}));
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
