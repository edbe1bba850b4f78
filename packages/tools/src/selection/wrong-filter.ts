import { type BooleanExpression, check, propertiesOf, type Queryables } from "@emberline/cql2";
import { candidatesFrom, invalidInput, type ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { notHeld } from "../values/not-held.ts";
import { listNames, named, offer } from "../values/text.ts";
import { type Apart, takeApart } from "./filter-apart.ts";
import { asMeant, filterText, type Spelling, withKnownNames } from "./filter-tree.ts";

/** For messages on functions that CQL2 lacks. */
export const standardFunctions =
  "CASEI, ACCENTI, S_INTERSECTS, S_WITHIN, S_CONTAINS and the other S_, T_ and A_ functions of CQL2";

interface WrongFilter {
  readonly tree: BooleanExpression;
  readonly problems: readonly string[];
  readonly spelling: Spelling;
  /** What would be right of what it says, if known. */
  readonly hint: string | null;
}

/** Says what is wrong with a filter, and which arguments would be right where they are known. */
export function wrongFilter(
  { tree, problems, spelling, hint }: WrongFilter,
  known: Queryables,
  { id, interval, notices: [notice] }: CollectionInfo,
  areas: readonly string[],
): ToolError {
  const isValid = (each: BooleanExpression | null) =>
    each === null || check(each, known, { functions: [] }).length === 0;
  const apart = takeApart(tree);
  if (apart && isValid(apart.rest)) return apartError(apart, areas);
  const corrected = asMeant(withKnownNames(tree, known), known, spelling);
  const sentences = joined(
    problems.map((each) => each.replace(/; known names: .*$/s, "").replace(/(?<![.?])$/, ".")),
  );
  const names = listNames([...known.types.keys()]);
  const unheld = propertiesOf(tree)
    .filter((each) => !known.types.has(each))
    .map((each) => notHeld(each, [...known.types.keys()]).trim())
    .find((each) => each !== "");
  const right = isValid(corrected) ? filterText(corrected) : null;
  return invalidInput(
    [
      `The filter is wrong: ${sentences}`,
      right === null ? null : offer({ filter: right }),
      problems.some((each) => each.includes("no function"))
        ? `The functions are ${standardFunctions}; text is searched with CASEI(name) LIKE CASEI('%part%').`
        : null,
      hint,
      unheld,
      `The properties of ${named(id)} are ${names}.`,
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
