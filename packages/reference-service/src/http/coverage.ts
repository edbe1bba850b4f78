import type { Feed, FeedInterval } from "@emberline/feeds";
import { type Bbox, printInstant } from "@emberline/geo";
import type { DeclaredCoverage } from "../values/collections.ts";
import { currencyOf, type FeedStatus, silentSince } from "./feed-notices.ts";

const hourMs = 3_600_000;
const always: FeedInterval = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

interface CoverageFacts {
  /** Feeds of one collection, as they are now. */
  readonly feeds: readonly FeedStatus[];
  /** Features that ended before are removed; epoch milliseconds. */
  readonly keptSince: number;
  /** The time of features of the operator's data files. */
  readonly filed: FeedInterval | undefined;
  /** Boxes that the feeds are read for; empty for the world. */
  readonly areas: readonly Bbox[];
  readonly nowMs: number;
}

/**
 * The member `coverage` of a collection's description: of which time and place its data are
 * complete; undefined if its feeds do not tell.
 */
export function coverageMember({ feeds, keptSince, filed, areas, nowMs }: CoverageFacts) {
  const telling = feeds.filter(({ covered }) => covered !== null);
  const countries = feeds.flatMap((feed) => feed.countries ?? []);
  const isOfWorld = feeds.some((feed) => feed.countries === undefined);
  const read = telling
    .map((feed) => spansOf(feed, nowMs))
    .reduce((common, spans) => both(common, spans), [always])
    .map(({ start, end }) => ({ start: Math.max(start, keptSince), end }))
    .filter(({ start, end }) => start <= end);
  const intervals = [...(filed ? [filed] : []), ...read].sort((a, b) => a.start - b.start);
  const gaps = telling.flatMap((feed) =>
    gapsOf(feed, feeds, nowMs)
      .filter(({ start, end }) => end > keptSince && (start > keptSince || end !== Infinity))
      .map((gap) => ({ source: feed.title, interval: printed(gap) })),
  );
  const members = {
    ...(telling.length > 0 && { intervals: intervals.map(printed) }),
    ...(gaps.length > 0 && { gaps }),
    ...(!isOfWorld && countries.length > 0 && { countries }),
    ...(feeds.length > 0 && areas.length > 0 && { boxes: areas }),
  };
  return Object.keys(members).length > 0 ? members : undefined;
}

export type CoverageMember = NonNullable<ReturnType<typeof coverageMember>>;

/**
 * The member with what data files cover. Beside feeds only their countries count, unless the feeds
 * are of the world.
 */
export function withDeclared(
  member: CoverageMember | undefined,
  { countries, ...place }: DeclaredCoverage = { countries: [] },
): object | undefined {
  const isAlone = member === undefined;
  const hasCountries = countries.length > 0 && (isAlone || member.countries !== undefined);
  const merged = {
    ...member,
    ...(hasCountries && { countries: [...(member?.countries ?? []), ...countries] }),
    ...(isAlone && place),
  };
  return Object.keys(merged).length > 0 ? merged : undefined;
}

/** What was read of a feed; without an end where no more than its delay has passed since. */
function spansOf(feed: FeedStatus, nowMs: number): readonly FeedInterval[] {
  if (feed.readAt === null) return [];
  const covered = feed.covered ?? [];
  const last = covered.at(-1);
  const isCurrent =
    last !== undefined &&
    currencyOf(feed, nowMs) === "current" &&
    nowMs - last.end <= feed.delayHours * hourMs;
  return isCurrent ? [...covered.slice(0, -1), { ...last, end: Infinity }] : covered;
}

function both(a: readonly FeedInterval[], b: readonly FeedInterval[]): FeedInterval[] {
  return a.flatMap((one) =>
    b
      .map((other) => ({
        start: Math.max(one.start, other.start),
        end: Math.min(one.end, other.end),
      }))
      .filter(({ start, end }) => start <= end),
  );
}

/** Times without an observation of a feed. A silence that began before what is kept is none. */
function gapsOf(feed: FeedStatus, all: readonly FeedStatus[], nowMs: number): FeedInterval[] {
  const since = silentSince(feed, all, nowMs);
  const silence = since === null ? [] : [{ start: since, end: Infinity }];
  return [...feed.gaps.filter(({ end }) => end < (since ?? Infinity)), ...silence];
}

function printed({ start, end }: FeedInterval): [string | null, string | null] {
  return [textOf(start), textOf(end)];
}

function textOf(epochMs: number): string | null {
  return Number.isFinite(epochMs) ? printInstant(epochMs) : null;
}

/** What a feed tells by its state; for its status. */
export function coverageFacts(feed: Feed, state: unknown) {
  return {
    newestAt: feed.newestAt?.(state) ?? null,
    covered: feed.covered?.(state) ?? null,
    gaps: feed.gaps?.(state) ?? [],
    standIn: feed.standIn?.(state) ?? null,
  };
}
