import { isObject, type JsonObject } from "@emberline/map-app/answer/json";
import { FieldError } from "./fields.ts";

/**
 * Reads arguments that are written as JSON.
 *
 * @throws {FieldError} when the text is not a JSON object; the message names the line
 */
export function readJson(text: string): JsonObject {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FieldError(syntaxSentence(text, error instanceof Error ? error.message : ""));
  }
  if (isObject(value)) return value;
  throw new FieldError('The arguments must be an object, such as {"collection": "svc:hotspots"}.');
}

/** The line of a member of the object that a valid JSON text is, from 1. */
export function lineOfName(text: string, name: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (/[[{]/.test(token)) depth++;
    else if (/[\]}]/.test(token)) depth--;
    else if (depth === 1 && /^\s*:/.test(text.slice(index + token.length)))
      if (JSON.parse(token) === name) return lineAt(text, index);
  }
  return undefined;
}

/** Engines say where a text goes wrong in words of their own. */
function syntaxSentence(text: string, message: string): string {
  const line = /line (\d+)/.exec(message)?.[1];
  const position = /position (\d+)/.exec(message)?.[1];
  const isEnd = /end of (?:JSON|data)|unterminated/i.test(message);
  const at = isEnd
    ? lineAt(text, text.trimEnd().length)
    : position && lineAt(text, Number(position));
  const why = message
    .replace(/^JSON\.parse: /, "")
    .replace(/ (?:in JSON )?at (?:position|line) .*$/s, "");
  const where = line ?? at;
  return `${where ? `Line ${where}: this` : "This"} is not valid JSON: ${why}.`;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
