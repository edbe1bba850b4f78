import { isObject, type JsonObject } from "../common/json.ts";
import { closest } from "./tool-groups.ts";

interface JsonProblem {
  /** From 1; null if it is not known. */
  readonly line: number | null;
  readonly sentence: string;
}

interface JsonReading {
  /** Null if the text is not a JSON object. */
  readonly args: JsonObject | null;
  readonly problems: readonly JsonProblem[];
}

/** Reads arguments that are written as JSON, with all that is wrong by line. */
export function readJson(text: string, names: readonly string[]): JsonReading {
  if (text.trim() === "") return { args: {}, problems: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { args: null, problems: [syntaxProblem(text, error)] };
  }
  if (!isObject(value)) {
    const sentence = 'The arguments must be an object, such as {"collection": "svc:hotspots"}.';
    return { args: null, problems: [{ line: 1, sentence }] };
  }
  const lines = linesOfNames(text);
  const problems = Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => ({ line: lines.get(name) ?? null, sentence: unknownName(name, names) }));
  return { args: value, problems };
}

export function printJson(args: JsonObject): string {
  return JSON.stringify(args, null, 2);
}

/** The line of each member of the object that a valid JSON text is, from 1. */
export function linesOfNames(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (/[[{]/.test(token)) depth++;
    else if (/[\]}]/.test(token)) depth--;
    else if (depth === 1 && /^\s*:/.test(text.slice(index + token.length)))
      lines.set(String(JSON.parse(token)), lineAt(text, index));
  }
  return lines;
}

/** Engines say where a text goes wrong in words of their own. */
function syntaxProblem(text: string, error: unknown): JsonProblem {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(message)?.[1];
  const position = /position (\d+)/.exec(message)?.[1];
  const isEnd = /end of (?:JSON|data)|unterminated/i.test(message);
  const at = line
    ? Number(line)
    : position
      ? lineAt(text, Number(position))
      : isEnd
        ? lineAt(text, text.trimEnd().length)
        : null;
  const why = message
    .replace(/^JSON\.parse: /, "")
    .replace(/ (?:in JSON )?at (?:position|line) .*$/s, "");
  return { line: at, sentence: `This is not valid JSON: ${why}.` };
}

function unknownName(name: string, names: readonly string[]): string {
  const meant = closest(name, names);
  return `Unknown parameter "${name.slice(0, 40)}".${meant.length > 0 ? ` Did you mean ${meant.join(" or ")}?` : ""}`;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
