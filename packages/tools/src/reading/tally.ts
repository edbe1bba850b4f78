import type { FeaturePage } from "@emberline/core";
import { z } from "zod";
import { otherTimesNotice } from "../collection/sampled-types.ts";
import type { Selection } from "../selection/selection.ts";
import type { UnlistedValues } from "../selection/unlisted-values.ts";
import { listNames } from "../values/text.ts";
import type { Hit, IgnoredParameter, Miss } from "./match.ts";

const whole = z.number().int().min(0);

/**
 * How far a reading got: everything that the next call needs to continue. Names are short and zeros
 * are omitted, since a model pays for every character.
 */
export const readingState = z
  .object({
    /** Rows answered so far. */
    n: whole,
    /** The tally, packed by `packTally`. */
    t: z.array(whole).min(2).max(11),
    /** Page size, in the service's order. */
    s: whole.max(10_000).optional(),
    /** Page token of the service; absent for the first page. */
    p: z.string().optional(),
    /** How many features of this page were already returned. */
    k: whole.optional(),
    /** The last sort key that was returned, if sorted. */
    a: z
      .tuple([z.union([z.string(), z.number(), z.null()]), z.string(), z.number().optional()])
      .optional(),
  })
  .strict();

export type ReadingState = z.output<typeof readingState>;

/** The numbers of a tally, without the zeros at the end. */
export function packTally(tally: Tally): ReadingState["t"] {
  const { matched, exact, read, noLocation, noTime, skipped, older, nearStatic } = tally;
  const behind = exact ? 0 : read;
  const first = [matched, Number(exact), behind, noLocation, noTime];
  const packed = [
    ...first,
    skipped,
    older,
    nearStatic,
    tally.undecided,
    tally.unreadTime,
    tally.unreadValue,
  ];
  return packed.slice(0, Math.max(2, packed.findLastIndex((each) => each !== 0) + 1));
}

export function unpackTally(packed: ReadingState["t"]): Tally {
  const [matched = 0, exact, behind = 0, noLocation = 0, noTime = 0, ...more] = packed;
  const [skipped = 0, older = 0, nearStatic = 0, undecided = 0, unreadTime = 0, unreadValue = 0] =
    more;
  const read = { matched, exact: exact === 1, read: behind, noLocation, noTime };
  return { ...read, skipped, older, nearStatic, undecided, unreadTime, unreadValue };
}

/** The hits of one answer, and the tally of all matches. */
export interface Reading {
  readonly hits: readonly Hit[];
  readonly order: string;
  readonly tally: Tally;
  /** Rows of the answers before this one. */
  readonly returnedBefore: number;
  /** Whether the reading stopped before the last of the hits that were asked for. */
  readonly isStopped: boolean;
  /** How many matches after the first `kept` hits have the same place in the order as the last. */
  tiesAfter?(kept: number): number;
  /** Whether a further call would return nothing: a stop at the same place brings no new hits. */
  readonly isEnd: boolean;
  readonly notices: readonly string[];
  /** The state after the first `kept` hits. */
  stateAfter(kept: number): ReadingState;
}

/** Where and why a reading stopped early. */
interface Stop {
  /** Half a sentence, such as "out of time". */
  readonly reason: string;
  /** The client's cursor of the first page that was not read. */
  readonly next: string;
}

/** What a reading counted and skipped. */
export interface Tally {
  matched: number;
  /** False if the reading stopped early: then only the first `read` features were checked. */
  exact: boolean;
  read: number;
  noLocation: number;
  noTime: number;
  /** Features that break RFC 7946, as coordinates that are no degrees do. */
  skipped: number;
  /** Left out because a static heat source is near. */
  nearStatic: number;
  /** Neither matching nor not: the outline crosses itself too often. */
  undecided: number;
  /** Neither matching nor not: the time cannot be read. */
  unreadTime: number;
  /** Neither matching nor not: a value is of another type than what the filter compares it with. */
  unreadValue: number;
  /** Older snapshots, replaced by the newest of their fire. */
  older: number;
  /** Fires with an older snapshot in the area, whose newest lies outside it. */
  elsewhere?: number;
  /** Snapshots without a fire, if one per fire was requested. */
  withoutFire?: number;
  stop?: Stop;
  /** Features that the service returned although a request parameter excludes them. */
  ignored?: Partial<Record<IgnoredParameter, number>>;
  /** Parameters that were not sent, since the service does not apply them. */
  unapplied?: FeaturePage["unapplied"];
  /** Properties read as numbers that are another text in some feature. */
  oddTexts?: readonly string[];
  /** Why the data themselves are not complete, as sentences. */
  uncovered?: readonly string[];
  /** That nothing is held of some days of the time: what is held is still counted. */
  unheld?: string;
  /** What the features that were read show of a filter on properties that are not listed. */
  unlisted?: Pick<UnlistedValues, "doubt"> | undefined;
  /** Properties read as times that the service sends in another form. */
  otherTimes?: readonly string[];
  /** Why the service may have more than it returned, as a sentence. */
  doubt?: string;
  /** The first URL that was sent, without secrets. */
  request?: string;
  /** Whether the service says where the features of the collection are. */
  isPlaceKnown?: boolean;
}

