import { InvalidRequestError } from "./values/errors.ts";

/** The largest page of the interface. */
export const maxPageSize = 100;

/** How far a service's list was read: a page, and the last simulation taken from it. */
export interface Place {
  /** Null for the first page. */
  readonly page: string | null;
  readonly size: number;
  readonly after: string | null;
}

/** By name; a service whose list has ended, or that has none, is absent. */
export type Places = Readonly<Record<string, Place>>;

/** What a cursor of the merged list says. */
export interface State {
  readonly places: Places;
  /** When the last simulation before the cursor was created; null if that is not known. */
  readonly lastMs: number | null;
  /** Names of the services that the list is without from its beginning. */
  readonly missing: readonly string[];
}

/** Throws `InvalidRequestError` for a cursor of another list. */
export function readState(cursor: string, names: readonly string[]): State {
  const state = parse(cursor);
  const known = new Set(names);
  const isKnown = (given: readonly string[]) => given.every((name) => known.has(name));
  if (state && isKnown(Object.keys(state.places)) && isKnown(state.missing)) return state;
  throw new InvalidRequestError(
    "cursor does not belong to the simulations of these services: pass the nextCursor of an earlier page, unchanged.",
  );
}

function parse(cursor: string): State | null {
  try {
    const { places, lastMs, missing } = JSON.parse(cursor);
    const isWhole =
      Object.values(places as object).every(isPlace) &&
      (lastMs === null || typeof lastMs === "number") &&
      Array.isArray(missing) &&
      missing.every((name) => typeof name === "string");
    return isWhole ? { places, lastMs, missing } : null;
  } catch {
    return null;
  }
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { page, size, after } = value as Record<string, unknown>;
  return (
    (page === null || typeof page === "string") &&
    (after === null || typeof after === "string") &&
    Number.isInteger(size) &&
    Number(size) >= 1 &&
    Number(size) <= maxPageSize
  );
}
