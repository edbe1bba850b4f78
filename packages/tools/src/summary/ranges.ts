import type { Cell } from "../answer/cells.ts";
import { invalidInput } from "../call/tool-error.ts";
import type { Hit } from "../reading/match.ts";
import { ownProperty } from "../values/own-property.ts";
import { quoted } from "../values/text.ts";
import type { Grouping } from "./group.ts";
import { isBelow } from "./served-grouping.ts";

const maxBounds = 50;

/** The parts of "frp:10,50,100"; null for anything else. */
export function splitRanges(name: string): { property: string; bounds: string[] } | null {
  const [, property, list] = /^(.+?)\s*:\s*([-+\d.eE,\s]+)$/.exec(name) ?? [];
  if (property === undefined || list === undefined) return null;
  return { property, bounds: list.split(",").map((each) => each.trim()) };
}

/**
 * Groups by ranges of a number: below the first bound, from each bound to below the next, from the
 * last one on. Features without a number come last.
 *
 * @throws {ToolError} when the bounds are not numbers in ascending order (`invalid_input`)
 */
export function byRanges(property: string, texts: readonly string[]): Grouping {
  const bounds = texts.map((text) => (text === "" ? Number.NaN : Number(text)));
  if (!bounds.every(Number.isFinite) || bounds.length > maxBounds) {
    throw invalidInput(
      `group_by: the bounds in ${quoted(`${property}:${texts.join()}`, 60)} are not up to ${maxBounds} numbers: write for example "${property}:10,50,100".`,
    );
  }
  const sorted = [...new Set(bounds)].sort((a, b) => a - b);
  if (sorted.join() !== bounds.join()) {
    throw invalidInput(
      `group_by: the bounds of ranges must ascend: "${property}:${sorted.join()}".`,
      "group_by",
    );
  }
  const labels = [
    `<${bounds[0]}`,
    ...bounds.slice(1).map((to, i) => `${bounds[i]} to <${to}`),
    `>=${bounds.at(-1)}`,
  ];
  const keyOf = ({ feature }: Hit): number | null => {
    const value = ownProperty(feature.properties, property);
    if (typeof value !== "number" || Number.isNaN(value)) return null;
    const above = bounds.findIndex((bound) => value < bound);
    return above === -1 ? bounds.length : above;
  };
  const labelOf = (key: number | null): Cell => (key === null ? null : labels[key]!);
  return {
    columns: [property],
    isOfProperty: true,
    inOrder: true,
    keyOf,
    cellsOf: (hit) => [labelOf(keyOf(hit))],
    served: () => ({
      groupBy: `ranges:${bounds.join()}:${property}`,
      read: (key) =>
        key === null || isBelow(labels.length)(key) ? { key, cells: [labelOf(key)] } : undefined,
    }),
    emptyGroups: (known) =>
      labels.flatMap((label, key) => (known.has(key) ? [] : [{ key, cells: [label] }])),
  };
}
