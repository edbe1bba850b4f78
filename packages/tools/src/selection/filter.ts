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
  type Queryables,
  readQueryables,
} from "@emberline/cql2";
import { finishInTurns, type Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { checkRepeated } from "../call/fit-to-budget.ts";
import { invalidInput, type ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { decide } from "../geometry/decide.ts";
import { offer } from "../values/offer.ts";
import { listNames } from "../values/text.ts";
import { mendFilter } from "./mend-filter.ts";
import {
  type Apart,
  comparesNameAsText,
  filterText,
  takeApart,
  withKnownNames,
  withTypesOf,
} from "./mend-tree.ts";

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
 * features. What is plainly meant in the words of another language is read as CQL2, with a notice.
 *
 * @param areas the arguments of an area that were given, which offers of another must leave out
 * @throws {ToolError} when the filter is invalid (`invalid_input`), with every problem at once, a
 *   corrected filter where one is known, and the properties of the collection
 */
export async function resolveFilter(
  text: string,
  lang: Lang,
  collection: CollectionInfo,
  context: Pick<ToolContext, "maxTokens" | "pause">,
  areas: readonly string[] = [],
): Promise<Filter> {
  const { id, queryables } = collection;
  const { pause } = context;
  if (!queryables) {
    const tree = parseOrMend(text, lang);
    await checkRepeated("filter", filterText(tree), context);
    return filterOf(tree, null, pause, [
      `The filter was not checked: the service does not list the properties of ${id}.`,
    ]);
  }
  const known = readQueryables({ queryables });
  const readings = readingsOf(text, lang, known);
  const valid = readings.find(({ problems }) => problems.length === 0);
  if (!valid) {
    const best = readings.find(({ isMended }) => isMended) ?? readings[0];
    throw best ? wrongFilter(best, known, collection, areas) : syntaxError(text, lang);
  }
  const { tree, isMended } = valid;
  await checkRepeated("filter", filterText(tree), context);
  return filterOf(tree, known, pause, [
    ...(isMended ? [`The filter is not valid CQL2, and is read as: ${filterText(tree)}`] : []),
    ...notices(tree, known).map(({ message }) => message),
  ]);
}

interface Reading {
  readonly tree: BooleanExpression;
  readonly problems: readonly string[];
  readonly isMended: boolean;
}

/** Functions of ECQL that the evaluation knows. */
const ecqlFunctions = ["dwithin", "beyond", "relate", "exists"];

/** People write short filters; longer ones come from programs. */
const maxMendedLength = 2000;

/** The ways to read a filter: as it stands; mended; with its values in the properties' types. */
function readingsOf(text: string, lang: Lang, known: Queryables): Reading[] {
  const readings: Reading[] = [];
  const read = (source: string, language: Lang, isMended: boolean) => {
    const tree = parsed(source, language);
    if (!tree || (!isMended && comparesNameAsText(tree, known))) return false;
    const functions = language === "ecql-text" ? ecqlFunctions : [];
    for (const each of isMended ? [tree, withTypesOf(tree, known)] : [tree]) {
      const problems = check(each, known, { functions }).map(({ message }) => message);
      readings.push({ tree: each, problems, isMended });
      if (problems.length === 0) return true;
    }
    return false;
  };
  if (read(text, lang, false)) return readings;
  if (text.length > maxMendedLength) return readings;
  if (read(mendFilter(text, new Set(known.types.keys())), "cql2-text", true)) return readings;
  // What ECQL calls DWITHIN is an argument here.
  const isApart = readings.some(({ tree }) => takeApart(tree) !== null);
  if (lang !== "ecql-text" && !isApart) read(text, "ecql-text", true);
  return readings;
}

function parsed(text: string, lang: Lang): BooleanExpression | null {
  try {
    return parse(text, { lang });
  } catch (error) {
    if (error instanceof Cql2Error) return null;
    throw error;
  }
}

/** Without known properties only what cannot be read otherwise is mended. */
function parseOrMend(text: string, lang: Lang): BooleanExpression {
  const isShort = text.length <= maxMendedLength;
  const tree =
    parsed(text, lang) ?? (isShort ? parsed(mendFilter(text, new Set()), "cql2-text") : null);
  if (!tree) throw syntaxError(text, lang);
  return tree;
}

const standardFunctions =
  "CASEI, ACCENTI, S_INTERSECTS, S_WITHIN, S_CONTAINS and the other S_, T_ and A_ functions of CQL2";

/** What is wrong with a filter, with the arguments that would be right where they are known. */
function wrongFilter(
  { tree, problems }: Reading,
  known: Queryables,
  { id }: CollectionInfo,
  areas: readonly string[],
): ToolError {
  const isValid = (each: BooleanExpression | null) =>
    each === null || check(each, known, { functions: [] }).length === 0;
  const apart = takeApart(tree);
  if (apart && isValid(apart.rest)) return apartError(apart, areas);
  const named = withKnownNames(tree, known);
  const corrected = named && withTypesOf(named, known);
  const sentences = joined(
    problems.map((each) => each.replace(/; known names: .*$/, "").replace(/(?<![.?])$/, ".")),
  );
  const names = listNames([...known.types.keys()]);
  return invalidInput(
    [
      `The filter is wrong: ${sentences}`,
      corrected && isValid(corrected) ? offer({ filter: filterText(corrected) }) : null,
      problems.some((each) => each.includes("no function"))
        ? `The functions are ${standardFunctions}.`
        : null,
      `The properties of ${id} are ${names}.`,
    ]
      .filter((each) => each !== null)
      .join(" "),
  );
}

/** Distances and years are not conditions of a filter: other arguments give them. */
function apartError({ distance, time, rest }: Apart, areas: readonly string[]): ToolError {
  const filter = rest === null ? null : filterText(rest);
  const none = Object.fromEntries(areas.map((each) => [each, null]));
  const near = distance?.center && `${distance.center[1]},${distance.center[0]}`;
  const isWhole = !distance || (near && distance.km !== null);
  const offered = {
    filter,
    ...(time !== null && { time }),
    ...(near && distance.km !== null && { ...none, near, radius_km: distance.km }),
  };
  return invalidInput(
    [
      distance
        ? "The filter has no functions of distance: give near (or within, fire) with radius_km instead."
        : "The filter has no functions of the calendar: give time instead.",
      isWhole
        ? offer(offered)
        : 'For example near "40.0,-121.6" with radius_km 10, or fire "Park" with radius_km 10.',
    ].join(" "),
  );
}

/** Makes a filter from a checked tree. */
export async function filterOf(
  tree: BooleanExpression,
  queryables: Queryables | null,
  pause: Pause,
  readingNotices: readonly string[] = [],
): Promise<Filter> {
  const predicate = await compileFilter(tree, queryables, pause);
  return {
    tree,
    text: filterText(tree),
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
    if (!(error instanceof Cql2Error)) throw error;
    if (error.code === "unknown-function")
      throw invalidInput(
        `The filter cannot be used: ${error.message}. The functions are ${standardFunctions}.`,
      );
    if (error.code !== "needs-spatial") throw error;
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

/** @throws {unknown} what is not an error of the language */
function syntaxError(text: string, lang: Lang): ToolError {
  try {
    parse(text, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    return invalidInput(
      `The filter is not valid ${lang === "ecql-text" ? "ECQL" : "CQL2"}: ${error.message}\nA valid example: frp > 50 AND confidence = 'h'`,
    );
  }
  return invalidInput("The filter is not valid.");
}
