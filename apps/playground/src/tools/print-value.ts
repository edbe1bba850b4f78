import type { Field } from "./fields.ts";

/** An argument as the text of its field. */
export function printValue(field: Field, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field.kind === "list" && Array.isArray(value)) return value.map(String).join("\n");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The text cannot be read; the message says what would be right. */
export class FieldError extends Error {
  override readonly name = "FieldError";
}

/**
 * The argument that the text of a field means; undefined if it is empty.
 *
 * @throws {FieldError} when the text cannot be read
 */
export function parseValue(field: Field, text: string): unknown {
  const given = text.trim();
  if (given === "") return undefined;
  switch (field.kind) {
    case "number":
      return toNumber(field.name, given);
    case "choice":
      return field.options.find((option) => String(option) === given);
    case "list": {
      const items = given.split("\n").map((item) => item.trim());
      const filled = items.filter((item) => item !== "");
      return field.of === "number" ? filled.map((item) => toNumber(field.name, item)) : filled;
    }
    case "box":
    case "json":
      return parseJson(field.name, given);
    default:
      return given;
  }
}

/** @throws {FieldError} when the text is not a number */
export function toNumber(name: string, text: string): number {
  const value = Number(text);
  if (text === "" || !Number.isFinite(value)) {
    throw new FieldError(`${name}: "${text}" is not a number; write it like -33.87.`);
  }
  return value;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldError(`${name} is not valid JSON; strings need double quotes.`);
  }
}
