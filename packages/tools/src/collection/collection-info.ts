import type { Client, CollectionDescription, FeaturePage, Queryable } from "@emberline/core";
import { nearest } from "@emberline/cql2/nearest";
import { type Bbox, bboxProblem } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { countLookup } from "../call/observe-call.ts";
import { ifOffered } from "../call/tool.ts";
import { candidatesFrom, ToolError } from "../call/tool-error.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { notHeld } from "../values/not-held.ts";
import { ownProperty } from "../values/own-property.ts";
import { sampledProperties } from "../values/property-types.ts";
import { findRoles, type Roles, rolesFrom, rolesIn, withOffset } from "../values/roles.ts";
import { acknowledgement, creditNotices, serviceNotices } from "../values/service-notices.ts";
import { isMadeUp, madeUpSimulations } from "../values/synthetic.ts";
import { cleanText, listNames, named, quoted } from "../values/text.ts";
import { isTimeText } from "../values/time-text.ts";
import type { Coverage } from "./coverage.ts";
import { type FeedDescription, feedsOf, receivedMsOf } from "./feeds.ts";
import { coverageFrom } from "./read-coverage.ts";
import {
  chosenTimeNotice,
  otherTimesNotice,
  probeNewest,
  type SampledTypes,
  sampledTypesOf,
  textNumbersNotice,
} from "./sampled-types.ts";
import { isSimulations, serviceOf, simulationQueryables } from "./simulation-features.ts";

/** Metadata of a collection; what the service does not provide is null. */
export interface CollectionInfo {
  readonly id: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly bbox: Bbox | null;
  /** Oldest and newest observation, RFC 3339; a null item is an open or unknown end. */
  readonly interval: readonly [string | null, string | null] | null;
  readonly queryables: readonly Queryable[] | null;
  /** Those of a few features with the types of their values, where no queryables are listed. */
  readonly sampled?: readonly Queryable[];
  /** Of these the ones with a number or a text in all of the features. */
  readonly sampledTypes?: SampledTypes;
  readonly roles: Roles;
  /** Times are calendar dates, stored as midnight UTC. */
  readonly isByDate: boolean;
  /** Repeated in every answer about the collection, such as that features are missing. */
  readonly notices: readonly string[];
  /** Whom the data come from, in the words of the sources; `notices` has their names. */
  readonly acknowledgement?: readonly string[];
  /** The service offers counts and statistics of it. */
  readonly isAggregated?: boolean;
  readonly feeds?: readonly FeedDescription[];
  /** When all its live feeds had last been read, in milliseconds. */
  readonly receivedMs?: number | null;
  /** Of which time the data are complete, if the service says so. */
  readonly coverage?: Coverage;
  /** All of it is made up, as the service says. */
  readonly isSynthetic?: boolean;
  /** The service itself has notices, which may end at any time. */
  readonly isNoticed?: boolean;
}

const aggregateRelation = "https://github.com/emberline/emberline/spec/aggregate/1.0/rel/aggregate";

const freshMs = 60_000;
const noticedFreshMs = 2000;

const known = new WeakMap<Client, Map<string, { at: number; info: CollectionInfo }>>();

/**
 * The description and queryables of a collection, cached for a minute, or
 * two seconds while the service has notices. Works even if the service
 * offers only one of the two, or neither (decisions, row 4), as long as it lists the collection.
 * An id without the prefix of its service (`hotspots`) is taken where only one collection fits.
 *
 * @throws {ToolError} when there is no such collection (`not_found`), with the known ones
 */
