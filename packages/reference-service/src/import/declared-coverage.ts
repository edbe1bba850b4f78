import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bbox, isBbox, parseTimeMs } from "@emberline/geo";
import { type CoveredSet, type DeclaredCoverages, isCollectionId } from "../values/collections.ts";

/** The file of a data folder that says what its other files cover. */
export const coverageFile = "coverage.json";

/**
 * Reads `coverage.json` of a data folder: by collection, codes of countries by category, and the
 * `boxes` and `intervals` that its features are of, or `sets` of these.
 *
 * @example {"svc:static-heat-sources": {"gas_flare": ["IQ", "IR"], "boxes": [[38, 24, 64, 40]]}}
 * @throws {Error} when it is not of that shape: a guess could call an area covered
 */
export async function declaredCoverage(folder: string): Promise<DeclaredCoverages> {
  const text = await readFile(join(folder, coverageFile), "utf8").catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}";
    throw error;
  });
  const found: DeclaredCoverages = {};
  for (const [id, members] of membersOf(parsed(text))) {
    if (!isCollectionId(id)) throw unreadable(`${JSON.stringify(id)} is no collection`);
    const { boxes, intervals, sets, ...categories } = Object.fromEntries(membersOf(members));
    const isTwice = sets !== undefined && (boxes !== undefined || intervals !== undefined);
    if (isTwice) throw unreadable("boxes and intervals stand in sets, or without them");
    found[id] = {
      countries: Object.entries(categories).map(([category, codes]) => ({
        category,
        codes: codesFrom(codes, category),
      })),
      ...setFrom({ boxes, intervals }),
      ...(sets !== undefined && { sets: listFrom(sets, isObject, "sets").map(setFrom) }),
    };
  }
  return found;
}

function setFrom({ boxes, intervals, ...others }: Readonly<Record<string, unknown>>): CoveredSet {
  const [other] = Object.keys(others);
  if (other !== undefined) throw unreadable(`${JSON.stringify(other)} is no member of a set`);
  return {
    ...(boxes !== undefined && { boxes: listFrom(boxes, isBox, "boxes") }),
    ...(intervals !== undefined && { intervals: listFrom(intervals, isInterval, "intervals") }),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isBox = (value: unknown): value is Bbox => isBbox(value);

function isInterval(value: unknown): value is readonly [string, string] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [startMs, endMs] = value.map((each) =>
    typeof each === "string" && each.includes("T") ? parseTimeMs(each) : undefined,
  );
  return startMs !== undefined && endMs !== undefined && startMs <= endMs;
}

function listFrom<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
  name: string,
): Item[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isItem)) return value;
  throw unreadable(`${name} is no list of ${name}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("it is not JSON");
  }
}

function membersOf(value: unknown): [string, unknown][] {
  if (isObject(value)) return Object.entries(value);
  throw unreadable(`${JSON.stringify(value)?.slice(0, 40)} is no object`);
}

function codesFrom(value: unknown, category: string): string[] {
  const isCode = (code: unknown) => typeof code === "string" && /^[A-Z]{2}$/.test(code);
  if (Array.isArray(value) && value.length > 0 && value.every(isCode)) return value;
  throw unreadable(`${JSON.stringify(category)} has no list of codes such as "IQ"`);
}

function unreadable(reason: string): Error {
  return new Error(
    `${coverageFile}: ${reason}. Write {"svc:static-heat-sources": {"gas_flare": ["IQ", "IR"]}}: codes of ISO 3166-1 by category and collection; "boxes" are lists of west, south, east and north, "intervals" of two RFC 3339 times, and "sets" of objects with both.`,
  );
}
