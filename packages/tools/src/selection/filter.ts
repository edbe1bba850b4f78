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
import { candidatesFrom, invalidInput, type ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { decide } from "../geometry/shapes.ts";
import { named, offer } from "../values/text.ts";
import { areaFilter, areaNotice, withArea } from "./filter-area.ts";
import { withoutDialects } from "./filter-dialects.ts";
import { fitToSample, numbersOf } from "./filter-samples.ts";
import { withTimeLiterals } from "./filter-times.ts";
import {
  asMeant,
  comparedWithTimes,
  comparesNameAsText,
  filterText,
  spellingIn,
} from "./filter-tree.ts";
import { SourceCodes, withSpellings } from "./source-filters.ts";
import { UnlistedValues } from "./unlisted-values.ts";
import { standardFunctions, wrongFilter } from "./wrong-filter.ts";

export interface Filter {
  readonly tree: BooleanExpression;
  /** CQL2 text. */
  readonly text: string;
  /** What a service is asked for; it may select more features. */
  readonly sent: BooleanExpression | undefined;
  /** Whether that is the whole filter, so that a service can count what matches. */
  readonly isSentWhole: boolean;
  /** Whether the feature matches the filter; null where its geometry leaves that open. */
  accepts(feature: Feature): boolean | null;
  /** What features show of its properties, where the service lists none. */
  readonly unlisted?: UnlistedValues;
  /** Properties that it compares with times. */
  readonly times: readonly string[];
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
  context: Pick<
    ToolContext,
    "client" | "sampled" | "signal" | "softDeadline" | "maxTokens" | "pause"
  >,
  areas: readonly string[] = [],
): Promise<Filter> {
  const { id, queryables, sampledTypes } = collection;
  if (!queryables) {
    const { tree, isMended } = readUnchecked(text, lang);
    const fitted = fitToSample(tree, spellingIn(text), sampledTypes);
    const computed = withArea(numbersOf(), collection);
    const filter = await checkedFilter(
      fitted,
      withArea(numbersOf(sampledTypes), collection),
      isMended,
      context,
      [`The filter was not checked: the service does not list the properties of ${named(id)}.`],
    );
    return { ...filter, unlisted: new UnlistedValues(fitted, new Set(computed.types.keys())) };
  }
  const known = withArea(readQueryables({ queryables }), collection);
  const codes = new SourceCodes(collection);
  const reading = readFilter(text, lang, known, (each) => codes.apply(each));
  const { problems, isMended } = reading;
  if (problems.length > 0)
    throw wrongFilter(
      { ...reading, spelling: spellingIn(text), hint: codes.hint(reading.tree) },
      known,
      collection,
      areas,
    );
  const spelt = await withSpellings(reading.tree, collection, context);
  const tree = spelt?.tree ?? reading.tree;
  const ofArea = areaNotice(tree, known);
  const readNotices = codes.notices(notices(tree, known).map(({ message }) => message));
  return checkedFilter(tree, known, isMended, context, [
    ...(spelt ? [spelt.notice] : []),
    ...(ofArea === null ? [] : [ofArea]),
    ...readNotices,
  ]);
}

async function checkedFilter(
  tree: BooleanExpression,
  known: Queryables | null,
  isMended: boolean,
  context: Pick<ToolContext, "maxTokens" | "pause">,
  readNotices: readonly string[],
): Promise<Filter> {
  const text = filterText(tree);
  // Long filters mostly list values.
  const hint = ", such as by one IN (…) for all values of a property";
  await checkRepeated("filter", text, hint, context);
  const read = `The filter is not valid CQL2, and is read as: ${text}`;
  return filterOf(tree, known, context.pause, text, [...(isMended ? [read] : []), ...readNotices]);
}

/** Makes a filter from a checked tree. */
export async function filterOf(
  tree: BooleanExpression,
  known: Queryables | null,
  pause: Pause,
  text = filterText(tree),
  readNotices: readonly string[] = [],
): Promise<Filter> {
  const predicate = await compileFilter(tree, known, pause);
  const area = await areaFilter(tree, known);
  return {
    tree,
    text,
    sent: area ? area.sent : tree,
    isSentWhole: area === null,
    accepts: (feature) => decide(() => predicate(area ? area.withArea(feature) : feature)),
    times: comparedWithTimes(tree),
    notices: readNotices,
  };
}

/** One way to read a filter, and its problems with the properties of the collection. */
interface FilterReading {
  readonly tree: BooleanExpression;
  readonly problems: readonly string[];
  /** Whether it is not what the filter says word for word. */
  readonly isMended: boolean;
}

/** Functions of ECQL that the evaluation knows. */
const ecqlFunctions = ["dwithin", "beyond", "relate", "exists"];

/**
 * Reads a filter as it stands, or else as it is plainly meant, with the problems that are left.
 *
 * @throws {ToolError} when neither can be read (`invalid_input`)
 */
function readFilter(
  text: string,
  lang: Lang,
  known: Queryables,
  coded: (tree: BooleanExpression) => BooleanExpression,
): FilterReading {
  const functions = lang === "ecql-text" ? ecqlFunctions : [];
  const problemsOf = (tree: BooleanExpression) =>
    check(tree, known, { functions }).map(({ message }) => message);
  const sent = parsed(text, lang);
  const written = sent && coded(sent);
  const problems = written === null ? [] : problemsOf(written);
  if (written !== null && comparesNameAsText(written))
    problems.push("The name of a property stands in single quotes, which make it a text");
  if (written !== null && problems.length === 0)
    return { tree: written, problems, isMended: false };
  const other = readAsMeant(text);
  const meant = other && coded(asMeant(other, known, spellingIn(text)));
  const left = meant === null ? problems : problemsOf(meant);
  if (meant === null || left.length > 0)
    checkTimes(text, lang, (each) => problemsOf(each).length === 0);
  if (meant !== null) return { tree: meant, problems: left, isMended: true };
  if (written === null) throw syntaxError(text, lang);
  return { tree: written, problems, isMended: false };
}

/**
 * Reads a filter without known properties.
 *
 * @throws {ToolError} when it cannot be read (`invalid_input`)
 */
function readUnchecked(text: string, lang: Lang): Omit<FilterReading, "problems"> {
  const written = parsed(text, lang);
  if (written !== null) return { tree: written, isMended: false };
  const meant = readAsMeant(text);
  if (meant !== null) return { tree: meant, isMended: true };
  checkTimes(text, lang, () => true);
  throw syntaxError(text, lang);
}

/** People write short filters; longer ones come from programs. */
const maxMendedLength = 2000;

function readAsMeant(text: string): BooleanExpression | null {
  return text.length > maxMendedLength ? null : parsed(withoutDialects(text), "ecql-text");
}

function parsed(text: string, lang: Lang): BooleanExpression | null {
  try {
    return parse(text, { lang });
  } catch (error) {
    if (error instanceof Cql2Error) return null;
    throw error;
  }
}

/** @throws {ToolError} when the filter is valid with other literals for its times */
function checkTimes(text: string, lang: Lang, isValid: (tree: BooleanExpression) => boolean): void {
  if (text.length > maxMendedLength) return;
  const ways = [false, true].map((areTextsDays) =>
    withTimeLiterals(text, areTextsDays).filter((each) => {
      const tree = parsed(each, lang);
      return tree !== null && isValid(tree);
    }),
  );
  const right = ways.find(({ length }) => length > 0);
  if (!right) return;
  const offered = offer(right.map((filter) => ({ filter })));
  throw invalidInput(
    `The filter is wrong: a day is written DATE('2024-08-01'), an instant TIMESTAMP('2024-08-01T12:00:00Z'). ${offered}`,
    { argument: "filter", candidates: candidatesFrom(right) },
  );
}

function syntaxError(text: string, lang: Lang): ToolError {
  try {
    parse(text, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    return invalidInput(
      `The filter is not valid ${lang === "ecql-text" ? "ECQL" : "CQL2"}: ${error.message}\nA valid example: frp > 50 AND CASEI(name) LIKE CASEI('%part%')`,
      "filter",
    );
  }
  return invalidInput("The filter is not valid.", "filter");
}

/** The engine for geometry, the heaviest module, is loaded only for spatial filters. */
async function compileFilter(
  tree: BooleanExpression,
  known: Queryables | null,
  pause: Pause,
): Promise<Predicate> {
  const options = known ? { queryables: known } : {};
  try {
    return compile(tree, options);
  } catch (error) {
    if (!(error instanceof Cql2Error) || error.code !== "needs-spatial") throw asInvalid(error);
  }
  const { prepareSteps, spatialInTurns } = await import("@emberline/cql2/spatial");
  try {
    await finishInTurns(prepareSteps(tree), pause);
    return compile(tree, { ...options, spatial: spatialInTurns });
  } catch (error) {
    throw asInvalid(error);
  }
}

/** What is wrong with a filter was not checked before, where its properties are not listed. */
function asInvalid(error: unknown): unknown {
  if (!(error instanceof Cql2Error)) return error;
  const known = error.code === "unknown-function" ? ` The functions are ${standardFunctions}.` : "";
  return invalidInput(`The filter cannot be used: ${error.message}.${known}`, "filter");
}
