import type { JsonObject } from "../../json.ts";
import type { Field } from "./fields.ts";

/** The form cannot be sent; the message says how to fix it. */
export class FormError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FormError";
  }
}

/**
 * The arguments from a filled form, without empty inputs.
 *
 * @param form one entry for each field, four of the same name for a box
 * @throws {FormError} when an input cannot be read
 */
export function toArguments(fields: readonly Field[], form: FormData): JsonObject {
  const args: Record<string, unknown> = {};
  for (const field of fields) {
    const texts = form.getAll(field.name).map((entry) => String(entry).trim());
    if (texts.every((text) => text === "")) continue;
    args[field.name] = toArgument(field, texts);
  }
  return args;
}

function toArgument(field: Field, texts: readonly string[]): unknown {
  const text = texts[0]!;
  switch (field.kind) {
    case "number":
      return toNumber(field.name, text);
    case "choice":
      return field.options.find((option) => String(option) === text);
    case "box":
      if (texts.includes("")) {
        throw new FormError(`${field.name} needs all four numbers: west, south, east and north.`);
      }
      return texts.map((each) => toNumber(field.name, each));
    case "list": {
      const items = text.split("\n").map((item) => item.trim());
      const given = items.filter((item) => item !== "");
      return field.of === "number" ? given.map((item) => toNumber(field.name, item)) : given;
    }
    case "json":
      return parseJson(field.name, text);
    default:
      return text;
  }
}

function toNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new FormError(`${name}: "${text}" is not a number; write it like -33.87.`);
  }
  return value;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormError(`${name} is not valid JSON; strings need double quotes.`);
  }
}
