import type {
  ChangeCounts,
  CountriesOf,
  Credit,
  Feed,
  FeedErrorCode,
  FeedInterval,
  Layer,
} from "@emberline/feeds";
import { type Bbox, printInstant } from "@emberline/geo";
import { nounsOf } from "../values/collections.ts";

const minuteMs = 60_000;

/** Paces that may be missed before data count as old, since a reading takes time. */
const missedPaces = 3;

/** How current a feed is. */
type Currency = "unread" | "old" | "current";

export function currencyOf(
  { readAt, error, paceMinutes }: Pick<FeedStatus, "readAt" | "error" | "paceMinutes">,
  nowMs: number,
): Currency {
  if (readAt === null) return "unread";
  const isLate = nowMs - readAt > missedPaces * paceMinutes * minuteMs;
  return error !== null || isLate ? "old" : "current";
}

/**
 * Since when a feed is read, but its source seems to observe nothing; epoch milliseconds, null if it
 * does. Where quiet days are usual, it counts as silent only beside feeds that saw something.
 */
export function silentSince(
  status: FeedStatus,
  all: readonly FeedStatus[],
  nowMs: number,
): number | null {
  const { usualAgeHours, isSparse, covered } = status;
  const since = status.newestAt ?? covered?.[0]?.start ?? null;
  if (usualAgeHours === null || since === null || currencyOf(status, nowMs) !== "current")
    return null;
  const untilMs = isSparse
    ? all.reduce((latest, { newestAt }) => Math.max(latest, newestAt ?? since), since)
    : nowMs;
  return untilMs - since > usualAgeHours * 60 * minuteMs ? since : null;
}

/**
 * - `unread`: not read completely yet
 * - `failing`: the last attempt failed
 * - `stale`: several readings are overdue
 * - `silent`: read, but its source seems to observe nothing
 */
export type FeedState = "current" | "unread" | "failing" | "stale" | "silent";

export function stateOf(status: FeedStatus, all: readonly FeedStatus[], nowMs: number): FeedState {
  if (status.error !== null) return "failing";
  const currency = currencyOf(status, nowMs);
  if (currency !== "current") return currency === "old" ? "stale" : "unread";
  return silentSince(status, all, nowMs) === null ? "current" : "silent";
}

const regionNames = new Intl.DisplayNames("en", { type: "region" });

/** More boxes are only counted. */
const maxBoxes = 3;

/** What a feed is of, in words. */
export function coversOf({ countries }: Pick<FeedStatus, "countries">, areas: readonly Bbox[]) {
  const place = countries?.codes.map(placeNamed).join(", ") ?? "the world";
  if (areas.length === 0) return place;
  const boxes = areas.map((area) => `[${area.join(", ")}]`).join(" and ");
  return `${place}, only in ${areas.length > maxBoxes ? `${areas.length} boxes` : boxes}`;
}

/** A country, or a part of one by its code. */
function placeNamed(code: string): string {
  const [country, part] = code.split("-");
  const name = regionNames.of(country!) ?? code;
  return part === undefined ? name : `${code} of ${name}`;
}

/**
 * What every answer about the features of these feeds must say: which of them were never read,
 * which are not current, and which have nothing new. They are of one collection.
 */
export function feedNotices(statuses: readonly FeedStatus[], nowMs: number): string[] {
  const of = (currency: Currency) =>
    statuses.filter((each) => currencyOf(each, nowMs) === currency);
  return [
    unreadNotice(of("unread")),
    oldNotice(of("old"), nowMs),
    standInNotice(statuses.filter(({ standIn }) => standIn !== null)),
    ...statuses.map((each) => stalledNotice(each, silentSince(each, statuses, nowMs), nowMs)),
  ].filter((notice) => notice !== null);
}

/** Feeds of one source have one reason. */
function standInNotice(feeds: readonly FeedStatus[]): string | null {
  if (feeds.length === 0) return null;
  return `${listed(feeds.map(({ title }) => title))}: ${feeds[0]!.standIn}.`;
}

function stalledNotice(
  { title, newestAt }: FeedStatus,
  since: number | null,
  nowMs: number,
): string | null {
  if (since === null) return null;
  const age = ageText(nowMs - since);
  const what =
    newestAt === null
      ? `has had no observation since ${minuteOf(since)} at least`
      : `its newest observation is of ${minuteOf(since)}`;
  return `${title} answers, but ${what}, ${age} ago: the source may have stopped.`;
}

function unreadNotice(feeds: readonly FeedStatus[]): string | null {
  const [first] = feeds;
  if (!first) return null;
  const have = feeds.length > 1 ? "have" : "has";
  return `An empty answer does not mean that there are no ${nounsOf(first.layer)}: ${listed(feeds.map(({ title }) => title))} ${have} not been read completely yet${failure(feeds)}.`;
}

function oldNotice(feeds: readonly FeedStatus[], nowMs: number): string | null {
  const [first] = feeds;
  if (!first) return null;
  const when = ({ readAt }: FeedStatus) =>
    `last read completely at ${minuteOf(readAt!)}, ${ageText(nowMs - readAt!)} ago`;
  const read =
    feeds.length === 1
      ? `${first.title} was ${when(first)}`
      : listed(feeds.map((feed) => `${feed.title} (${when(feed)})`));
  const missing = `newer ${nounsOf(first.layer)} may be missing`;
  return feeds.length === 1
    ? `${read}${failure(feeds)}; ${missing}.`
    : `${sentenceCase(missing)}: ${read}${failure(feeds)}.`;
}

function failure(feeds: readonly FeedStatus[]): string {
  const failed = feeds.find(({ error }) => error !== null);
  return failed ? `; the last attempt failed: ${failed.error}` : "";
}

