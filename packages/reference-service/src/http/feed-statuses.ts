import type { ChangeCounts, Credit, Feed, Layer } from "@emberline/feeds";
import { printInstant } from "@emberline/geo";

/** The statuses of all feeds, by name. */
export class FeedStatuses {
  readonly #byName: Map<string, FeedStatus>;

  constructor(statuses: readonly FeedStatus[]) {
    this.#byName = new Map(statuses.map((status) => [status.name, status]));
  }

  of(name: string): FeedStatus {
    return this.#byName.get(name)!;
  }

  /** Names of feeds that are not read here, such as those of an older journal, are ignored. */
  update(name: string, changed: Partial<FeedStatus>): void {
    const status = this.#byName.get(name);
    if (status) this.#byName.set(name, { ...status, ...changed });
  }
}

/** A feed as a member of its collection's description. */
export function feedDescription(status: FeedStatus) {
  const { name, title, credit, paceMinutes, readAt, newestAt, attemptAt, error } = status;
  return {
    name,
    title,
    attribution: credit.text,
    license: credit.licence,
    ...(credit.disclaimer !== null && { disclaimer: credit.disclaimer }),
    url: credit.url,
    everyMinutes: paceMinutes,
    readAt: instant(readAt),
    ...(newestAt !== null && { newestAt: printInstant(newestAt) }),
    attemptAt: instant(attemptAt),
    ...(error !== null && { error }),
  };
}

/** Whom a collection's data come from: the acknowledgements of the sources, and their names. */
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
  /** Why the last attempt failed, without secrets and full stop; null if it did not. */
  readonly error: string | null;
  /** Since the start of this process. */
  readonly attempts: number;
  readonly failures: number;
  readonly rows: ChangeCounts;
}

const noRows: ChangeCounts = { received: 0, rejected: 0, added: 0, replaced: 0, removed: 0 };

type FeedFacts = Pick<Feed, "name" | "title" | "layer" | "credit" | "usualAgeHours">;

/** The status of a feed before its first reading. */
export function freshStatus(
  { name, title, layer, credit, usualAgeHours }: FeedFacts,
  paceMinutes: number,
): FeedStatus {
  return {
    ...{ name, title, layer, credit, paceMinutes },
    usualAgeHours: usualAgeHours ?? null,
    newestAt: null,
    readAt: null,
    attemptAt: null,
    nextAttemptAt: null,
    error: null,
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
