import {
  type BooleanExpression,
  Cql2Error,
  check,
  type Lang,
  parse,
  type Queryables,
} from "@emberline/cql2";
import { invalidInput, type ToolError } from "../call/tool-error.ts";
import { withoutDialects } from "./filter-dialects.ts";
import { asMeant, comparesNameAsText } from "./filter-tree.ts";

/** One way to read a filter, and its problems with the properties of the collection. */
export interface FilterReading {
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
export function readFilter(text: string, lang: Lang, known: Queryables): FilterReading {
  const functions = lang === "ecql-text" ? ecqlFunctions : [];
  const problemsOf = (tree: BooleanExpression) =>
    check(tree, known, { functions }).map(({ message }) => message);
  const written = parsed(text, lang);
  const problems = written === null ? [] : problemsOf(written);
  const isValid = problems.length === 0 && written !== null && !comparesNameAsText(written, known);
  const other = isValid ? null : readAsMeant(text);
  if (other !== null) {
    const tree = asMeant(other, known);
    return { tree, problems: problemsOf(tree), isMended: true };
  }
  if (written === null) throw syntaxError(text, lang);
  return { tree: written, problems, isMended: false };
}

/**
 * Reads a filter without known properties.
 *
 * @throws {ToolError} when it cannot be read (`invalid_input`)
 */
export function readUnchecked(text: string, lang: Lang): Omit<FilterReading, "problems"> {
  const written = parsed(text, lang);
  if (written !== null) return { tree: written, isMended: false };
  const meant = readAsMeant(text);
  if (meant === null) throw syntaxError(text, lang);
  return { tree: meant, isMended: true };
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
