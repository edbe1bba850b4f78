import { didYouMean, quoted } from "@emberline/tools";
import { invalidParams } from "../common/handlers.ts";
import { argumentOf, type Route, scheme } from "./routes.ts";

/** A resource as its URI names it. */
export interface Asked {
  readonly route: Route;
  readonly variables: Readonly<Record<string, string>>;
  /** Arguments of the route's tool. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Cursors of pages are the longest arguments. */
const maxLength = 8000;

/** Arguments that are no texts. A value that cannot be read is passed on, and the tool says so. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  radius_km: readNumber,
  width: readNumber,
  height: readNumber,
  limit: readNumber,
  bbox: (text) => text.split(",").map(readNumber),
  collections: (text) => text.split(","),
};

/**
 * The resource that a URI names; null if it has the form of none.
 *
 * @throws {ProtocolError} when the query gives what the resource does not take
 */
export function parseUri(uri: string, routes: readonly Route[]): Asked | null {
  if (!uri.startsWith(scheme) || uri.length > maxLength || !URL.canParse(uri)) return null;
  const { host, pathname, username, password, hash, searchParams } = new URL(uri);
  if (username !== "" || password !== "" || hash !== "") return null;
  const segments = segmentsOf(`${host}${pathname}`);
  for (const route of segments ? routes : []) {
    const variables = match(segments!, route);
    if (!variables) continue;
    const given = [...Object.entries(variables), ...queryOf(searchParams, route)];
    const input = given.flatMap(([name, text]) => {
      const argument = argumentOf[name] ?? (route.query?.includes(name) ? name : null);
      return argument === null ? [] : [[argument, (readers[argument] ?? String)(text)]];
    });
    return { route, variables, input: Object.fromEntries(input) };
  }
  return null;
}

/** Null where a segment is not decodable. */
function segmentsOf(path: string): string[] | null {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

function match(segments: readonly string[], { path }: Route): Record<string, string> | null {
  const pattern = path.split("/");
  if (pattern.length !== segments.length) return null;
  const variables: Record<string, string> = {};
  for (const [i, expected] of pattern.entries()) {
    const segment = segments[i]!;
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name === undefined ? segment !== expected : segment === "") return null;
    if (name !== undefined) variables[name] = segment;
  }
  return variables;
}

function queryOf(given: URLSearchParams, { query = [] }: Route): [string, string][] {
  const entries = [...given];
  for (const [i, [name]] of entries.entries()) {
    const shown = quoted(name, 60);
    if (!query.includes(name)) {
      const known = query.length > 0 ? `It takes ${query.join(", ")}.` : "It takes none.";
      throw invalidParams(
        `The resource has no parameter ${shown}.${didYouMean(name, query)} ${known}`,
      );
    }
    if (entries.findIndex(([other]) => other === name) !== i)
      throw invalidParams(`The URI gives ${shown} twice: give it once.`);
  }
  return entries;
}

function readNumber(text: string): number | string {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
