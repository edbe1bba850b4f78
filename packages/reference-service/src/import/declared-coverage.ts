import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CollectionId, collectionIds, type DeclaredCountries } from "../values/collections.ts";

/** The file of a data folder that says which countries its other files cover. */
export const coverageFile = "coverage.json";

/**
 * Reads `coverage.json` of a data folder: codes of countries, by category, by collection.
 *
 * @example {"svc:static-heat-sources": {"gas_flare": ["IQ", "IR"]}}
 * @throws {Error} when it is not of that shape: a guess could call an area covered
 */
export async function declaredCoverage(folder: string): Promise<DeclaredCountries> {
  const text = await readFile(join(folder, coverageFile), "utf8").catch((error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}";
    throw error;
  });
  const found: DeclaredCountries = {};
  for (const [id, categories] of membersOf(parsed(text))) {
    if (!isCollectionId(id)) throw unreadable(`${JSON.stringify(id)} is no collection`);
    found[id] = membersOf(categories).map(([category, codes]) => ({
      category,
      codes: codesFrom(codes, category),
    }));
  }
  return found;
}

function isCollectionId(id: string): id is CollectionId {
  return (collectionIds as readonly string[]).includes(id);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("it is not JSON");
  }
}

function membersOf(value: unknown): [string, unknown][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value);
  throw unreadable(`${JSON.stringify(value)?.slice(0, 40)} is no object`);
}

function codesFrom(value: unknown, category: string): string[] {
  const isCode = (code: unknown) => typeof code === "string" && /^[A-Z]{2}$/.test(code);
  if (Array.isArray(value) && value.length > 0 && value.every(isCode)) return value;
  throw unreadable(`${JSON.stringify(category)} has no list of codes such as "IQ"`);
}

function unreadable(reason: string): Error {
  return new Error(
    `${coverageFile}: ${reason}. Write {"svc:static-heat-sources": {"gas_flare": ["IQ", "IR"]}}: codes of ISO 3166-1 by category and collection.`,
  );
}
