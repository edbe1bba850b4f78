import type { Pause } from "@emberline/turns";

/**
 * `JSON.parse` of an object with a long list, with pauses if there is a function for them.
 *
 * @param name the member with the list
 * @throws {SyntaxError} when the text is not JSON
 */
export async function parseText(
  text: string,
  pause: Pause | undefined,
  name: "features" | "groups",
): Promise<unknown> {
  if (!pause) return JSON.parse(text);
  // Loaded on demand: most programs do without pauses.
  const { parseInParts } = await import("./parse-in-parts.ts");
  return parseInParts(text, pause, name);
}
