import type { Pause } from "@emberline/turns";
import { isObject } from "../values/bbox.ts";

/** Longer texts are parsed in parts of this length, a few milliseconds each. */
const partLength = 262_144;

/**
 * `JSON.parse` of an object with a long list, such as a feature collection, with pauses between
 * parts of the list. A text that is not recognized as one is parsed at once.
 *
 * @param name the member with the list
 * @throws {SyntaxError} when the text is not JSON
 */
export async function parseInParts(
  text: string,
  pause: Pause,
  name: "features" | "groups",
): Promise<unknown> {
  return (await parseParts(text, pause, name)) ?? JSON.parse(text);
}

/** Undefined if the text cannot be cut. */
async function parseParts(text: string, pause: Pause, name: string): Promise<unknown> {
  const start = text.length > partLength ? startOfList(text, name) : undefined;
  if (start === undefined) return undefined;
  const cuts = cutsBetweenItems(text, start);
  const last = cuts.at(-1);
  if (last === undefined) return undefined;
  try {
    const items: unknown[] = [];
    let from = start;
    for (const cut of cuts) {
      const part: unknown[] = JSON.parse(`[${text.slice(from, cut)}]`);
      for (const item of part) items.push(item);
      from = cut + 1;
      await pause();
    }
    // The last part is parsed together with the text around the list.
    const rest: unknown = JSON.parse(text.slice(0, start) + text.slice(from));
    const list = isObject(rest) ? rest[name] : undefined;
    if (!isObject(rest) || !Array.isArray(list)) return undefined;
    for (const item of list) items.push(item);
    return { ...rest, [name]: items };
  } catch (error) {
    // A cut within an item leaves brackets open on both sides.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where the first item begins, in a member of the outermost object. */
function startOfList(text: string, name: string): number | undefined {
  const list = new RegExp(`(?<!\\\\)"${name}"\\s*:\\s*\\[\\s*(?=\\{)`);
  const found = list.exec(text.slice(0, partLength));
  if (!found) return undefined;
  const start = found.index + found[0].length;
  try {
    JSON.parse(`${text.slice(0, start)}]}`);
    return start;
  } catch {
    return undefined;
  }
}

/**
 * Positions of commas between items, one per part. Each is found by the beginning that items
 * share, which cannot occur within a string because quotes are escaped there.
 */
function cutsBetweenItems(text: string, start: number): number[] {
  const [beginning] =
    /^\{\s*"[^"\\]+"\s*:\s*("Feature")?/.exec(text.slice(start, start + 200)) ?? [];
  if (beginning === undefined) return [];
  const cuts: number[] = [];
  for (let from = start + partLength; from < text.length; ) {
    const at = text.indexOf(beginning, from);
    if (at < 0) break;
    const comma = text.lastIndexOf(",", at);
    if (text.slice(comma + 1, at).trim() === "") cuts.push(comma);
    from = at + partLength;
  }
  return cuts;
}
