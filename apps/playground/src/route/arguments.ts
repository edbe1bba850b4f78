import type { JsonObject } from "../json.ts";

/**
 * Arguments as parameters of a link: texts as they are, unless they read as JSON; all others as
 * JSON.
 */
export function printArguments(args: JsonObject): string[] {
  return Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const isPlain = typeof value === "string" && readJson(value) === undefined;
      return `${encode(name)}=${encode(isPlain ? value : JSON.stringify(value))}`;
    });
}

/** The arguments of a link's parameters. */
export function parseArguments(parameters: URLSearchParams): JsonObject {
  return Object.fromEntries(
    [...parameters].map(([name, text]) => {
      const value = readJson(text);
      return [name, value === undefined ? text : value];
    }),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As readable as a fragment may be: commas, slashes, colons and quotes stay. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|2F|3A|40|5B|5D|27)/g, (code) =>
    decodeURIComponent(code),
  );
}
