import { type BooleanExpression, Cql2Error, check, parse, print } from "@emberline/cql2";
import type { Queryable } from "../service/types.ts";
import { InvalidRequestError } from "../values/errors.ts";

/** A filter as text in its language, or as the tree that `@emberline/cql2` parses and builds. */
export type Filter = string | BooleanExpression;

export type FilterLang = "cql2-text" | "ecql-text";

/**
 * The filter as text in the language, after it was parsed, and held against the queryables where they are given.
 * Text goes on as it came. Throws `InvalidRequestError` that says everything that is wrong, with the place.
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
        `The filter does not fit what the collection can be filtered by: ${messages}.`,
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
