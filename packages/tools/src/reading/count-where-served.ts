import {
  type AggregatePart,
  type AggregateQuery,
  type Aggregation,
  isEmberlineError,
} from "@emberline/core";
import { type BooleanExpression, build } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Selection } from "../selection/selection.ts";
import { pathOf } from "../values/text.ts";
import { emptyTally, type Tally } from "./tally.ts";

/** The property whose instants are the times of features, for the service as for the tools. */
const timeProperty = "datetime";

/** A summary that a service can compute. */
export interface ServedSummary {
  readonly query: AggregateQuery;
  /** Whether it depends on the times of features. */
  readonly needsTime: boolean;
  /** Of the names and borders of areas that its groups depend on. */
  readonly areaEdition: string | undefined;
  /** Takes the answer instead of features; false, and nothing, if its groups are not the same. */
  take(answer: Aggregation): Promise<boolean>;
}

/** The count alone. */
const countAlone: ServedSummary = {
  query: {},
  needsTime: false,
  areaEdition: undefined,
  take: async () => true,
};

/**
 * Whether a service that counts can count the same features as a reading; whether it does, only
 * `countWhereServed` finds out.
 */
export function isCountServed(selection: Selection): boolean {
  const isTimely = selection.window === null || isByInstants(selection.collection);
  return isServed(selection) && isTimely && servedArea(selection) !== null;
}

/**
 * Counts and measures where the data is, if the service offers that and the numbers are those that
 * a reading would find. Null if features have to be read.
 *
 * @param summary default: the count
 * @param numberMatched of a page of the selection; default: it is asked for
 * @throws {ResponseError} when the service's numbers contradict each other (`response`)
 */
export async function countWhereServed(
  selection: Selection,
  context: ToolContext,
  summary: { served(): Promise<ServedSummary | null> } | null = null,
  numberMatched?: number | undefined,
): Promise<Tally | null> {
  const area = isServed(selection) ? servedArea(selection) : null;
  const served = area && (summary ? await summary.served() : countAlone);
  if (!served) return null;
  const needsTime = served.needsTime || selection.window !== null;
  if (needsTime && !isByInstants(selection.collection)) return null;
  const found = await ask(served, area, selection, numberMatched, context);
  if (!found || found.numberNotPoints > 0 || found.numberWithoutTime > 0) return null;
  if (needsTime && found.timeProperty !== timeProperty) return null;
  // Other names or borders would make other groups.
  const edition = area.areaEdition ?? served.areaEdition;
  if (edition !== undefined && found.areaEdition !== edition) return null;
  if (!(await served.take(found))) return null;
  const { numberMatched: matched, numberWithoutLocation: noLocation } = found;
  const read = matched + noLocation + found.numberOutsideArea;
  context.onRead?.(read);
  return {
    ...emptyTally(selection),
    matched,
    noLocation,
    read,
    request: pathOf(found.url),
  };
}

/** Whether the service selects the same features, apart from the area: fires are decided here. */
function isServed(selection: Selection): boolean {
  const { collection, fire, latestPerFire, exclusion, window, query, filter } = selection;
  const isByFeature =
    latestPerFire || fire !== null || exclusion !== undefined || filter?.isSentWhole === false;
  return (
    collection.isAggregated === true &&
    collection.queryables !== null &&
    !isByFeature &&
    (window === null) === (query.datetime === undefined)
  );
}

function isByInstants({ roles, isByDate }: CollectionInfo): boolean {
  return !isByDate && roles.time?.length === 1 && roles.time[0] === timeProperty;
}

/** Null if the service does not offer it, cannot do it, or counts otherwise for a page. */
async function ask(
  { query, areaEdition }: ServedSummary,
  area: ServedArea,
  { collection: { id }, query: selecting }: Selection,
  numberMatched: number | undefined,
  { client, softDeadline, signal, pause }: ToolContext,
): Promise<Aggregation | null> {
  const { aggregates, features } = client;
  if (!aggregates) return null;
  const { bbox, datetime } = selecting;
  const options = { signal: softDeadline, pause };
  const parts = areaEdition === undefined ? area.parts : [...area.parts, "areas" as const];
  try {
    if (!(await aggregates.isOffered(id, { ...options, parts }))) return null;
    const found = await aggregates.get(id, { ...query, bbox, datetime, ...area.query, ...options });
    const onPages =
      numberMatched ??
      (await features.page(id, { ...selecting, ...options, limit: 1 })).numberMatched;
    return isCountOf(found, onPages, area) ? found : null;
  } catch (error) {
    if (signal.aborted || !isEmberlineError(error) || error.code === "response") throw error;
    return null;
  }
}

/** Whether all that a page of the same box, time and filter would count is counted or left out. */
function isCountOf(found: Aggregation, onPages: number | undefined, area: ServedArea): boolean {
  const { numberMatched, numberWithoutLocation, numberWithoutTime, numberOutsideArea } = found;
  const counted = numberMatched + numberWithoutLocation + numberWithoutTime + numberOutsideArea;
  if (onPages === undefined) return false;
  return area.isFilter ? counted <= onPages : counted === onPages;
}

/** How a service is asked for the features of a selection's area. */
interface ServedArea {
  readonly query: Pick<AggregateQuery, "area" | "filter">;
  /** What the service has to offer for it. */
  readonly parts: readonly AggregatePart[];
  /** Of the names and borders of areas. */
  readonly areaEdition?: string;
  /** Whether the answer leaves out features in the box without counting them. */
  readonly isFilter?: boolean;
}

/** Null if the service does not select the same features: circles are decided here. */
function servedArea({ area, collection, query }: Selection): ServedArea | null {
  const { filter } = query;
  const own = filter === undefined ? {} : { filter };
  if (area?.also) return null;
  if (area === null || area.kind === "box") return { query: own, parts: [] };
  if (area.kind === "circle" || area.radiusKm !== undefined) return null;
  const { named, outline } = area.region;
  if (named) {
    const served = named.served();
    if (!served) return null;
    const { name, edition } = served;
    return { query: { ...own, area: name }, parts: ["areas"], areaEdition: edition };
  }
  const geometries = collection.queryables?.filter(({ type }) => type === "geometry") ?? [];
  const [geometry, other] = geometries;
  if (!outline || !geometry || other || typeof filter === "string") return null;
  const property = { property: geometry.id };
  // Features without location are counted apart, as for a box.
  const meets: BooleanExpression = {
    op: "or",
    args: [
      { op: "s_intersects", args: [property, outline] },
      { op: "isNull", args: [property] },
    ],
  };
  return {
    query: { filter: filter === undefined ? meets : build.and(filter, meets) },
    parts: ["post"],
    isFilter: true,
  };
}
