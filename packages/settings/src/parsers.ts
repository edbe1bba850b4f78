import { nearest } from "@emberline/cql2/nearest";
import { WrongValue } from "./setting.ts";

/** Any text. */
export function text(given: string): string {
  return given;
}

export function wholeNumber(least: number, most: number): (given: string) => number {
  return (given) => {
    const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new WrongValue(`give a whole number from ${least} to ${most}`);
  };
}

/** A number above zero, with or without decimals. */
export function positiveNumber(most: number): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (number > 0 && number <= most) return number;
    throw new WrongValue(`give a number above 0, at most ${most}`);
  };
}

/** An http or https URL, unchanged. */
export function httpUrl(example: string): (given: string) => string {
  return (given) => {
    if (/^https?:\/\/[^/]/i.test(given) && URL.canParse(given)) return given;
    throw new WrongValue(`give an http or https URL such as ${example}`);
  };
}

/** The address of a server: an http or https URL without user, query or fragment. */
export function serverUrl(example: string): (given: string) => string {
  const parse = httpUrl(example);
  return (given) => {
    const { username, password, search, hash } = new URL(parse(given));
    if (username + password + search + hash === "") return given;
    throw new WrongValue(`give a URL without user, query or fragment, such as ${example}`);
  };
}

/**
 * JSON in which no object has a member twice: `JSON.parse` would keep the last, and say nothing.
 *
 * @param right what would be right, such as `give JSON such as {"keys": […]}`
 */
export function json(right: string): (given: string) => unknown {
  return (given) => {
    const value = parsed(given, right);
    const twice = repeatedMember(given);
    if (twice === undefined) return value;
    throw new WrongValue("give each member once", `has the member ${twice.slice(0, 100)} twice`);
  };
}

function parsed(given: string, right: string): unknown {
  try {
    // Without the byte order mark that editors put before it.
    return JSON.parse(given.trim());
  } catch {
    throw new WrongValue(right, "cannot be read");
  }
}

/** The first name, in quotes, that an object of a valid JSON text has twice. */
function repeatedMember(valid: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [token, text, colon] of valid.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === "{") objects.push(new Set());
    if (token === "}") objects.pop();
    if (colon === undefined) continue;
    const names = objects.at(-1)!;
    const name: string = JSON.parse(text!);
    if (names.has(name)) return text;
    names.add(name);
  }
  return undefined;
}

export function oneOf<const Name extends string>(names: readonly Name[]): (given: string) => Name {
  return (given) => {
    const found = names.find((name) => name === given);
    if (found !== undefined) return found;
    throw new WrongValue(`give ${names.join(" or ")}`);
  };
}

/** A setting's `choices`, and its `parse` for them. */
export function choiceOf<const Name extends string>(choices: readonly Name[]) {
  return { choices, parse: oneOf(choices) };
}

const words = new Map([
  ...["yes", "true", "on", "1"].map((word) => [word, true] as const),
  ...["no", "false", "off", "0"].map((word) => [word, false] as const),
]);

export function yesOrNo(given: string): boolean {
  const found = words.get(given.toLowerCase());
  if (found !== undefined) return found;
  throw new WrongValue("give yes or no");
}

/** Comma-separated texts, trimmed; at least one, since an empty list would count as none given. */
export function list(given: string): readonly string[] {
  const texts = given
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  if (texts.length > 0) return texts;
  throw new WrongValue("give one or more, separated by commas");
}

/** Comma-separated known names. */
export function listOf<const Name extends string>(
  known: readonly Name[],
): (given: string) => readonly Name[] {
  const isKnown = (name: string): name is Name => (known as readonly string[]).includes(name);
  return (given) =>
    list(given).map((name) => {
      if (isKnown(name)) return name;
      throw unknownName(name, known);
    });
}

/** The error for an unknown name in a setting's value. */
export function unknownName(name: string, known: readonly string[]): WrongValue {
  const [meant] = nearest(name, known, 1);
  const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
  return new WrongValue(
    `give names of ${known.join(", ")}`,
    `has ${JSON.stringify(name.slice(0, 100))}${hint}`,
  );
}
