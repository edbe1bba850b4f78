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

/** The cursor of a state. Plain text: JSON would be escaped in the cursors of tools. */
export function printState({ places, lastMs, missing }: State): string {
  const parts = Object.entries(places).map(([name, { page, size, after }]) =>
    [name, size, print(page), ...(after === null ? [] : [print(after)])].join(":"),
  );
  const isLastNeeded = Object.values(places).some(({ after }) => after !== null);
  const last = isLastNeeded && lastMs !== null && Number.isFinite(lastMs) ? lastMs : "";
  return [last, missing.join(" "), ...parts].join(",");
}

function parse(cursor: string): State | null {
  const [last = "", missing = "", ...parts] = cursor.split(",");
  const places = parts.map(parsePlace);
  if (!/^(-?\d+(\.\d+)?)?$/.test(last) || places.length === 0 || places.includes(null)) return null;
  return {
    places: Object.fromEntries(places.filter((each) => each !== null)),
    lastMs: last === "" ? null : Number(last),
    missing: missing === "" ? [] : missing.split(" "),
  };
}

function parsePlace(text: string): readonly [name: string, Place] | null {
  const [name = "", size = "", page, after, ...more] = text.split(":");
  const isWhole = page !== undefined && more.length === 0 && /^\d{1,3}$/.test(size);
  if (!isWhole || Number(size) < 1 || Number(size) > maxPageSize) return null;
  try {
    const last = after === undefined ? null : decodeURIComponent(after);
    return [name, { page: parsePage(page), size: Number(size), after: last }];
  } catch {
    return null;
  }
}

/** No text is printed like this. */
const nothing = "=";

function print(text: string | null): string {
  return text === null ? nothing : encodeURIComponent(text);
}

function parsePage(page: string): string | null {
  return page === nothing ? null : decodeURIComponent(page);
}
