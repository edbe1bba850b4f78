import type { Pause } from "@emberline/turns";
import { isObject } from "../values/check-geojson.ts";

/** Longer texts are parsed in parts of this length, a few milliseconds each. */
const partLength = 262_144;

/**
 * `JSON.parse` of a feature collection, with pauses between parts of its features. A text that is
 * not recognized as a list of features is parsed at once.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export async function parseInParts(text: string, pause: Pause | undefined): Promise<unknown> {
  return (pause && (await parseParts(text, pause))) ?? JSON.parse(text);
}

/** Undefined if the text cannot be cut. */
async function parseParts(text: string, pause: Pause): Promise<unknown> {
  const start = text.length > partLength ? startOfFeatures(text) : undefined;
  if (start === undefined) return undefined;
  const cuts = cutsBetweenFeatures(text, start);
  const last = cuts.at(-1);
  if (last === undefined) return undefined;
  try {
    const features: unknown[] = [];
    let from = start;
    for (const cut of cuts) {
      const part: unknown[] = JSON.parse(`[${text.slice(from, cut)}]`);
      for (const feature of part) features.push(feature);
      from = cut + 1;
      await pause();
    }
    // The last part is parsed together with the text around the list.
    const rest: unknown = JSON.parse(text.slice(0, start) + text.slice(from));
    if (!isObject(rest) || !Array.isArray(rest.features)) return undefined;
    for (const feature of rest.features) features.push(feature);
    return { ...rest, features };
  } catch (error) {
    // A cut within a feature leaves brackets open on both sides.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where the first feature begins, in the member `features` of the outermost object. */
function startOfFeatures(text: string): number | undefined {
  const found = /(?<!\\)"features"\s*:\s*\[\s*(?=\{)/.exec(text.slice(0, partLength));
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
 * Positions of commas between features, one per part. Each is found by the beginning that features
 * share, which cannot occur within a string because quotes are escaped there.
 */
function cutsBetweenFeatures(text: string, start: number): number[] {
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
