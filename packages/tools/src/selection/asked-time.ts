import { type BooleanExpression, impliedInterval, normalise, propertiesOf } from "@emberline/cql2";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Span } from "../collection/coverage.ts";
import { timeNames } from "../values/roles.ts";
import type { Filter } from "./filter.ts";

const everything: Span = {
  startMs: Number.NEGATIVE_INFINITY,
  endMs: Number.POSITIVE_INFINITY,
};

/**
 * The time that features may be of to match, by `time` and by the times in the filter: what is
 * asked of the coverage. Never too short; null if neither names a time.
 */
export function askedTime(
  window: Span | null,
  filter: Filter | null,
  { roles }: Pick<CollectionInfo, "roles">,
): Span | null {
  const filtered = filter && timeOfFilter(filter, timeNames(roles));
  if (!window || !filtered) return window ?? filtered;
  const both = {
    startMs: Math.max(window.startMs, filtered.startMs),
    endMs: Math.min(window.endMs, filtered.endMs),
  };
  return both.startMs <= both.endMs ? both : window;
}

function timeOfFilter({ tree, times }: Filter, own: readonly string[]): Span | null {
  if (propertiesOf(tree).some((name) => own.includes(name)))
    return impliedInterval(withTimes(tree, own), own) ?? everything;
  // Fires discovered since January are missing as much as those observed since.
  return times
    .flatMap((name) => impliedInterval(withTimes(tree, times), name) ?? [])
    .reduce<Span | null>((all, each) => (all ? around(all, each) : each), null);
}

function around(a: Span, b: Span): Span {
  return { startMs: Math.min(a.startMs, b.startMs), endMs: Math.max(a.endMs, b.endMs) };
}

/** Texts that are compared with times, as times: many services store times as texts. */
function withTimes(tree: BooleanExpression, names: readonly string[]): BooleanExpression {
  const types = new Map(names.map((name) => [name, new Set(["dateTime"])]));
  return normalise(tree, { queryables: { types, open: true } });
}
