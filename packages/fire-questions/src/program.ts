#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileFault, makeFolder } from "./data/files.ts";
import { writeData } from "./data/write-data.ts";
import { oneOf, readOptions, readRunOptions, UsageError } from "./program/options.ts";
import { run, version } from "./program/run.ts";
import { createQuestions } from "./questions/create-questions.ts";
import { printable, rowsBy, rowsOf, toText } from "./report/figures.ts";
import { comparisonText, reportPage } from "./report/page.ts";
import { scoreRun, writeVerdicts } from "./run/folder.ts";

const usage = `fire-questions run --mcp COMMAND|URL|--arm csv|none --model NAME [OPTION…]
                                     ask a model; the same command continues a run
fire-questions replay DIR            score a run again from its traces, without a model
fire-questions score DIR…            print the figures of runs
fire-questions compare DIR DIR       test whether one is better than the other
fire-questions report DIR… --to FILE write a page of runs, with each failure and its trace
fire-questions questions             print the questions with their answers, as JSON
fire-questions data DIR              write the data that the questions are about

Options of run
  --mcp COMMAND|URL       the tools of an MCP server, over stdio or Streamable HTTP
  --header NAME=VARIABLE  a header for the server; its value is in the environment variable
  --env VARIABLE          an environment variable that the server's command gets
  --arm csv|none          no server: the data as files with a tool that runs JavaScript, or no tools
  --tools-behind-search   the model finds tools by a search, as hosts with many tools do
  --model NAME            the model
  --api openai|anthropic  chat completions or messages (default openai)
  --base-url URL          the endpoint before /chat/completions or /messages
  --api-key-env VARIABLE  the environment variable with the endpoint's key
  --questions KIND…       kinds or ids (default: all)
  --wordings all|first    each question in one wording or all (default first)
  --runs N                how often each is asked (default 4)
  --parallel N            conversations at the same time (default 4)
  --max-calls N           calls of tools for a question (default 15)
  --to DIR                where the run is written (default runs/MODEL-ARM)

Options of others
  --seed TEXT             of run and questions: another split (default: the public one)
  --as geojsonl|csv       of data: its format (default geojsonl)
`;

const commands: Readonly<Record<string, (args: readonly string[]) => string | Promise<string>>> = {
  run(args) {
    const options = readRunOptions(args, process.env);
    const log = (line: string) => process.stderr.write(`${line}\n`);
    return run(options, log, interruption());
  },
  replay(args) {
    const [path] = foldersOf(args, 1);
    const scored = scoreRun(path!);
    const isSame = writeVerdicts(scored);
    return `${scored.scored.length} attempts scored: ${isSame ? "the same verdicts as before" : "verdicts.jsonl is new or has changed"}\n`;
  },
  score(args) {
    const runs = foldersOf(args).map(scoreRun);
    return ["kind", "language"].reduce(
      (text, by) => `${text}\n${toText(runs, rowsBy(runs, by as "kind" | "language"))}`,
      toText(runs, rowsOf(runs)),
    );
  },
  compare(args) {
    const [one, other] = foldersOf(args, 2).map(scoreRun);
    return `${comparisonText(one!, other!)}\n`;
  },
  report(args) {
    const { to } = readOptions(args);
    if (to === undefined) throw new UsageError("--to is missing: give the file of the report.");
    const page = reportPage(foldersOf(args).map(scoreRun));
    makeFolder(dirname(to));
    writeFileSync(to, page);
    return `${to}\n`;
  },
  questions(args) {
    const { seed } = readOptions(args);
    return `${JSON.stringify(createQuestions({ ...(seed !== undefined && { seed }) }), null, 2)}\n`;
  },
  data(args) {
    const [folder] = foldersOf(args, 1);
    writeData(folder!, oneOf("--as", readOptions(args).as ?? "geojsonl", ["geojsonl", "csv"]));
    return `${folder}\n`;
  },
};

/** The folders that a command names. */
function foldersOf(args: readonly string[], count?: number): readonly string[] {
  const { words } = readOptions(args);
  if (words.length === 0 || words.includes("") || words.length !== (count ?? words.length))
    throw new UsageError(`Give ${count ?? "one or more"} ${count === 1 ? "folder" : "folders"}.`);
  return words;
}

/** Why a run ended early. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly signal: NodeJS.Signals;
  constructor(signal: NodeJS.Signals) {
    super("Interrupted.");
    this.signal = signal;
  }
}

/** Aborted by the first signal to end, so that what was started ends too; the next one kills. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const end = (signal: NodeJS.Signals) => {
    for (const each of signals) process.off(each, end);
    interrupted.abort(new Interrupted(signal));
  };
  for (const each of signals) process.on(each, end);
  return interrupted.signal;
}

async function main([command = "--help", ...args]: readonly string[]): Promise<number> {
  try {
    if (command === "--help") process.stdout.write(usage);
    else if (command === "--version") process.stdout.write(`${version}\n`);
    else if (Object.hasOwn(commands, command)) process.stdout.write(await commands[command]!(args));
    else
      throw new UsageError(
        `There is no command ${command}: give one of ${Object.keys(commands).join(", ")}.`,
      );
    return 0;
  } catch (error) {
    const message = fileFault(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`${printable(message)}\n`);
    // Whoever sent a signal learns that it ended the program, and turns in flight end.
    if (error instanceof Interrupted) process.kill(process.pid, error.signal);
    if (error instanceof UsageError)
      process.stderr.write("`fire-questions --help` lists commands and options.\n");
    return error instanceof UsageError ? 2 : 1;
  }
}

// Whoever reads the output may have enough of it, as `head` does.
process.stdout.on("error", () => process.exit());
process.exitCode = await main(process.argv.slice(2));
