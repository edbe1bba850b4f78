import { ToolError } from "@emberline/tools";
import { WrongCalls } from "./model-call.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; null if it is not a list of objects. */
export function objectsOf(value: unknown): readonly JsonObject[] | null {
  return Array.isArray(value) && value.every(isObject) ? value : null;
}

/**
 * A member of a call that must be a text.
 *
 * @throws {WrongCalls} when it is absent, empty or not a text
 */
export function textOf(call: JsonObject, member: string, at: string): string {
  const value = call[member];
  if (typeof value === "string" && value !== "") return value;
  throw new WrongCalls(
    `${at} has no ${member}: send the calls exactly as the model produced them.`,
  );
}

/** The only alternative of a response, which may have several. */
export function onlyOf(list: readonly JsonObject[], what: string): JsonObject {
  if (list.length === 1) return list[0]!;
  throw new WrongCalls(
    `The response has ${list.length} ${what}: send the message of the one that the conversation continues with.`,
  );
}

/** The arguments in the text that a model wrote; some servers send an object in its place. */
export function readArguments(text: unknown): unknown {
  if (typeof text !== "string" || text.trim() === "") return text ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return new ToolError(
      "invalid_input",
      "The arguments are not valid JSON, perhaps because they were cut off: call again with one complete JSON object.",
    );
  }
}
