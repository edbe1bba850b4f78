import type { Queryable } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { otherTimes, type Roles, timeOf } from "../values/roles.ts";
import { listNames, quoted } from "../values/text.ts";

/** What a property holds in every sampled feature that has it; others are left out. */
export type SampledTypes = ReadonlyMap<string, "number" | "string">;

/** The properties of a sample with only one type, a number or a text. */
export function sampledTypesOf(properties: readonly Queryable[]): SampledTypes {
  const countOf = (name: string) => properties.filter(({ id }) => id === name).length;
  const plain = (type: string) => (type === "number" || type === "string" ? type : undefined);
  return new Map(
    properties.flatMap(({ id, type }) => {
      const known = countOf(id) === 1 ? plain(type) : undefined;
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
}

/** Said in every answer of a collection whose service writes numbers as text. */
export function textNumbersNotice(names: readonly string[] = []): string | null {
  if (names.length === 0) return null;
  return `The service writes numbers as text; read as numbers: ${listNames(names)}.`;
}

/** Said in every answer of a collection whose service writes times in other forms. */
export function otherTimesNotice(names: readonly string[] = []): string | null {
  if (names.length === 0) return null;
  return `The service writes times in another form; read as times: ${listNames(names)}.`;
}

/** Said where several properties may be the time of features, and no usual name tells which. */
export function chosenTimeNotice(properties: readonly Queryable[], roles: Roles): string | null {
  const others = otherTimes(properties, roles);
  if (others.length === 0) return null;
  return `The time is ${quoted(roles.time![0]!)}; filter for others: ${listNames(others)}.`;
}

/** Units by the usual property names: FIRMS (NASA), WFIGS (NIFC), power plant lists. */
const units: readonly [pattern: RegExp, unit: string][] = [
  [/^frp$/i, "MW (fire radiative power)"],
  [/^(brightness|bright_t\w+)$/i, "K (brightness temperature)"],
  [/^(scan|track)$/i, "km (pixel size)"],
  [/^(lat|lon|latitude|longitude)$/i, "degrees"],
  [/_?acres$/i, "acres (1 acre = 0.4047 hectares)"],
  [/_mw$/i, "MW"],
  [/_km2$/i, "km²"],
  [/_km$/i, "km"],
  [/_ha$/i, "hectares"],
];

/** The unit implied by a property's name, if any. */
export function unitOf(property: string): string | undefined {
  return units.find(([pattern]) => pattern.test(property))?.[1];
}

const dayMs = 86_400_000;

/** Windows before now to search, shortest first; anything older is useless as "newest". */
const windowsDays = [1, 7, 30, 365];

/** The interface's maximum. The newest is certain only if a window fits into one page. */
const pageSize = 10_000;

/**
 * The newest feature's time, for extents that lack it; found in a few requests, or null.
 */
export async function probeNewest(
  { id, roles }: { readonly id: string; readonly roles: Roles },
  { client, now, softDeadline, pause }: ToolContext,
): Promise<string | null> {
  if (roles.time === undefined) return null;
  for (const days of windowsDays) {
    const datetime = `${new Date(now() - days * dayMs).toISOString()}/..`;
    const query = {
      datetime,
      limit: pageSize,
      onInvalid: "skip" as const,
      signal: softDeadline,
      pause,
    };
    // The next request reports any failure of the service.
    const page = await client.features.page(id, query).catch(() => null);
    if (!page || page.next !== null) return null;
    // Features without time match every interval.
    const times = page.features.flatMap(({ properties }) => timeOf(properties, roles) ?? []);
    if (times.length > 0)
      return times.reduce((a, b) => (parseTimeMs(b)! > parseTimeMs(a)! ? b : a));
  }
  return null;
}