export function emptyTally({
  uncovered,
  unheld,
  filter,
  collection,
}: Partial<Pick<Selection, "uncovered" | "unheld" | "filter" | "collection">> = {}): Tally {
  return {
    isPlaceKnown: collection?.bbox != null,
    ...(uncovered?.length && { uncovered }),
    ...(unheld && { unheld }),
    ...(filter?.unlisted && { unlisted: filter.unlisted }),
    matched: 0,
    exact: true,
    read: 0,
    noLocation: 0,
    noTime: 0,
    skipped: 0,
    older: 0,
    nearStatic: 0,
    undecided: 0,
    unreadTime: 0,
    unreadValue: 0,
  };
}

/** Simulations have no more than this. */
type ExactPart = Pick<Tally, "exact"> & Partial<Tally>;

/** Whether `matched` is the count of all that match in the data. What is skipped may match. */
export function isRead(tally: ExactPart): boolean {
  const { exact, undecided = 0, unreadTime = 0, unreadValue = 0, skipped = 0 } = tally;
  const isKnown = undecided + unreadTime + unreadValue + skipped === 0;
  return exact && isKnown && isPlaced(tally) && typeof tally.unlisted?.doubt() !== "string";
}

/** Whether an area could be applied: some feature or the collection says where it is. */
function isPlaced({ read = 0, noLocation, isPlaceKnown }: Partial<Tally>): boolean {
  return isPlaceKnown === true || read === 0 || noLocation !== read;
}

/** Whether `matched` is the count of all that match, since the data are complete too. */
export function isExact(tally: ExactPart): boolean {
  return isRead(tally) && !tally.uncovered?.length;
}

/** Whether all of the time and area asked is in the answer, as far as is known. */
export function isComplete(tally: ExactPart): boolean {
  return isExact(tally) && tally.unheld === undefined;
}

/** Adds the tallies of two consecutive readings; the request is that of the first. */
export function addTallies(first: Tally, then: Tally): Tally {
  return {
    ...then,
    matched: first.matched + then.matched,
    exact: first.exact && then.exact,
    read: first.read + then.read,
    noLocation: first.noLocation + then.noLocation,
    noTime: first.noTime + then.noTime,
    skipped: first.skipped + then.skipped,
    older: first.older + then.older,
    nearStatic: first.nearStatic + then.nearStatic,
    undecided: first.undecided + then.undecided,
    unreadTime: first.unreadTime + then.unreadTime,
    unreadValue: first.unreadValue + then.unreadValue,
    ...((first.ignored || then.ignored) && { ignored: { ...first.ignored, ...then.ignored } }),
    ...(first.unapplied && { unapplied: first.unapplied }),
    ...(first.otherTimes && { otherTimes: first.otherTimes }),
    ...((first.oddTexts || then.oddTexts) && {
      oddTexts: [...new Set([...(first.oddTexts ?? []), ...(then.oddTexts ?? [])])],
    }),
    ...(first.request !== undefined && { request: first.request }),
  };
}

/** Adds one feature's result to the tally. */
export function count(tally: Tally, verdict: Hit | Miss): void {
  if (verdict === "no_location") tally.noLocation++;
  else if (verdict === "no_time") tally.noTime++;
  else if (verdict === "near_static") tally.nearStatic++;
  else if (verdict === "undecided") tally.undecided++;
  else if (verdict === "unread_time") tally.unreadTime++;
  else if (verdict === "unread_value") tally.unreadValue++;
  else if (typeof verdict !== "string") tally.matched++;
  else if (verdict !== "outside") {
    tally.ignored ??= {};
    tally.ignored[verdict] = (tally.ignored[verdict] ?? 0) + 1;
  }
}

/**
 * Why a last page may not be the last: it is full and has neither a count nor a next link; or fewer
 * features arrived than the service counts.
 *
 * @param limit the requested page size
 * @param given features received since the start of the collection; null if unknown
 */
