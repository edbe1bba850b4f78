export type JsonObject = Readonly<Record<string, unknown>>;

/** Calls that cannot be answered. `message` is one sentence: what is wrong, and what is right. */
export class WrongCalls extends Error {
  override readonly name = "WrongCalls";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; null if it is not a list of objects. */
export function objectsOf(value: unknown): readonly JsonObject[] | null {
  return Array.isArray(value) && value.every(isObject) ? value : null;
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * The only alternative of a response, which may have several.
 *
 * @throws {WrongCalls} when it has several
 */
export function onlyOf(list: readonly JsonObject[], what: string): JsonObject {
  if (list.length === 1) return list[0]!;
  throw new WrongCalls(
    `The response has ${list.length} ${what}: send the message of the one that the conversation continues with.`,
  );
}
