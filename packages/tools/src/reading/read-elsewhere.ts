import { type BooleanExpression, build } from "@emberline/cql2";
import { flatBox } from "@emberline/geo";
import { unlessRefused } from "../call/if-answered.ts";
import { idFilter } from "../collection/fire-name.ts";
import type { Selection } from "../selection/selection.ts";
import type { Tally } from "./tally.ts";

/** At most this many fires per request: their ids are in its URL. */
export const firesPerRequest = 50;
/** For more, the snapshots of all fires are requested. */
const maxFires = 1000;

/**
 * Reads the snapshots of fires anywhere: by the ids of the fires, or those of all fires on a
 * service that refuses or ignores such filters.
 *
 * @param anywhere the selection without an area
 * @param known selects snapshots that were read already
 * @param read reads a selection; null if it cannot begin
 * @returns whether all were read
 */
export async function readElsewhere(
  fires: readonly (string | number)[],
  anywhere: Selection,
  known: BooleanExpression | null,
  read: (selection: Selection) => Promise<Tally | null>,
): Promise<boolean> {
  const unknown = known && build.not(known);
  let form = 0;
  for (const ids of idFilters(fires, anywhere)) {
    const forms = [[ids, unknown], [ids], []];
    let tally: Tally | null = null;
    while (!tally && form < forms.length) {
      tally = await unlessRefused(read(withFilters(anywhere, forms[form]!)));
      if (!tally) form++;
    }
    if (!tally?.exact) return false;
    const isOfAll = ids === null || form === forms.length - 1;
    if (isOfAll || tally.unapplied?.includes("filter")) return true;
  }
  return true;
}

/** Filters for some of the fires each; null for all at once. */
function idFilters(fires: readonly (string | number)[], { collection }: Selection) {
  if (fires.length > maxFires) return [null];
  const starts = Array.from(
    { length: Math.ceil(fires.length / firesPerRequest) },
    (_, i) => i * firesPerRequest,
  );
  return starts.map((at) => idFilter(fires.slice(at, at + firesPerRequest), collection));
}

function withFilters(
  selection: Selection,
  filters: readonly (BooleanExpression | null)[],
): Selection {
  const { filter: _, ...query } = selection.query;
  const own = [selection.filter?.sent, selection.fire?.isOwn && selection.fire.fire.query.filter];
  const [first, ...others] = [...own, ...filters].filter((each) => each != null && each !== false);
  const filter =
    first && others.reduce<BooleanExpression>((all, each) => build.and(all, each), first);
  return { ...selection, query: { ...query, ...(filter !== undefined && { filter }) } };
}

/** The box of a selection as a filter; null if the service lists no geometry. */
export function inBoxOf({ query, collection }: Selection): BooleanExpression | null {
  const geometry = collection.queryables?.find(({ type }) => type === "geometry")?.id;
  if (geometry === undefined || query.bbox === undefined) return null;
  return build.sIntersects(build.property(geometry), { bbox: flatBox(query.bbox) });
}
