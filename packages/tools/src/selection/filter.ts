import type { Feature } from "@emberline/core";
import {
  type BooleanExpression,
  Cql2Error,
  check,
  compile,
  type Lang,
  notices,
  type Predicate,
  parse,
  print,
  type Queryables,
  readQueryables,
} from "@emberline/cql2";
import { finishInTurns, type Pause } from "@emberline/turns";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { decide } from "../geometry/decide.ts";
import { listNames } from "../values/text.ts";

export interface Filter {
  readonly tree: BooleanExpression;
  /** CQL2 text, as sent. */
  readonly text: string;
  /** Whether the feature matches the filter; null where its geometry leaves that open. */
  accepts(feature: Feature): boolean | null;
  /** Explains surprising readings: properties of mixed types, texts taken for times. */
  readonly notices: readonly string[];
}

/**
 * Parses a filter and checks it against the collection's queryables, before any request for
 * features.
 *
 * @throws {ToolError} when the filter is invalid (`invalid_input`), with every problem at once and
 *   the properties of the collection
 */
export async function resolveFilter(
  text: string,
  lang: Lang,
  collection: CollectionInfo,
  pause: Pause,
): Promise<Filter> {
  const { id, queryables } = collection;
  const tree = parseFilter(text, lang);
  if (!queryables) {
    return filterOf(tree, null, pause, [
      `The filter was not checked: the service does not list the properties of ${id}.`,
    ]);
  }
  const known = readQueryables({ queryables });
  const problems = check(tree, known);
  if (problems.length > 0) {
    const names = listNames([...new Set(queryables.map((each) => each.id))]);
    throw invalidInput(
      `The filter is wrong: ${joined(problems.map(({ message }) => message))} The properties of ${id} are ${names}.`,
    );
  }
  return filterOf(
    tree,
    known,
    pause,
    notices(tree, known).map(({ message }) => message),
  );
}

/** Makes a filter from a checked tree. */
export async function filterOf(
  tree: BooleanExpression,
  queryables: Queryables | null,
  pause: Pause,
  readingNotices: readonly string[] = [],
): Promise<Filter> {
  const text = print(tree, { lang: "cql2-text" }) as string;
  const predicate = await compileFilter(tree, queryables, pause);
  return {
    tree,
    text,
    accepts: (feature) => decide(() => predicate(feature)),
    notices: readingNotices,
  };
}

/** The engine for geometry, the heaviest module, is loaded only for spatial filters. */
async function compileFilter(
  tree: BooleanExpression,
  queryables: Queryables | null,
  pause: Pause,
): Promise<Predicate> {
  const options = queryables ? { queryables } : {};
  try {
    return compile(tree, options);
  } catch (error) {
    if (!(error instanceof Cql2Error) || error.code !== "needs-spatial") throw error;
  }
  const { prepareSteps, spatial } = await import("@emberline/cql2/spatial");
  try {
    await finishInTurns(prepareSteps(tree), pause);
    return compile(tree, { ...options, spatial });
  } catch (error) {
    if (!(error instanceof Cql2Error) || error.code !== "limit") throw error;
    throw invalidInput(`The filter cannot be used: ${error.message}`);
  }
}

/** At most this many distinct problems in a message. */
const maxProblems = 10;

function joined(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  const more = different.length - maxProblems;
  return [...different.slice(0, maxProblems), ...(more > 0 ? [`… and ${more} more.`] : [])].join(
    " ",
  );
}

function parseFilter(text: string, lang: Lang): BooleanExpression {
  try {
    return parse(text, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    throw invalidInput(
      `The filter is not valid ${lang === "ecql-text" ? "ECQL" : "CQL2"}: ${error.message}\nA valid example: frp > 50 AND confidence = 'h'`,
    );
  }
}
