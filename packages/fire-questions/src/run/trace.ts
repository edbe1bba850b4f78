import { appendFileSync, closeSync, existsSync, openSync, readSync } from "node:fs";
import type { ToolCall } from "../models/model.ts";
import { type Attempt, type Key, keyOf } from "../score/verdict.ts";

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
  let last = "";
  for (const line of existsSync(path) ? linesOf(path) : []) last = line;
  if (last !== "") appendFileSync(path, "\n");
  const hide = (_name: string, value: unknown) =>
    typeof value === "string"
      ? hidden.reduce((text, each) => text.replaceAll(each, "***"), value)
      : value;
  return (event) => appendFileSync(path, `${JSON.stringify(event, hide)}\n`);
}

/** The events of each attempt in the order in which they happened, of the last time it was asked. */
export function readTrace(path: string): ReadonlyMap<string, readonly TraceEvent[]> {
  const attempts = new Map<string, TraceEvent[]>();
  if (!existsSync(path)) return attempts;
  for (const line of linesOf(path)) {
    const event = eventOf(line);
    if (!event) continue;
    const events = attempts.get(keyOf(event));
    if (event.event === "asked" || !events) attempts.set(keyOf(event), [event]);
    else events.push(event);
  }
  return attempts;
}

/** The lines of a file that may have more characters than a string can; the last is unfinished. */
function* linesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(1 << 20);
    let parts: Buffer[] = [];
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end !== -1 && end < size; ) {
        yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
        parts = [];
        start = end + 1;
        end = chunk.indexOf("\n", start);
      }
      parts.push(Buffer.from(chunk.subarray(start, size)));
    }
    yield Buffer.concat(parts).toString();
  } finally {
    closeSync(file);
  }
}

/** A line, unless the program ended while it was written. */
function eventOf(line: string): TraceEvent | undefined {
  try {
    const event = JSON.parse(line);
    return typeof event?.event === "string" ? event : undefined;
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
  const results = events.filter((event) => event.event === "result");
  return {
    question,
    wording,
    run,
    ...(reply !== undefined && { reply }),
    ...(failure !== undefined && { failure }),
    calls: results.length,
    errors: results.filter(({ isError }) => isError).length,
    inputTokens: turns.reduce((sum, turn) => sum + turn.inputTokens, 0),
    outputTokens: turns.reduce((sum, turn) => sum + turn.outputTokens, 0),
    seconds,
  };
}
