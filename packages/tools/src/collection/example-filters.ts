import {
  type BooleanExpression,
  check,
  print,
  type Queryables,
  readQueryables,
} from "@emberline/cql2";
import type { CollectionInfo } from "./collection-info.ts";

const wanted = 3;

/** A value of the property of the given type; undefined if it has none. */
export type ValueIn = (property: string, type: "number" | "string") => number | string | undefined;

/**
 * Up to three filters in CQL2 text that are valid for this collection: on a number, a text and a
 * time, with values of its features.
 */
export function exampleFilters(
  { queryables: listed, sampled = [], roles }: CollectionInfo,
  valueIn: ValueIn,
): string[] {
  // Times in text that no queryable declares cannot be compared as times.
  const queryables = listed ?? sampled.filter(({ type }) => ["number", "string"].includes(type));
  if (queryables.length === 0) return [];
  const idsOf = (...types: string[]) =>
    queryables.filter(({ type }) => types.includes(type)).map(({ id }) => id);
  // Those with a role come first: questions are usually about them.
  const { time_of_day: _, ...telling } = roles;
  const byRole = Object.values(telling).flat();
  const ordered = (ids: string[]) => [...byRole.filter((id) => ids.includes(id)), ...ids];
  const number = ordered(idsOf("number", "integer")).map((property) => ({
    property,
    value: valueIn(property, "number"),
  }));
  const text = ordered(idsOf("string")).map((property) => ({
    property,
    value: valueIn(property, "string"),
  }));
  const time = ordered(idsOf("dateTime")).map((property) => ({
    property,
    value: valueIn(property, "string"),
  }));
  const trees: unknown[] = [
    ...number
      .filter(({ value }) => value !== undefined)
      .slice(0, 1)
      .map(({ property, value }) => ({ op: ">=", args: [{ property }, value] })),
    ...text
      .filter(({ value }) => value !== undefined)
      .slice(0, 1)
      .map(({ property, value }) => ({ op: "=", args: [{ property }, value] })),
    ...time
      .filter(({ value }) => value !== undefined)
      .slice(0, 1)
      .map(({ property, value }) => ({
        op: "t_after",
        args: [{ property }, { timestamp: startOfDay(String(value)) }],
      })),
    ...text
      .filter(({ value }) => value !== undefined)
      .slice(1, 3)
      .map(({ property, value }) => ({
        op: "like",
        args: [
          { property },
          `${String(value)
            .slice(0, 3)
            .replace(/[%_\\]/g, "")}%`,
        ],
      })),
  ];
  const types = readQueryables({ queryables });
  return (trees as BooleanExpression[])
    .filter((tree) => isSound(tree, types))
    .slice(0, wanted)
    .map((tree) => print(tree, { lang: "cql2-text" }) as string);
}

/** Features may come newest first, so none would be later than the first one. */
function startOfDay(time: string): string {
  return time.replace(/T.*$/, "T00:00:00Z");
}

/** Values come from features, so any of them may be an invalid literal. */
function isSound(tree: BooleanExpression, queryables: Queryables): boolean {
  try {
    return check(tree, queryables).length === 0;
  } catch {
    return false;
  }
}
