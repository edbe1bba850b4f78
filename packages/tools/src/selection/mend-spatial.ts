import {
  type FilterToken,
  groupEnd,
  isOneOf,
  type Pass,
  symbol,
  tokensOf,
  word,
} from "./filter-tokens.ts";

const spatial = ["CONTAINS", "CROSSES", "DISJOINT", "EQUALS", "INTERSECTS", "OVERLAPS", "TOUCHES"];
const spatialName = new RegExp(`^(?:ST_|SDO_)?(${spatial.join("|")}|WITHIN)$`, "i");

/**
 * Calls of PostGIS, such as `ST_Intersects(geometry, ST_MakePoint(1, 2))` and
 * `ST_GeomFromText('POINT(1 2)', 4326)`.
 */
export const spatialCalls: Pass = (tokens) => {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind !== "word" || !isOneOf(tokens[at + 1], ["("])) {
      out.push(token);
      continue;
    }
    const end = groupEnd(tokens, at + 1);
    const inside = tokens.slice(at + 2, end);
    const relation = spatialName.exec(token.text)?.[1];
    if (isOneOf(token, ["DATE"]) && inside[0]?.kind !== "text") out.push(word("calendar_day"));
    else if (relation !== undefined) out.push(word(`S_${relation.toUpperCase()}`));
    else if (/^st_geo(?:m|graphy)fromtext$/i.test(token.text) && inside[0]?.kind === "text") {
      out.push(...tokensOf(inside[0].text));
      at = end;
    } else if (/^st_(?:make)?point$/i.test(token.text)) {
      out.push(
        word("POINT"),
        symbol("("),
        ...inside.filter((each) => each.text !== ","),
        symbol(")"),
      );
      at = end;
    } else if (/^st_makeenvelope$/i.test(token.text)) {
      const numbers = inside.filter((each) => each.text !== ",");
      const box = inside.length > 0 ? listOf(numbers, 4) : inside;
      out.push(word("BBOX"), symbol("("), ...box, symbol(")"));
      at = end;
    } else out.push(token);
  }
  return out;
};

/** The first `most` numbers, with their signs, and commas between. */
function listOf(tokens: readonly FilterToken[], most: number): FilterToken[] {
  const out: FilterToken[] = [];
  let count = 0;
  for (const token of tokens) {
    const isSign = isOneOf(token, ["-"]);
    if (count === most) break;
    if (count > 0 && !isOneOf(out.at(-1), ["-"])) out.push(symbol(","));
    out.push(token);
    if (!isSign) count++;
  }
  return out;
}
