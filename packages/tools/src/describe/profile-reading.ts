import { type Client, settleOrAbort } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { eachInTurns, processTurns } from "@emberline/turns";
import { CallMemory } from "../call/call-memory.ts";
import { PageBudget, type ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { countLookup } from "../call/observe-call.ts";
import { Presentation } from "../call/presentation.ts";
import { ifOffered } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { newestOf } from "../collection/collection-info.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { readAll } from "../reading/read-all.ts";
import { resolveSelection, type Selection } from "../selection/selection.ts";
import { Profile } from "./profile.ts";

/** The time is sampled in equal parts, since sources differ between years. */
const strata = 32;
const perStratum = 1000;

/** Features of every part of a collection's time. */
class Sample {
  readonly #info: CollectionInfo;
  /**
   * Values of `datetime` still to request; first none, for the features that the service lists
   * first.
   */
  readonly #left: (string | undefined)[];

  constructor(info: CollectionInfo) {
    this.#info = info;
    this.#left = [undefined, ...strataOf(info)];
  }

  get isDone(): boolean {
    return this.#left.length === 0;
  }

  /** Adds the features to the profile, one request after the other, to spare a large service. */
  async read(profile: Profile, { client, softDeadline, pause }: ToolContext): Promise<void> {
    const { id, roles } = this.#info;
    while (this.#left.length > 0) {
      const [datetime] = this.#left;
      const page = await client.features.page(id, {
        limit: perStratum,
        onInvalid: "skip",
        signal: softDeadline,
        pause,
        ...(datetime !== undefined && { datetime }),
      });
      this.#left.shift();
      await eachInTurns(page.features, pause, (feature) => profile.add(feature, roles));
    }
  }
}

function strataOf({ interval }: CollectionInfo): string[] {
  const [startMs, endMs] = [0, 1].map((end) => parseTimeMs(interval?.[end] ?? ""));
  if (startMs === undefined || endMs === undefined || startMs >= endMs) return [];
  const text = (i: number) => new Date(startMs + ((endMs - startMs) * i) / strata).toISOString();
  return Array.from({ length: strata }, (_, i) => `${text(i)}/${text(i + 1)}`);
}

/** Of a larger collection only a sample is read. */
const maxWhole = 2_000_000;

/** Never aborts: a page that has arrived counts whole. */
const never = new AbortController().signal;

interface Running {
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/**
 * Reads a collection into a profile, once for all callers that wait for it. When the last of them
 * leaves, the reading ends; the next caller's goes on from there.
 */
class ProfileReading {
  readonly profile = new Profile();
  readonly #selection: Selection;
  readonly #callers = new Set<ToolContext>();
  #sample: Sample | null;
  #next: string | undefined;
  #given = 0;
  #skipped = 0;
  #isWhole = false;
  #why: string | null = null;
  #running: Running | null = null;

  /**
   * @param selection the whole collection
   * @param total its number of features, if the service states it
   */
  constructor(selection: Selection, total = 0) {
    this.#selection = selection;
    this.#sample = total > maxWhole ? new Sample(selection.collection) : null;
  }

  /** Every feature of the collection is in the profile. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The profile covers a sample from all parts of the collection's time. */
  get isSampled(): boolean {
    return this.#sample !== null;
  }

  /** Why some features could not be read, as half a sentence; null if all were, or time ran out. */
  get why(): string | null {
    return this.#why;
  }

  /** Features that break RFC 7946 and are therefore not in the profile. */
  get skipped(): number {
    return this.#skipped;
  }

  /**
   * Waits until all is read, or until the call's time for reading is over.
   *
   * @throws the service's failure, or that it was late, if nothing was read
   */
  async wait(context: ToolContext): Promise<void> {
    this.#callers.add(context);
    try {
      for (let isEnding = true; isEnding && !this.#isDone(); ) {
        this.#running ??= this.#start(context);
        // A reading whose last caller has just left must end first.
        isEnding = this.#running.end.signal.aborted;
        await settleOrAbort(this.#running.done, context.softDeadline);
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (this.profile.features === 0) throw context.softDeadline.aborted ? late(error) : error;
    } finally {
      this.#callers.delete(context);
      if (this.#callers.size === 0) this.#running?.end.abort();
    }
  }

  #isDone(): boolean {
    return this.#isWhole || this.#sample?.isDone === true;
  }

  #start({ client }: ToolContext): Running {
    const end = new AbortController();
    const done = this.#readOn({
      client,
      now: () => Date.now(),
      signal: never,
      softDeadline: end.signal,
      pages: new PageBudget(),
      memory: new CallMemory(),
      maxTokens: Number.POSITIVE_INFINITY,
      pause: processTurns.pauseOf(never),
      notices: [],
      presentation: new Presentation(),
      note: () => {},
      onRead: (features) => {
        for (const { onRead } of this.#callers) onRead?.(features);
      },
    }).finally(() => {
      this.#running = null;
    });
    // It may fail after all callers have left.
    done.catch(() => {});
    return { end, done };
  }

  async #readOn(context: ToolContext): Promise<void> {
    if (this.#sample) return this.#sample.read(this.profile, context);
    const { roles } = this.#selection.collection;
    const tally = await readAll(
      this.#selection,
      context,
      ({ feature }) => this.profile.add(feature, roles),
      { ...(this.#next !== undefined && { from: this.#next, readBefore: this.#given }) },
    );
    this.#given += tally.read + tally.skipped;
    this.#skipped += tally.skipped;
    this.#next = tally.stop?.next;
    this.#isWhole = tally.exact;
    this.#why = context.softDeadline.aborted ? null : (tally.doubt ?? tally.stop?.reason ?? null);
    if (tally.stop && this.#given >= maxWhole) {
      this.#sample = new Sample(this.#selection.collection);
      await this.#sample.read(this.profile, context);
    }
  }
}

function late(cause: unknown): ToolError {
  return new ToolError("timed_out", "The service did not answer in time: try again.", { cause });
}

interface Known {
  /** The newest observation and the number of features. */
  readonly state: string;
  readonly atMs: number;
  readonly reading: ProfileReading;
}

const known = new WeakMap<Client, Map<string, Known>>();

/** Values may change while the count and the newest observation stay the same. */
const maxAgeMs = 3_600_000;

export interface Described {
  readonly info: CollectionInfo;
  /** The number of features by the service's count. */
  readonly total: number | undefined;
  /** Null if the service does not list the features. */
  readonly reading: ProfileReading | null;
}

/**
 * A collection with the profile of its features, cached as long as the collection stays the same.
 */
export async function profileOf(collection: string, context: ToolContext): Promise<Described> {
  const { client, softDeadline, now, pause } = context;
  const selection = await resolveSelection({ collection }, context);
  const info = selection.collection;
  const counted = await ifOffered(
    featuresOf(client, info.id).page(info.id, {
      limit: 1,
      onInvalid: "skip",
      signal: softDeadline,
      pause,
      ...sayMissing(context),
    }),
  );
  if (!counted) return { info, total: undefined, reading: null };
  const total = counted.numberMatched;
  const profiles = known.get(client) ?? new Map<string, Known>();
  known.set(client, profiles);
  const state = `${newestOf(info.interval)} ${total}`;
  let entry = profiles.get(info.id);
  const isFresh =
    entry !== undefined && entry.state === state && Math.abs(now() - entry.atMs) < maxAgeMs;
  countLookup("profiles", isFresh);
  if (!entry || !isFresh) {
    entry = { state, atMs: now(), reading: new ProfileReading(selection, total) };
    profiles.set(info.id, entry);
  }
  await entry.reading.wait(context);
  return { info, total, reading: entry.reading };
}
