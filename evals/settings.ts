import { fileURLToPath } from "node:url";
import { helpLines, type SettingsTable, text } from "@emberline/settings";
import { folder, type Invocation, readSettings } from "@emberline/settings/node";
import type { Question } from "./question.ts";

/** The settings of `npm run evals`. */
const settings = {
  data: {
    option: "data",
    value: "DIR",
    unset: "../shared/data",
    help: "the data behind the answers",
    parse: folder,
  },
  benchmark: {
    option: "benchmark",
    help: "the questions of fire-questions by their reference routes, from its data alone",
  },
  to: {
    option: "to",
    value: "DIR",
    unset: "nothing is written",
    help: "write the run of the benchmark there, for fire-questions report",
    parse: text,
  },
  deferred: {
    option: "deferred",
    help: "only search for the first tool of each question by its words, as hosts that defer tools",
  },
  help: { option: "help", help: "print this help" },
} satisfies SettingsTable;

export const usage = `npm run evals [-- QUESTION…]: all questions by their reference routes, or those named

${helpLines(settings)}`;

export interface Run {
  readonly questions: readonly Question[];
  readonly data: string;
  /** Whether tools are only searched for, and none is called. */
  readonly isDeferred: boolean;
  /** Whether the benchmark is asked: by itself, or after all questions of ours. */
  readonly hasBenchmark: boolean;
  /** Where the run of the benchmark is written. */
  readonly to?: string;
}

/**
 * The questions to ask; null if only the usage was requested.
 *
 * @throws {Error} when an option is wrong: one sentence for the caller
 */
export function readRun(invocation: Invocation, all: readonly Question[]): Run | null {
  const { values, positionals } = readSettings(settings, invocation);
  if (values.help) return null;
  const unknown = positionals.filter((id) => !all.some((each) => each.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no question ${unknown.join(", ")}: take names from answers.json.`);
  const isAll = positionals.length === 0;
  return {
    questions: all.filter(({ id }) => (isAll ? !values.benchmark : positionals.includes(id))),
    data: values.data ?? fileURLToPath(new URL("../../shared/data", import.meta.url)),
    isDeferred: values.deferred ?? false,
    hasBenchmark: values.benchmark || isAll,
    ...(values.to !== undefined && { to: values.to }),
  };
}
