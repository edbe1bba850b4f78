import type { Queryable } from "../store/feature-store.ts";
import type { SortKey } from "../store/sort-order.ts";
import { invalidParameter } from "../values/problems.ts";

/** Sorts by the time of features, unless they have a property of this name. */
const timeKey = "time";

const maxKeys = 5;

/** The properties that features can be sorted by, and their time. */
export function sortablesOf(queryables: readonly Queryable[]): Queryable[] {
  const own = queryables.filter(({ type }) => type !== "geometry");
  return own.some(({ id }) => id === timeKey) ? own : [...own, { id: timeKey, type: "dateTime" }];
}

/**
 * Reads `sortby`: names separated by commas, each with `-` for descending or `+`, which may have
 * arrived as a space. Undefined without the parameter.
 *
 * @throws {Problem} when a name is not among the sortables (400)
 */
export function parseSortby(
  text: string | null,
  queryables: readonly Queryable[],
): readonly SortKey[] | undefined {
  if (text === null) return undefined;
  const sortables = [...new Set(sortablesOf(queryables).map(({ id }) => id))];
  const isTime = !queryables.some(({ id }) => id === timeKey);
  const keys = namesIn(text, (each) => sortables.includes(each.replace(/^[-+ ]/, ""))).map(
    (each) => {
      const name = sortables.includes(each) ? each : each.replace(/^[-+ ]/, "");
      if (!sortables.includes(name)) {
        throw invalidParameter(
          "sortby",
          `names ${JSON.stringify(name.slice(0, 60))}, which is none of the sortables: ${sortables.slice(0, 40).join(", ")}.`,
        );
      }
      return {
        name,
        isTime: isTime && name === timeKey,
        isDescending: each !== name && each[0] === "-",
      };
    },
  );
  if (keys.length > maxKeys) throw invalidParameter("sortby", `has more than ${maxKeys} names.`);
  return keys;
}

/**
 * Reads `properties`: the names of the only members that are wanted, of which `geometry` is one.
 * Names that a feature lacks are left out of it. Undefined without the parameter.
 */
export function parseProperties(
  text: string | null,
  queryables: readonly Queryable[],
): readonly string[] | undefined {
  if (text === null) return undefined;
  return [...new Set(namesIn(text, (each) => queryables.some(({ id }) => id === each)))];
}

/** Names may have commas themselves: a text that is a name is one. */
function namesIn(text: string, isName: (text: string) => boolean): string[] {
  return isName(text) ? [text] : text.split(",");
}