export function doubtAbout(
  { features, skipped, numberMatched, doubt, unapplied }: FeaturePage,
  limit: number,
  given: number | null,
): string | undefined {
  // Without some parameters, pages are larger than asked for, and have no count of matches.
  if (doubt !== undefined || unapplied) return doubt;
  if (numberMatched === undefined) {
    return features.length + skipped >= limit
      ? "The service returned a full page with neither a next link nor a count: there may be more."
      : undefined;
  }
  return given !== null && given < numberMatched
    ? `The service counts ${numberMatched} features but returned ${given}: some are missing.`
    : undefined;
}

/** Features that come again on a later page show that pages shift. */
export function repeatedDoubt(repeated: number): string | undefined {
  return repeated === 0
    ? undefined
    : `The service returned ${repeated} ${repeated === 1 ? "feature" : "features"} twice, so its pages shift and others may be missing.`;
}

/** Keeps what a page says about its reading. */
export function noteReading(tally: Tally, { unapplied, oddTexts, otherTimes }: FeaturePage): void {
  if (unapplied) tally.unapplied = unapplied;
  if (otherTimes) tally.otherTimes = otherTimes;
  if (oddTexts) tally.oddTexts = [...new Set([...(tally.oddTexts ?? []), ...oddTexts])];
}

/** Notices about what was skipped while reading. */
export function tallyNotices(tally: Tally, isFiltered = false): string[] {
  const { exact, read, skipped, noLocation, noTime, older, withoutFire = 0, stop: stopped } = tally;
  const { matched, nearStatic, undecided, unreadTime, unreadValue, elsewhere = 0 } = tally;
  return [
    exact || tally.doubt !== undefined
      ? null
      : `Only the first ${read} features could be read${stopped ? ` (${stopped.reason})` : ""}: select a smaller area or time for exact numbers.`,
    ...(tally.uncovered ?? []),
    tally.unheld ?? null,
    tally.doubt ?? null,
    ...(tally.unapplied ?? []).map((name) => unappliedNotice(name, read)),
    tally.oddTexts
      ? `Some features have text that is not a number in ${listNames(tally.oddTexts)}: comparisons with numbers leave them out.`
      : null,
    otherTimesNotice(tally.otherTimes),
    tally.ignored ? ignoredNotice(tally.ignored, tally.unapplied) : null,
    older > 0 && isFiltered
      ? "The filter was applied first: this is the newest snapshot of each fire that passes it, not always the fire's newest."
      : null,
    older > 0
      ? `Only the newest snapshot of each fire counts; ${older} older ones are ignored (latest_per_fire: false includes them).`
      : null,
    elsewhere > 0
      ? `${elsewhere} ${elsewhere === 1 ? "fire is" : "fires are"} left out: the newest snapshot lies outside the area.`
      : null,
    withoutFire > 0
      ? `${withoutFire} ${withoutFire === 1 ? "feature names" : "features name"} no fire: each counts as a separate fire but may be a snapshot of another.`
      : null,
    matched === 0 && nearStatic > 0
      ? `All ${nearStatic} matches lie near a static heat source and are left out.`
      : null,
    skipped > 0
      ? `${skipped} ${skipped === 1 ? "feature is" : "features are"} skipped: not valid GeoJSON (RFC 7946), or not in degrees, longitude first.`
      : null,
    undecided > 0
      ? `Whether ${undecided} more ${undecided === 1 ? "matches" : "match"} is not known: an outline crosses itself more than 50,000 times.`
      : null,
    unreadTime > 0
      ? `Whether ${unreadTime} more ${unreadTime === 1 ? "matches" : "match"} is not known: no time can be read from ${unreadTime === 1 ? "it" : "them"}.${matched === 0 ? " Leave out time to count all." : ""}`
      : null,
    unreadValue > 0
      ? `Whether ${unreadValue} more ${unreadValue === 1 ? "matches" : "match"} is not known: the filter compares a value with one of another type.`
      : null,
    tally.unlisted?.doubt() ?? null,
    noLocation > 0 ? `${noLocation} without location: not counted in matched.` : null,
    noTime > 0 ? `${noTime} without time: not counted in matched.` : null,
  ].filter((notice) => notice !== null);
}

function unappliedNotice(name: "bbox" | "datetime" | "filter", read: number): string | null {
  if (name === "bbox") return null;
  const what = name === "datetime" ? "filter by time" : "apply the filter";
  return `The service cannot ${what}: ${read} features were read and filtered here.`;
}

function ignoredNotice(
  ignored: Readonly<Partial<Record<IgnoredParameter, number>>>,
  unapplied: readonly string[] = [],
): string | null {
  const names = Object.keys(ignored)
    .filter((name) => !unapplied.includes(name))
    .sort()
    .join(" and ");
  if (names === "") return null;
  return `The service did not apply ${names}: Emberline applied it to the returned features.`;
}
