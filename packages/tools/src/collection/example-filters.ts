import type { Feature } from "@emberline/core";
import {
  type BooleanExpression,
  check,
  print,
  type Queryables,
  readQueryables,
} from "@emberline/cql2";
import { ownProperty } from "../values/own-property.ts";
import type { CollectionInfo } from "./collection-info.ts";

const wanted = 3;

/**
 * Up to three filters in CQL2 text that are valid for this collection: on a number, a text and a
 * time, with values from the sample.
 */
export function exampleFilters(
  { queryables, roles }: CollectionInfo,
  sample: readonly Feature[],
): string[] {
  if (!queryables) return [];
  const first = (property: string, type: "number" | "string") =>
    sample
      .map(({ properties }) => ownProperty(properties, property))
      .find((value) => typeof value === type && value !== "");
  const idsOf = (...types: string[]) =>
    queryables.filter(({ type }) => types.includes(type)).map(({ id }) => id);
  // Those with a role come first: questions are usually about them.
  const byRole = Object.values(roles).flat();
  const ordered = (ids: string[]) => [...byRole.filter((id) => ids.includes(id)), ...ids];
  const number = ordered(idsOf("number", "integer")).map((property) => ({
    property,
    value: first(property, "number"),
  }));
  const text = ordered(idsOf("string")).map((property) => ({
    property,
    value: first(property, "string"),
  }));
  const time = ordered(idsOf("dateTime")).map((property) => ({
    property,
    value: first(property, "string"),
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
        args: [{ property }, { timestamp: value }],
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

/** Values come from features, so any of them may be an invalid literal. */
function isSound(tree: BooleanExpression, queryables: Queryables): boolean {
  try {
    return check(tree, queryables).length === 0;
  } catch {
    return false;
  }
}
