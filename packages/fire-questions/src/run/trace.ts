import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { ToolCall } from "../models/model.ts";
import type { Attempt } from "../score/verdict.ts";

/** Which attempt an event belongs to. */
export type Key = Pick<Attempt, "question" | "wording" | "run">;

/** What happens in an attempt, each a line of `trace.jsonl`. */
export type TraceEvent = Key &
  (
    | { readonly event: "asked"; readonly at: string; readonly text: string }
    | {
        readonly event: "turn";
        readonly text: string;
        readonly calls: readonly ToolCall[];
        readonly inputTokens: number;
        readonly outputTokens: number;
        readonly seconds: number;
      }
    | {
        readonly event: "result";
        readonly tool: string;
        readonly text: string;
        readonly isError: boolean;
        readonly seconds: number;
      }
    | {
        readonly event: "ended";
        readonly reply?: string;
        readonly failure?: string;
        readonly seconds: number;
      }
  );

export function keyOf({ question, wording, run }: Key): string {
  return `${question}/${wording}/${run}`;
}

/** Shorter ones are words that a trace may have by chance. */
const minSecretLength = 8;

/**
 * Appends events to a file at once, so that nothing is lost when the program ends; secrets that a
 * server or a model repeats are left out.
 */
export function createTrace(
  path: string,
  secrets: readonly string[] = [],
): (event: TraceEvent) => void {
  const hidden = secrets.filter(({ length }) => length >= minSecretLength);
  // A line that an earlier program did not finish ends here.
  if (existsSync(path) && !/(?:^|\n)$/u.test(readFileSync(path, "utf8")))
    appendFileSync(path, "\n");
  return (event) => {
    const line = hidden.reduce((text, each) => text.replaceAll(each, "***"), JSON.stringify(event));
    appendFileSync(path, `${line}\n`);
  };
}

/** The events of each attempt in the order in which they happened, of the last time it was asked. */
export function readTrace(path: string): ReadonlyMap<string, readonly TraceEvent[]> {
  const attempts = new Map<string, TraceEvent[]>();
  if (!existsSync(path)) return attempts;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const event = eventOf(line);
    if (!event) continue;
    const events = attempts.get(keyOf(event));
    if (event.event === "asked" || !events) attempts.set(keyOf(event), [event]);
    else events.push(event);
  }
  return attempts;
}

/** A line, unless the program ended while it was written. */
function eventOf(line: string): TraceEvent | undefined {
  try {
    return JSON.parse(line) as TraceEvent;
  } catch {
    return undefined;
  }
}

/** The attempt that these events are; undefined if it has not ended. */
export function attemptOf(events: readonly TraceEvent[]): Attempt | undefined {
  const ended = events.at(-1);
  if (ended?.event !== "ended") return undefined;
  const { question, wording, run, reply, failure, seconds } = ended;
  const turns = events.filter((event) => event.event === "turn");
  return {
    question,
    wording,
    run,
    ...(reply !== undefined && { reply }),
    ...(failure !== undefined && { failure }),
    calls: events.filter(({ event }) => event === "result").length,
    inputTokens: turns.reduce((sum, turn) => sum + turn.inputTokens, 0),
    outputTokens: turns.reduce((sum, turn) => sum + turn.outputTokens, 0),
    seconds,
  };
}
