import {
  type BooleanExpression,
  Cql2Error,
  check,
  type Lang,
  parse,
  type Queryables,
} from "@emberline/cql2";
import { candidatesFrom, invalidInput, type ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { listNames, offer } from "../values/text.ts";
import { mendFilter } from "./mend-filter.ts";
import { withCases } from "./mend-spatial.ts";
import {
  type Apart,
  comparesNameAsText,
  filterText,
  takeApart,
  withKnownNames,
  withTypesOf,
} from "./mend-tree.ts";

/** For messages on functions that CQL2 lacks. */
export const standardFunctions =
  "CASEI, ACCENTI, S_INTERSECTS, S_WITHIN, S_CONTAINS and the other S_, T_ and A_ functions of CQL2";

/** What is wrong with a filter, with the arguments that would be right where they are known. */
export function wrongFilter(
  { tree, problems }: FilterReading,
  known: Queryables,
  { id, interval, notices: [notice] }: CollectionInfo,
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
  const right = corrected && isValid(corrected) ? filterText(corrected) : null;
  return invalidInput(
    [
      `The filter is wrong: ${sentences}`,
      right === null ? null : offer({ filter: right }),
      problems.some((each) => each.includes("no function"))
        ? `The functions are ${standardFunctions}.`
        : null,
      `The properties of ${id} are ${names}.`,
      // A live collection has no properties before its first reading: its notice says so.
      interval === null ? notice : null,
    ]
      .filter((each) => each != null)
      .join(" "),
    { argument: "filter", ...(right !== null && { candidates: candidatesFrom([right]) }) },
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
    "filter",
  );
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
export function syntaxError(text: string, lang: Lang): ToolError {
  try {
    parse(text, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    return invalidInput(
      `The filter is not valid ${lang === "ecql-text" ? "ECQL" : "CQL2"}: ${error.message}\nA valid example: frp > 50 AND confidence = 'h'`,
      "filter",
    );
  }
  return invalidInput("The filter is not valid.", "filter");
}

/** One way to read a filter, and its problems with the properties of the collection. */
interface FilterReading {
  readonly tree: BooleanExpression;
  readonly problems: readonly string[];
  readonly isMended: boolean;
}

/** Functions of ECQL that the evaluation knows. */
const ecqlFunctions = ["dwithin", "beyond", "relate", "exists"];

/** People write short filters; longer ones come from programs. */
const maxMendedLength = 2000;

/** The ways to read a filter: as it stands; mended; with its values in the properties' types. */
export function readingsOf(text: string, lang: Lang, known: Queryables): FilterReading[] {
  const readings: FilterReading[] = [];
  const read = (source: string, language: Lang, isMended: boolean) => {
    const tree = parsed(source, language);
    if (!tree || (!isMended && comparesNameAsText(tree, known))) return false;
    const functions = language === "ecql-text" ? ecqlFunctions : [];
    const cased = isMended ? withCases(tree) : tree;
    for (const each of isMended ? [cased, withTypesOf(cased, known)] : [cased]) {
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

/** Without known properties only what cannot be read otherwise is mended; null if unreadable. */
export function parseOrMend(text: string, lang: Lang): BooleanExpression | null {
  const isShort = text.length <= maxMendedLength;
  return parsed(text, lang) ?? (isShort ? parsed(mendFilter(text, new Set()), "cql2-text") : null);
}