export async function collectionInfo(id: string, context: ToolContext): Promise<CollectionInfo> {
  const cache =
    known.get(context.client) ?? new Map<string, { at: number; info: CollectionInfo }>();
  known.set(context.client, cache);
  // A plan knows what calls know, but not the other way round: it has no newest observation.
  const cached = cache.get(id) ?? (context.sampled && known.get(context.sampled)?.get(id));
  const age = cached ? context.now() - cached.at : Number.POSITIVE_INFINITY;
  const isFresh = age >= 0 && age < (cached?.info.isNoticed ? noticedFreshMs : freshMs);
  countLookup("collections", isFresh);
  if (cached && isFresh) {
    if (cached.info.isByDate) context.presentation.keepDates();
    return cached.info;
  }
  const read = await (isSimulations(context.client, id)
    ? readSimulationsInfo(id, context)
    : readCollection(id, context));
  const newest = read.interval?.[1] ?? (await probeNewest(read, context));
  const info =
    newest === null ? read : { ...read, interval: [read.interval?.[0] ?? null, newest] as const };
  if (info.isByDate) context.presentation.keepDates();
  // A live collection is empty before its first reading, and has properties right after it.
  const isEmpty =
    info.interval === null && info.queryables?.every(({ type }) => type === "geometry");
  if (isEmpty) cache.delete(id);
  else cache.set(id, { at: context.now(), info });
  return info;
}

async function readCollection(id: string, context: ToolContext): Promise<CollectionInfo> {
  const { client, signal } = context;
  const [description, queryables] = await Promise.all([
    ifOffered(client.collections.get(id, { signal })),
    ifOffered(client.collections.queryables(id, { signal })),
  ]);
  const page = queryables ? null : await firstPage(id, context);
  const features = page?.features.slice(0, fewFeatures) ?? [];
  const settings = {
    ...rolesIn(features),
    ...rolesFrom(context.roles?.[id]),
  };
  const infoOf = (described: CollectionDescription): CollectionInfo => {
    const info = toInfo(described, queryables, settings);
    if (!page) return info;
    const sampled = sampledProperties(features);
    const read = [textNumbersNotice(page.textNumbers), otherTimesNotice(page.otherTimes)];
    const all = [...info.notices, ...read, chosenTimeNotice(sampled, info.roles)];
    return {
      ...info,
      sampled,
      sampledTypes: sampledTypesOf(sampled),
      notices: all.filter((each) => each !== null),
    };
  };
  if (description) return infoOf({ ...description, id });
  const missing: string[] = [];
  const listed = await client.collections.list({
    signal,
    onMissing: ({ name }) => missing.push(name),
  });
  const inList = listed.find((collection) => collection.id === id);
  if (inList) return infoOf(inList);
  if (queryables) return infoOf({ id, links: [] });
  const ids = listed.map((collection) => collection.id);
  const asked = id.toLowerCase();
  const alike = listed.filter(({ id: known }) => {
    const local = client.services?.of(known)?.id;
    return known.split(":").at(-1) === asked || local?.toLowerCase() === asked;
  });
  const filled = alike.filter((each) => !isEmpty(each));
  const meant = (filled.length === 1 ? filled : alike).map((each) => each.id);
  if (meant.length === 1 && meant[0] !== id) return readCollection(meant[0]!, context);
  const without =
    missing.length === 0
      ? ""
      : ` Not answering, so without their collections: ${missing.join(", ")}.`;
  throw new ToolError(
    "not_found",
    `Unknown collection ${quoted(id)}.${didYouMean(id, ids)}${notHeld(id, ids)} The collections are ${listNames(ids)}.${without}`,
    {
      fault: {
        argument: "collection",
        candidates: candidatesFrom(nearest(id, ids.filter(isPlain), 3)),
      },
    },
  );
}

/** Ids of the service are untrusted: others are only quoted. */
function isPlain(id: string): boolean {
  return cleanText(id, 100) === id;
}

/** Size of the sample that replaces missing queryables. */
const fewFeatures = 20;

function firstPage(id: string, context: ToolContext): Promise<FeaturePage | null> {
  const { client, sampled = client, signal, pause } = context;
  const query = { limit: fewFeatures, onInvalid: "skip" as const, signal, pause };
  return ifOffered(sampled.features.page(id, query));
}

/**
 * The description as the tools keep it, with cleaned texts.
 *
 * @param settings roles set by the operator or found in features
 */
