import { type BooleanExpression, Cql2Error, check, parse, print } from "@emberline/cql2";
import type { Queryable } from "../service/types.ts";
import { InvalidRequestError } from "../values/errors.ts";

/** A filter as text, or as a tree of `@emberline/cql2`. */
export type Filter = string | BooleanExpression;

export type FilterLang = "cql2-text" | "ecql-text";

/**
 * The filter as text in the language, parsed and, with queryables, checked. Text is not changed.
 * Throws `InvalidRequestError` listing all problems and their positions.
 */
export function filterText(
  filter: Filter,
  lang: FilterLang,
  queryables: Queryable[] | undefined,
): string {
  try {
    const tree = typeof filter === "string" ? parse(filter, { lang }) : filter;
    const problems = queryables ? check(tree, { queryables }) : [];
    if (problems.length > 0) {
      const messages = problems.map(({ message }) => message).join("; ");
      throw new InvalidRequestError(
        `The filter does not fit the queryables of the collection: ${messages}.`,
      );
    }
    return typeof filter === "string" ? filter : print(tree, { lang });
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    throw new InvalidRequestError(`The filter is not valid ${lang}: ${error.message}`, {
      cause: error,
    });
  }
}
