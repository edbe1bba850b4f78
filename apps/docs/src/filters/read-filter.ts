import {
  type BooleanExpression,
  Cql2Error,
  check,
  compile,
  type Lang,
  notices,
  parse,
  print,
} from "@emberline/cql2";
import { spatial } from "@emberline/cql2/spatial";
import { queryables, sample } from "./sample.ts";

/** A mistake, and where it is if the reader knows. */
export interface Mistake {
  readonly message: string;
  /** UTF-16 code units. */
  readonly position: number | undefined;
  readonly length: number;
}

export interface ReadFilter {
  /** The tree, which is CQL2 JSON. */
  readonly tree: BooleanExpression;
  readonly text: string;
  readonly notices: readonly string[];
  /** Ids of the sample's features that it selects. */
  readonly selected: ReadonlySet<string>;
}

/** What a person typed: its mistakes, or the filter in other words and what it selects. */
export function readFilter(
  typed: string,
  lang: Lang,
): { readonly mistakes: readonly Mistake[] } | { readonly filter: ReadFilter } {
  try {
    const tree = parse(typed, { lang });
    const problems = check(tree, queryables);
    if (problems.length > 0) {
      const mistakes = problems.map(({ message }) => ({ message, position: undefined, length: 0 }));
      return { mistakes };
    }
    const selects = compile(tree, { spatial, queryables });
    const selected = sample.filter((feature) => selects(feature)).map(({ id }) => id);
    return {
      filter: {
        tree: print(tree, { lang: "cql2-json" }),
        text: print(tree),
        notices: notices(tree, queryables).map(({ message }) => message),
        selected: new Set(selected),
      },
    };
  } catch (error) {
    if (!(error instanceof Cql2Error)) throw error;
    // Below the first line it repeats the text, which the page shows.
    const [message = ""] = error.message.split("\n");
    return { mistakes: [{ message, position: error.position, length: error.length ?? 1 }] };
  }
}