export function toInfo(
  description: CollectionDescription,
  queryables: readonly Queryable[] | null,
  settings: Roles = {},
): CollectionInfo {
  const ends = description.extent?.temporal?.interval?.[0];
  const endAt = (i: number) => (isTimeText(ends?.[i]) ? inUtc(ends[i]) : null);
  const interval = ends ? ([endAt(0), endAt(1)] as const) : null;
  const bbox = description.extent?.spatial?.bbox?.[0];
  const roles = { ...(queryables && findRoles(queryables)), ...settings };
  const said = serviceNotices(named(description.id), description.notices);
  const chosen = chosenTimeNotice(queryables ?? [], roles);
  const feeds = feedsOf(description.feeds);
  return {
    id: description.id,
    title: description.title === undefined ? null : cleanText(description.title),
    description:
      description.description === undefined ? null : cleanText(description.description, 600),
    bbox: bbox && bboxProblem(bbox) === undefined ? bbox : null,
    interval,
    queryables,
    roles,
    isByDate: isByDate(queryables, roles, interval),
    notices: [
      ...said,
      ...(chosen === null ? [] : [chosen]),
      ...creditNotices(description.sources, description.attribution),
    ],
    acknowledgement: acknowledgement(description.attribution),
    feeds,
    receivedMs: receivedMsOf(feeds),
    coverage: coverageFrom(description.coverage),
    isSynthetic: isMadeUp(description),
    isNoticed: said.length > 0,
    isAggregated: description.links.some(({ rel }) => rel === aggregateRelation),
  };
}

/** Some servers leave the offset out. */
function inUtc(time: string): string {
  return time.length > 10 ? withOffset(time) : time;
}

/**
 * Whether times are calendar dates: the time property is a `date`, or there is a `date` property as
 * well and both ends of the extent are midnights.
 */
function isByDate(
  queryables: readonly Queryable[] | null,
  roles: Roles,
  interval: CollectionInfo["interval"],
): boolean {
  const dates = queryables?.filter(({ type }) => type === "date").map(({ id }) => id) ?? [];
  if (dates.length === 0 || roles.time_of_day !== undefined) return false;
  if (roles.time?.some((name) => dates.includes(name))) return true;
  return interval?.every((end) => end !== null && /T00:00(:00(\.0+)?)?Z$/.test(end)) ?? false;
}

/** The roles for one feature; if the service lists no queryables, they come from its properties. */
export function rolesOf(
  properties: Readonly<Record<string, unknown>> | null,
  { queryables, roles }: CollectionInfo,
): Roles {
  if (queryables) return roles;
  const present = Object.entries(roles).filter(
    ([, name]) => ownProperty(properties, name) !== undefined,
  );
  return { ...rolesIn([{ properties }]), ...Object.fromEntries(present) };
}

/** The organization's simulations as a collection, whose time is their creation. */
async function readSimulationsInfo(
  id: string,
  context: Pick<ToolContext, "client" | "signal" | "note">,
) {
  const { client, signal } = context;
  const { items, notices } = await client.simulations.page({
    limit: 1,
    signal,
    ...serviceOf(client, id),
    ...sayMissing(context),
  });
  const newest = items[0]?.createdAt;
  return {
    id,
    title: "Fire-spread simulations",
    description: "Forecasts of the organization; the time is their creation.",
    bbox: null,
    interval: newest === undefined ? null : ([null, newest] as const),
    queryables: simulationQueryables,
    // The forecast ends later, but a simulation is of its creation.
    roles: { ...findRoles(simulationQueryables), time: ["created_at"] },
    isByDate: false,
    notices: [
      "Simulations are forecasts, not observations; those of one fire overlap, so their areas do not add up.",
      ...(items.some(isMadeUp) ? [madeUpSimulations] : []),
      ...serviceNotices("the simulations", notices),
    ],
  };
}

/** Whether a service describes an extent that has nothing in it. Without any, nobody knows. */
export function isEmpty({ extent }: CollectionDescription): boolean {
  if (extent === undefined) return false;
  return !extent.spatial?.bbox?.length && !extent.temporal?.interval?.length;
}

/** The newest observation of a collection, as answers state it. */
export function newestOf(interval: CollectionInfo["interval"]): string {
  return interval?.[1] ?? "unknown";
}
