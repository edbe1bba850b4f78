import type { z } from "zod";
import { cut } from "../values/text.ts";

type Schema = z.core.$ZodTypes;

/** A longer text is not tried as JSON. */
const maxJsonLength = 200_000;

/** An input after its values were converted, and which of them were. */
export interface MendedInput {
  readonly values: Readonly<Record<string, unknown>>;
  /** A sentence for the caller; null if every value has its type. */
  readonly notice: string | null;
}

/** The arguments, if they came as the text of a JSON object. */
export function mendArguments(raw: unknown): unknown {
  if (typeof raw !== "string") return raw;
  if (raw.trim() === "") return undefined;
  const parsed = raw.length <= maxJsonLength && raw.trim().startsWith("{") && parseJson(raw);
  return parsed || raw;
}

/**
 * Reads values that models send in another type than the parameter's: `"5"` for 5, `"true"`, a JSON
 * text or one text for a list, a list of one for a text.
 */
export function mendValues(
  shape: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): MendedInput {
  const told: string[] = [];
  const values = Object.entries(given).map(([name, value]) => {
    const sent =
      name === "near" ? positionText(value) : name === "within" ? areasText(value) : value;
    const mended = mend(shape[name] as Schema, sent);
    const isPlaces = name === "near" && Array.isArray(value) && sent !== JSON.stringify(value);
    if (mended !== value && !isPlaces) told.push(`${name} as ${cut(JSON.stringify(mended), 80)}`);
    return [name, mended];
  });
  const notice =
    told.length > 0 ? `Sent in another type and read as meant: ${told.join("; ")}.` : null;
  return { values: Object.fromEntries(values), notice };
}

/**
 * A position sent as `[lat, lon]` or `{lat, lon}` as text, which is read as what it may mean;
 * several places in the form of `near`.
 */
function positionText(value: unknown): unknown {
  const list = typeof value === "string" && value.trim().startsWith("[") ? itemsOf(value) : value;
  if (Array.isArray(list) && list.some((each) => typeof each !== "number"))
    return list.map(textOf).join("; ");
  const isList = Array.isArray(value) && value.length < 2;
  return typeof value === "object" && value !== null && !isList ? JSON.stringify(value) : value;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Several areas sent as a list, or as the text of one, in the form of `within`. */
function areasText(value: unknown): unknown {
  const list = typeof value === "string" && value.trim().startsWith("[") ? itemsOf(value) : value;
  const isOfTexts = Array.isArray(list) && list.every((each) => typeof each === "string");
  return isOfTexts ? list.join("; ") : value;
}

/** The same value if there is nothing to mend. */
function mend(schema: Schema, value: unknown): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case "optional":
    case "default":
      return mend(def.innerType as Schema, value);
    case "array":
      return mendList(def.element as Schema, value);
    case "number":
      return mendText(value, (text) => (numeric.test(text) ? Number(text) : undefined));
    case "boolean":
      return mendText(value, (text) => booleans.get(text.toLowerCase()));
    case "enum":
      return mendText(value, (text) => nameIn(Object.values(def.entries), text));
    case "string":
      return isExact(onlyItem(value)) ? String(onlyItem(value)) : onlyItem(value);
    default:
      return value;
  }
}

/** Whether a number is the one that was sent: of longer ones digits are lost. */
function isExact(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

const name = /^[a-z_][^\s]*$/i;
const booleans = new Map([
  ["true", true],
  ["false", false],
]);
const numeric = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** The value, or what its text means. */
function mendText(value: unknown, meaningOf: (text: string) => unknown): unknown {
  const item = onlyItem(value);
  return typeof item === "string" ? (meaningOf(item.trim()) ?? item) : item;
}

/** The item of a list of one. */
function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 && typeof value[0] !== "object"
    ? value[0]
    : value;
}

function nameIn(names: readonly unknown[], text: string): unknown {
  return names.find((name) => String(name).toLowerCase() === text.toLowerCase());
}

function mendList(element: Schema, value: unknown): unknown {
  const list = typeof value === "string" ? itemsOf(value) : value;
  if (typeof list === "number") return [mend(element, list)];
  if (!Array.isArray(list)) return value;
  const items = list.map((each) => mend(element, each));
  const isOther =
    element._zod.def.type === "number" && items.some((each) => typeof each !== "number");
  if (isOther && typeof value === "string") return value;
  return items.some((each, i) => each !== list[i]) ? items : list;
}

function itemsOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    // Python's notation has single quotes.
    const parsed = parseJson(trimmed) ?? parseJson(trimmed.replaceAll("'", '"'));
    if (Array.isArray(parsed)) return parsed;
  }
  const parts = trimmed.split(",").map((part) => part.trim());
  // Other texts may contain commas, such as the ranges "frp:10,50".
  const isList =
    parts.every((part) => name.test(part)) || parts.every((part) => numeric.test(part));
  return isList ? parts : [trimmed];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
