import type { z } from "zod";
import { didYouMean } from "../values/did-you-mean.ts";
import { notHeld } from "../values/not-held.ts";
import { offer, quoted } from "../values/text.ts";
import { correctedInput, usualName } from "./corrected-input.ts";
import { mendArguments, mendValues } from "./mend-input.ts";
import { invalidInput } from "./tool-error.ts";

/** At most this many problems in a message; the rest are counted. */
const maxProblems = 10;

/** A parsed input, and what it was read as, for the caller, if it was mended. */
interface ParsedInput<Input extends z.ZodObject> {
  readonly input: z.output<Input>;
  readonly notice: string | null;
}

/**
 * Parses a raw input strictly. In optional parameters, `""` and `null` count as absent: models send
 * them for parameters that they do not use. Values of another type are converted where the meaning
 * is clear.
 *
 * @throws {ToolError} when the input is invalid (`invalid_input`), with the first problems
 */
export function parseInput<Input extends z.ZodObject>(
  schema: Input,
  sent: unknown,
): ParsedInput<Input> {
  const { raw, leftOut } = withoutInjected(mendArguments(sent), Object.keys(schema.shape));
  if (raw !== undefined && raw !== null && (typeof raw !== "object" || Array.isArray(raw))) {
    throw invalidInput(
      `The input is ${describeValue(raw)}; it must be an object such as ${example(schema)}.`,
    );
  }
  checkSize(raw);
  const known = Object.keys(schema.shape);
  const sentValues: Record<string, unknown> = {};
  const problems: (() => string)[] = [];
  let first: string | undefined;
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (!known.includes(name)) {
      first ??= name;
      const hint = () => didYouMean(usualName(name, known), known);
      problems.push(() => `Unknown parameter ${quoted(name, 40)}.${hint()}${notHeld(name)}`);
    } else if (!isAbsent(value)) sentValues[name] = value;
  }
  const hasUnknown = problems.length > 0;
  const { values: given, notice } = mendValues(schema.shape, sentValues);
  // Mended values may be larger, such as a text read as an array.
  if (notice !== null) checkSize(given);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    // A value of the wrong type needs no further checks.
    const { issues } = parsed.error;
    const wrongTypes = new Set(
      issues.filter(({ code }) => code === "invalid_type").map(({ path }) => path.join(".")),
    );
    const telling = issues.filter(
      ({ code, path }) => code === "invalid_type" || !wrongTypes.has(path.join(".")),
    );
    first ??= telling[0]?.path[0]?.toString();
    for (const issue of telling) problems.push(() => problemOf(issue, given));
  }
  if (problems.length > 0) {
    const corrected = correctedInput(schema, raw ?? {}, given);
    const sentences = [
      listProblems(problems),
      corrected === null ? null : offer(corrected),
      hasUnknown ? listParameters(known) : null,
    ];
    throw invalidInput(sentences.filter((each) => each !== null).join(" "), first);
  }
  const sentences = [leftOut, notice].filter((each) => each !== null);
  return {
    input: parsed.data as z.output<Input>,
    notice: sentences.length > 0 ? sentences.join(" ") : null,
  };
}

/** Arguments that agent frameworks add to a model's own: a closed list, all others are refused. */
const injected = ["toolCallId", "security_context", "random_string"];

/** The arguments without those, and a sentence about what was left out. */
function withoutInjected(sent: unknown, known: readonly string[]) {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    return { raw: sent, leftOut: null };
  const names = injected.filter((name) => Object.hasOwn(sent, name) && !known.includes(name));
  if (names.length === 0) return { raw: sent, leftOut: null };
  const own = Object.entries(sent).filter(([name]) => !names.includes(name));
  return {
    raw: Object.fromEntries(own),
    leftOut: `Left out, as agent frameworks add it: ${names.join(", ")}.`,
  };
}

function listProblems(problems: readonly (() => string)[]): string {
  const sentences = problems.slice(0, maxProblems).map((problem) => problem());
  const more = problems.length - maxProblems;
  return [...sentences, ...(more > 0 ? [`… and ${more} more.`] : [])].join(" ");
}

function isAbsent(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === "string" && value.trim() === "")
  );
}

function listParameters(known: readonly string[]): string {
  return known.length === 0 ? "There are none." : `The parameters are ${known.join(", ")}.`;
}

function problemOf(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const path = issue.path.join(".");
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  if (value === undefined && issue.code === "invalid_type")
    return `The parameter ${path} is missing${path === "fire" ? ": a fire's name or id" : ""}.`;
  if (value === undefined && issue.code === "invalid_value")
    return `The parameter ${path} is missing: give ${requirement(issue)}.`;
  // Refinements of this package have complete messages.
  if (issue.code === "custom") return issue.message;
  const isList = path === "near" && typeof value === "string" && value.includes(";");
  if (issue.code === "too_big" && isList)
    return "near takes one place here: assess_location answers for up to 100, one row each.";
  return `${path} is ${describeValue(value)}, but must be ${requirement(issue)}.`;
}

function requirement(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return article(issue.expected);
    case "too_small":
      if (issue.inclusive === false) return `more than ${issue.minimum}`;
      return `at least ${issue.minimum}${issue.origin === "array" ? " items long" : issue.origin === "string" ? " characters long" : ""}`;
    case "too_big":
      return `at most ${issue.maximum}${issue.origin === "array" ? " items long" : issue.origin === "string" ? " characters long" : ""}`;
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    default:
      return `as described (${issue.message})`;
  }
}

function article(type: string): string {
  if (type === "int") return "a whole number";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length} items`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? `the text ${quoted(value, 60)}` : String(value);
}

function example(schema: z.ZodObject): string {
  return "collection" in schema.shape ? '{"collection": "svc:hotspots"}' : "{}";
}

/** Size limits of a value from a caller. */
interface SizeLimits {
  /** Total members of objects and items of arrays. */
  readonly values: number;
  /** Depth of nested objects and arrays. */
  readonly depth: number;
  /** Total characters of names and texts. */
  readonly characters: number;
}

/** Far more than any tool needs; the longest parameters are a cursor and a filter. */
const inputLimits: SizeLimits = { values: 1000, depth: 5, characters: 200_000 };

/** @throws {ToolError} when no tool can take the input (`invalid_input`) */
function checkSize(raw: unknown): void {
  const excess = excessOf(raw, inputLimits);
  if (excess !== null) {
    throw invalidInput(
      `The input has ${excess}: send the parameters of the tool and nothing else.`,
    );
  }
}

/**
 * How a parsed JSON value exceeds the limits, such as `more than 5 levels`; null if it does not.
 * Stops at the first excess.
 *
 * @example
 * excessOf([[[1]]], { values: 10, depth: 2, characters: 100 }); // "more than 2 levels"
 */
export function excessOf(value: unknown, limits: SizeLimits): string | null {
  let { values, characters } = limits;
  const visit = (each: unknown, depth: number): string | null => {
    if (typeof each === "string") return spend(each);
    if (typeof each !== "object" || each === null) return null;
    if (depth === 0) return `more than ${limits.depth} levels`;
    const isArray = Array.isArray(each);
    // Object.entries would build a list of all members.
    for (const name in each) {
      if (values-- <= 0) return `more than ${limits.values} values`;
      const excess =
        (isArray ? null : spend(name)) ??
        visit((each as Readonly<Record<string, unknown>>)[name], depth - 1);
      if (excess !== null) return excess;
    }
    return null;
  };
  const spend = (text: string): string | null => {
    characters -= text.length;
    return characters < 0 ? `more than ${limits.characters} characters` : null;
  };
  return visit(value, limits.depth);
}
