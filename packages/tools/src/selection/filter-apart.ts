import type { BooleanExpression, Expression } from "@emberline/cql2";
import { isOperation, propertyOf } from "./filter-tree.ts";

const metresPerUnit: readonly (readonly [RegExp, number])[] = [
  [/^(?:km|kms|kilomet(?:er|re)s?)$/i, 1000],
  [/^(?:m|met(?:er|re)s?)$/i, 1],
  [/^(?:mi|(?:statute )?miles?)$/i, 1609.344],
  [/^(?:nmi|nautical miles?)$/i, 1852],
  [/^(?:ft|feet|foot)$/i, 0.3048],
  // Along a meridian.
  [/^(?:deg|degrees?)$/i, 111_195],
];

/** A condition on a distance to a point: `[lon, lat]` and km, where the filter tells them. */
interface Distance {
  readonly center: readonly [number, number] | null;
  readonly km: number | null;
}

export interface Apart {
  readonly distance: Distance | null;
  /** The year or day that a function of time asks for. */
  readonly time: string | null;
  /** The other conditions as text; null where there are none. */
  readonly rest: BooleanExpression | null;
}

/** Takes apart conditions that arguments of the tools stand for; null where there are none. */
export function takeApart(tree: BooleanExpression): Apart | null {
  const isAnd = isOperation(tree) && tree.op === "and";
  const parts = (isAnd ? tree.args : [tree]) as readonly BooleanExpression[];
  let distance: Distance | null = null;
  let time: string | null = null;
  const rest: BooleanExpression[] = [];
  for (const part of parts) {
    const found = distanceOf(part as Expression);
    const date = dateOf(part as Expression);
    if (found && !distance) distance = found;
    else if (date !== null && time === null) time = date;
    else rest.push(part);
  }
  if (!distance && time === null) return null;
  const left =
    rest.length > 1 ? ({ op: "and", args: rest } as BooleanExpression) : (rest[0] ?? null);
  return { distance, time, rest: left };
}

function distanceOf(node: Expression): Distance | null {
  if (!isOperation(node)) return null;
  if (/^(?:st_|s_|sdo_)?(?:d_?within|within_?distance)$/i.test(node.op)) {
    const number = node.args.find((each) => typeof each === "number");
    return { center: centerOf(node.args), km: kmOf(number, unitOf(node.args)) };
  }
  const [left, right] = node.args as [Expression, Expression];
  if (node.op !== "<" && node.op !== "<=") return null;
  if (!isOperation(left) || !/^(?:st_|s_)?(?:geo_?)?distance(?:_?sphere)?$/i.test(left.op))
    return null;
  return { center: centerOf(left.args), km: kmOf(right, unitOf(left.args)) };
}

/** `YEAR(x) = 2024` and `DATE(x) = '2024-07-01'` as a time. */
function dateOf(node: Expression): string | null {
  if (!isOperation(node) || node.op !== "=") return null;
  const [left, right] = node.args as [Expression, Expression];
  if (!isOperation(left)) return null;
  if (/^year$/i.test(left.op) && typeof right === "number" && /^\d{4}$/.test(`${right}`))
    return `${right}`;
  const day = typeof right === "object" && "date" in right ? right.date : right;
  const isDay = left.op === "calendar_day" && typeof day === "string";
  return isDay && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}

function centerOf(args: readonly Expression[]): readonly [number, number] | null {
  for (const arg of args) {
    if (typeof arg !== "object" || Array.isArray(arg)) continue;
    if ("type" in arg && arg.type === "Point") return [arg.coordinates[0]!, arg.coordinates[1]!];
    const inner = "op" in arg ? centerOf(arg.args as readonly Expression[]) : null;
    if (inner) return inner;
  }
  return null;
}

function unitOf(args: readonly Expression[]): number | null {
  const words = args.flatMap((each) =>
    typeof each === "string" ? each : (propertyOf(each) ?? []),
  );
  for (const [pattern, metres] of metresPerUnit)
    if (words.some((each) => pattern.test(each))) return metres;
  return null;
}

/** Without a unit small numbers are km, as `radius_km` has them, and large ones metres. */
function kmOf(value: Expression | undefined, metres: number | null): number | null {
  if (typeof value !== "number" || !(value > 0)) return null;
  const km = (value * (metres ?? (value > 1000 ? 1 : 1000))) / 1000;
  return km <= 1000 ? Number(km.toPrecision(6)) : null;
}