/** RFC 3339, to the minute. */
function minuteOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16)}Z`;
}

/** Such as `3 hours`, rounded down. */
export function ageText(ageMs: number): string {
  const minutes = Math.max(0, Math.floor(ageMs / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (minutes < 120) return counted(minutes, "minute");
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join("; ")} and ${texts.at(-1)}`;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The statuses of all feeds, by name. */
export class FeedStatuses {
  readonly #byName: Map<string, FeedStatus>;
  readonly #onChange: () => void;

  constructor(statuses: readonly FeedStatus[], onChange: () => void) {
    this.#byName = new Map(statuses.map((status) => [status.name, status]));
    this.#onChange = onChange;
  }

  of(name: string): FeedStatus {
    return this.#byName.get(name)!;
  }

  /** Names of feeds that are not read here, such as those of an older journal, are ignored. */
  update(name: string, changed: Partial<FeedStatus>): void {
    const status = this.#byName.get(name);
    if (!status) return;
    this.#byName.set(name, { ...status, ...changed });
    this.#onChange();
  }
}

/**
 * A feed as a member of its collection's description.
 *
 * @param all feeds of the collection
 */
export function feedDescription(
  status: FeedStatus,
  all: readonly FeedStatus[],
  areas: readonly Bbox[],
  nowMs: number,
) {
  const { name, title, credit, paceMinutes, system, known } = status;
  const { readAt, newestAt, attemptAt, error } = status;
  return {
    name,
    title,
    attribution: credit.text,
    license: credit.licence,
    ...(credit.disclaimer !== null && { disclaimer: credit.disclaimer }),
    url: credit.url,
    covers: coversOf(status, areas),
    state: stateOf(status, all, nowMs),
    ...(system !== null && { system }),
    ...(known !== null && { known }),
    everyMinutes: paceMinutes,
    readAt: instant(readAt),
    ...(newestAt !== null && { newestAt: printInstant(newestAt) }),
    attemptAt: instant(attemptAt),
    ...(error !== null && { error }),
  };
}

/** The sources of a collection, and the acknowledgements that they ask for. */
export function creditMembers(credits: readonly Credit[]) {
  if (credits.length === 0) return {};
  const unique = (of: (credit: Credit) => string) => [...new Set(credits.map(of))];
  return {
    attribution: unique(({ text }) => text).join("; "),
    sources: unique(({ name }) => name),
  };
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : printInstant(epochMs);
}

/** How a feed is: for notices, pages, `/readyz` and `/metrics`. Times are epoch milliseconds. */
export interface FeedStatus {
  readonly name: string;
  readonly title: string;
  readonly layer: Layer;
  readonly credit: Credit;
  readonly paceMinutes: number;
  /** When the last complete reading began; null before the first. */
  readonly readAt: number | null;
  /** When the last attempt began; null before the first of this process. */
  readonly attemptAt: number | null;
  /** When the next one begins; null while one runs. */
  readonly nextAttemptAt: number | null;
  /** Of the newest observation; null if the feed does not tell. */
  readonly newestAt: number | null;
  /** An older newest observation is a sign that the source has stopped; null if it is not. */
  readonly usualAgeHours: number | null;
  /** Only beside feeds that saw something. */
  readonly isSparse: boolean;
  /** Of which time all that the source has was read; null if the feed does not tell. */
  readonly covered: readonly FeedInterval[] | null;
  /** Past times without an observation, which is unusual. */
  readonly gaps: readonly FeedInterval[];
  /** How late observations may come. */
  readonly delayHours: number;
  /** Whose detections these are; null for other features. */
  readonly system: string | null;
  /** How well the source is known; null if nothing is said. */
  readonly known: string | null;
  /** What the source is of; undefined for the world. */
  readonly countries: CountriesOf | undefined;
  /** Why it is read another way than the operator set; null if it is not. */
  readonly standIn: string | null;
  /** Why the last attempt failed, without secrets and full stop; null if it did not. */
  readonly error: string | null;
  /** The kind of that failure. */
  readonly fault: FeedErrorCode | "storage" | "internal" | null;
  /** Since the start of this process. */
  readonly attempts: number;
  readonly failures: number;
  readonly rows: ChangeCounts;
}

const noRows: ChangeCounts = { received: 0, rejected: 0, added: 0, replaced: 0, removed: 0 };

type FeedFacts = Pick<
  Feed,
  | "name"
  | "title"
  | "layer"
  | "credit"
  | "usualAgeHours"
  | "isSparse"
  | "delayHours"
  | "system"
  | "known"
  | "countries"
>;

/** The status of a feed before its first reading. */
export function freshStatus(
  { usualAgeHours, isSparse, delayHours, system, known, ...facts }: FeedFacts,
  paceMinutes: number,
): FeedStatus {
  const { name, title, layer, credit, countries } = facts;
  return {
    ...{ name, title, layer, credit, paceMinutes, countries },
    system: system ?? null,
    known: known ?? null,
    usualAgeHours: usualAgeHours ?? null,
    isSparse: isSparse ?? false,
    delayHours: delayHours ?? 0,
    covered: null,
    gaps: [],
    newestAt: null,
    standIn: null,
    readAt: null,
    attemptAt: null,
    nextAttemptAt: null,
    error: null,
    fault: null,
    attempts: 0,
    failures: 0,
    rows: noRows,
  };
}

export function addRows(a: ChangeCounts, b: ChangeCounts): ChangeCounts {
  return {
    received: a.received + b.received,
    rejected: a.rejected + b.rejected,
    added: a.added + b.added,
    replaced: a.replaced + b.replaced,
    removed: a.removed + b.removed,
  };
}
