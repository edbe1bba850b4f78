import {
  type BooleanExpression,
  Cql2Error,
  check,
  type Lang,
  parse,
  type Queryables,
} from "@emberline/cql2";
import { mendFilter } from "./mend-filter.ts";
import { withCases } from "./mend-spatial.ts";
import { comparesNameAsText, takeApart, withTypesOf } from "./mend-tree.ts";

/** One way to read a filter, and its problems with the properties of the collection. */
export interface FilterReading {
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
