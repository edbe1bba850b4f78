import {
  type BooleanExpression,
  Cql2Error,
  check,
  type Lang,
  notices,
  parse,
  print,
  readQueryables,
} from "@emberline/cql2";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { cleanText } from "../values/text.ts";

export interface Filter {
  readonly tree: BooleanExpression;
  /** As it is sent: CQL2 text. */
  readonly text: string;
  /** How it is read, where that is not plain: mixed properties, texts taken for times. */
  readonly notices: readonly string[];
}

/** So many property names still help; more would only cost tokens. */
const shortList = 40;

/**
 * Parses a filter and checks it against the collection's queryables, before any
 * request for features.
 *
 * @throws ToolError `invalid_input` with every problem at once, and the properties there are
 */
export function resolveFilter(
  text: string,
  lang: Lang,
  { id, queryables }: CollectionInfo,
): Filter {
  const tree = parseFilter(text, lang);
  const sent = print(tree, { lang: "cql2-text" }) as string;
  if (!queryables) {
    return {
      tree,
      text: sent,
      notices: [`The filter was not checked: the service does not tell the properties of ${id}.`],
    };
  }
  const types = readQueryables({ queryables });
  const problems = check(tree, types);
  if (problems.length > 0) {
    const names = [...new Set(queryables.map((each) => cleanText(each.id, 60)))];
    const known =
      names.length <= shortList
        ? names.join(", ")
        : `${names.slice(0, shortList).join(", ")}, … (describe_collection has all)`;
    throw invalidInput(
      `The filter is wrong: ${told(problems.map(({ message }) => message))} The properties of ${id} are ${known}.`,
    );
  }
  return { tree, text: sent, notices: notices(tree, types).map(({ message }) => message) };
}

/** So many problems help; the same one is told once. */
const maxProblems = 10;

function told(problems: readonly string[]): string {
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
      `The filter is no ${lang === "ecql-text" ? "ECQL" : "CQL2"}: ${error.message}\nAn example that is: frp > 50 AND confidence = 'h'`,
    );
  }
}
