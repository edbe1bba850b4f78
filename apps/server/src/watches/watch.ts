import { createHash, randomBytes } from "node:crypto";
import type { ProblemCode } from "@emberline/http-tools";
import type { Look } from "@emberline/mcp-server";
import type { WatchDefinition } from "./definition.ts";
import {
  type Detections,
  joined,
  newsIn,
  nothingSeen,
  type Rows,
  type Seen,
  type WatchEvent,
} from "./news.ts";
import type { Message, Outcome } from "./send.ts";

/** Why a watch cannot begin, with the code of the tool's error. */
export class WatchRefused extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface FeedState {
  readonly isRead: boolean;
  /** The last reading before it failed, null if there was none; absent while it does not fail. */
  readonly failedAfter?: string | null;
}

interface Outbox extends Message {
  readonly attempts: number;
  readonly nextAtMs: number;
  /** When the receiver asked to be tried again. */
  readonly notBeforeMs?: number;
}

/** What is kept of a watch, as a whole at a time. */
export interface WatchState {
  /** Of the last look that was compared; null before the first. */
  readonly digests: string | null;
  readonly seen: Seen;
  readonly feeds: Readonly<Record<string, FeedState>>;
  readonly isUnavailable: boolean;
  /** Detections that are not yet more than their rule says, by its number. */
  readonly counted: Readonly<Record<string, Detections>>;
  /** For the next message. */
  readonly gathered: readonly WatchEvent[];
  /** Events that had no room in it, by type. */
  readonly more: Readonly<Record<string, number>>;
  /** The message that is on its way. */
  readonly outbox: Outbox | null;
  readonly lastMessageAtMs: number | null;
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: string | null;
  /** Why nothing is sent any more. */
  readonly disabled: string | null;
}

export const newState: WatchState = {
  digests: null,
  seen: nothingSeen,
  feeds: {},
  isUnavailable: false,
  counted: {},
  gathered: [],
  more: {},
  outbox: null,
  lastMessageAtMs: null,
  lastDeliveredAt: null,
  lastFailure: null,
  disabled: null,
};

export interface WatchRecord {
  readonly id: string;
  /** Who registered it. */
  readonly owner: string;
  readonly createdAt: string;
  readonly definition: WatchDefinition;
  readonly secret: string;
  readonly state: WatchState;
}

interface WatchOptions {
  /** What the service has now. @throws {WatchRefused} when it cannot be read */
  readRows(): Promise<{ readonly look: Look; readonly rows: Rows }>;
  /** Whether its owner has access: else nothing is sent. */
  isAllowed(): boolean;
  /** Resolves once the record is kept. */
  save(record: WatchRecord): Promise<void>;
  send(message: Message, record: WatchRecord): Promise<Outcome>;
  /** Waits before each attempt to deliver a message. */
  readonly retryDelaysMs: readonly number[];
  readonly log: (text: string) => void;
}

/** The schedule of Standard Webhooks: how long after the attempt before, in seconds. */
export const standardDelaysMs: readonly number[] = [
  ...[0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
].map((seconds) => seconds * 1000);

/** Of the events of a message; the specification advises less than 20 kB for all of it. */
const maxEventBytes = 16_000;
const feedEvents: Readonly<Record<string, string>> = {
  failing: "feed_failed",
  stale: "feed_stale",
  silent: "feed_silent",
};
const dayMs = 86_400_000;

/** One watch: compares looks with what it has seen, and sends what is new. */
export class WatchRun {
  #record: WatchRecord;
  readonly #options: WatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  /** Whether something happened since the last attempt. */
  #hasNews = false;
  /** Looks and attempts, one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(record: WatchRecord, options: WatchOptions) {
    this.#record = record;
    this.#options = options;
  }

  get record(): WatchRecord {
    return this.#record;
  }

  /** Takes what is there now as seen. @throws {WatchRefused} when it cannot be read */
  async begin(): Promise<void> {
    const { look, rows } = await this.#options.readRows();
    await this.#compare(look, rows);
  }

  /** Goes on with a message that was on its way. */
  resume(): void {
    this.#then(() => this.#deliver());
  }

  look(look: Look): void {
    this.#then(async () => {
      if (this.#record.state.disabled !== null || !this.#options.isAllowed()) return;
      const isNew = !("failure" in look) && look.digests !== this.#record.state.digests;
      if (isNew) {
        const { look: now, rows } = await this.#options.readRows().catch((error: unknown) => {
          if (!(error instanceof WatchRefused)) throw error;
          return { look: { failure: error.message }, rows: {} };
        });
        // What the end of the program or of access broke off says nothing of the data.
        if (this.#isOver || !this.#options.isAllowed()) return;
        await this.#compare(now, rows);
      } else await this.#compare(look, {});
      await this.#deliver();
    });
  }

  /** Sends a marked message at once, without another attempt. */
  async test(): Promise<Outcome> {
    const { id, definition } = this.#record;
    const body = {
      type: "watch.test",
      timestamp: now(),
      data: { watch: { id, name: definition.name }, events: [] },
    };
    const outcome = await this.#options.send(messageOf(body), this.#record);
    this.#then(async () => {
      // The receiver is there again.
      const isBack = outcome.isDelivered && this.#record.state.disabled !== null;
      await this.#commit({
        lastFailure: outcome.reason,
        ...(outcome.isDelivered && { lastDeliveredAt: now() }),
        ...(isBack && { disabled: null }),
      });
      await this.#deliver();
    });
    return outcome;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isOver) return;
      await work().catch((error: unknown) => {
        // What was not kept is found again by the next look.
        this.#options.log(`the watch ${this.#record.id}: ${(error as Error).message}`);
      });
    });
  }

  async #commit(change: Partial<WatchState>): Promise<void> {
    const record = { ...this.#record, state: { ...this.#record.state, ...change } };
    await this.#options.save(record);
    this.#record = record;
  }

  async #compare(look: Look, rows: Rows): Promise<void> {
    const { state, definition } = this.#record;
    if ("failure" in look) {
      if (state.isUnavailable) return;
      const event = { type: "data_unavailable", reason: look.failure.slice(0, 500) };
      return this.#commit({ isUnavailable: true, ...gather(state, [event]) });
    }
    const isFirst = state.digests === null;
    const feeds = feedNews(look.feeds, state.feeds, isFirst);
    const absorbed = isFirst ? new Set(allLayers) : feeds.begun;
    const hasRows = look.digests !== state.digests;
    const day = Math.floor(Date.now() / dayMs);
    const found = hasRows ? newsIn(rows, definition, state.seen, day, absorbed) : null;
    const { counted, due } = count(state, found?.detections ?? [], definition);
    const events = [
      ...(state.isUnavailable ? [{ type: "data_available" }] : []),
      ...feeds.events,
      ...due,
      ...(found?.events ?? []),
    ];
    this.#hasNews ||= events.length > 0;
    const isSame = !hasRows && events.length === 0 && sameFeeds(feeds.states, state.feeds);
    if (isSame) return;
    await this.#commit({
      ...(found && { seen: found.seen }),
      digests: look.digests,
      feeds: feeds.states,
      isUnavailable: false,
      counted,
      ...gather(state, events),
    });
  }

  /** Makes the next message when it is time, and attempts to deliver the one on its way. */
  async #deliver(): Promise<void> {
    clearTimeout(this.#timer);
    const { definition, id, state } = this.#record;
    if (state.disabled !== null || this.#isOver || !this.#options.isAllowed()) return;
    const dueAtMs =
      (state.lastMessageAtMs ?? Number.NEGATIVE_INFINITY) + definition.every_minutes * 60_000;
    if (!state.outbox) {
      if (state.gathered.length === 0) return;
      if (dueAtMs > Date.now()) return this.#wakeAt(dueAtMs);
      const data = {
        watch: { id, name: definition.name },
        events: state.gathered,
        ...(Object.keys(state.more).length > 0 && { more_events: state.more }),
      };
      const message = messageOf({ type: "watch.events", timestamp: now(), data });
      const outbox = { ...message, attempts: 0, nextAtMs: Date.now() };
      await this.#commit({ outbox, gathered: [], more: {} });
      return this.#deliver();
    }
    const { nextAtMs, notBeforeMs = 0 } = state.outbox;
    // What is new does not wait as long as the message before it.
    const earlyAtMs = this.#hasNews ? Math.max(dueAtMs, notBeforeMs) : nextAtMs;
    const atMs = Math.min(nextAtMs, earlyAtMs);
    if (atMs > Date.now()) return this.#wakeAt(atMs);
    await this.#attempt(state.outbox);
    return this.#deliver();
  }

  async #attempt(outbox: Outbox): Promise<void> {
    this.#hasNews = false;
    const isEarly = outbox.nextAtMs > Date.now();
    const outcome = await this.#options.send(outbox, this.#record);
    // An attempt that the end of the program broke off is made again with the same id.
    if (this.#isOver && !outcome.isDelivered) return;
    const attempts = outbox.attempts + (isEarly ? 0 : 1);
    const { retryDelaysMs, log } = this.#options;
    const at = { lastMessageAtMs: Date.now() };
    if (outcome.isDelivered)
      return this.#commit({ ...at, outbox: null, lastFailure: null, lastDeliveredAt: now() });
    const isGone = outcome.status === 410;
    if (isGone || attempts >= retryDelaysMs.length) {
      const disabled = isGone
        ? "the receiver answered 410 Gone"
        : `a message was not delivered in ${attempts} attempts: ${outcome.reason}`;
      log(`the watch ${this.#record.id} is disabled: ${disabled}`);
      // The message stays for when a test reaches the receiver again.
      const kept = { ...outbox, attempts: 0, nextAtMs: 0 };
      return this.#commit({ ...at, outbox: kept, disabled, lastFailure: outcome.reason });
    }
    const notBeforeMs = Date.now() + (outcome.retryAfterMs ?? 0);
    const plannedMs = isEarly ? outbox.nextAtMs : Date.now() + jittered(retryDelaysMs[attempts]!);
    const nextAtMs = Math.max(plannedMs, notBeforeMs);
    const waiting = { ...outbox, attempts, nextAtMs, notBeforeMs };
    await this.#commit({ ...at, outbox: waiting, lastFailure: outcome.reason });
  }

  #wakeAt(atMs: number): void {
    const waitMs = Math.min(Math.max(1, atMs - Date.now()), dayMs);
    this.#timer = setTimeout(() => this.#then(() => this.#deliver()), waitMs).unref();
  }
}

const allLayers = ["hotspots", "perimeters", "incidents", "evacuationZones"];

/** Events go to the next message while it has room; the others are counted. */
function gather(
  state: WatchState,
  events: readonly WatchEvent[],
): Pick<WatchState, "gathered" | "more"> {
  const gathered = [...state.gathered];
  const more: Record<string, number> = { ...state.more };
  for (const event of events) {
    const at = gathered.findIndex(
      (each) => isDetections(each) && isDetections(event) && each.rule === event.rule,
    );
    const known = gathered[at];
    if (known && isDetections(known) && isDetections(event)) {
      gathered[at] = joined(known, event);
      continue;
    }
    const bytes = Buffer.byteLength(JSON.stringify([...gathered, event]));
    if (bytes <= maxEventBytes) gathered.push(event);
    else more[event.type] = (more[event.type] ?? 0) + 1;
  }
  return { gathered, more };
}

function isDetections(event: WatchEvent): event is Detections {
  return event.type === "new_detections";
}

function count(state: WatchState, found: readonly Detections[], { when }: WatchDefinition) {
  const counted: Record<string, Detections> = { ...state.counted };
  const due: Detections[] = [];
  for (const each of found) {
    const all = joined(counted[each.rule], each);
    const isMore = all.count > when[each.rule]!.new_detections!.more_than;
    if (isMore) {
      due.push(all);
      delete counted[each.rule];
    } else counted[each.rule] = all;
  }
  return { counted, due };
}

type Feeds = Extract<Look, { feeds: unknown }>["feeds"];

function feedNews(feeds: Feeds, before: WatchState["feeds"], isFirst: boolean) {
  const states: Record<string, FeedState> = {};
  const events: WatchEvent[] = [];
  /** Layers of which a feed is read for the first time: all that it brings was there before. */
  const begun = new Set<string>();
  for (const { layer, title, state, read_at, error } of feeds) {
    const key = `${layer} ${title}`;
    const known = before[key];
    const isRead = read_at !== null;
    const wasFailing = known?.failedAfter !== undefined;
    // A program that starts has tried nothing yet: only another reading shows that it is back.
    const isBack = wasFailing && read_at !== known.failedAfter;
    const type = feedEvents[state];
    const isFailing = type !== undefined || (wasFailing && !isBack);
    states[key] = { isRead, ...(isFailing && { failedAfter: read_at }) };
    if (state === "unread" || (isRead && known?.isRead === false)) begun.add(layer);
    if (isFailing === wasFailing) continue;
    const facts = { feed: title, layer, last_read_at: read_at };
    events.push({ type: type ?? "feed_recovered", ...facts, ...(isFailing && { error }) });
  }
  return { states, events, begun: isFirst ? new Set<string>() : begun };
}

function sameFeeds(a: WatchState["feeds"], b: WatchState["feeds"]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function messageOf(body: object): Message {
  return { id: `msg_${randomBytes(16).toString("hex")}`, body: JSON.stringify(body) };
}

/** Up to a tenth later, so that receivers are not asked by all at once. */
function jittered(ms: number): number {
  return ms * (1 + Math.random() / 10);
}

function now(): string {
  return new Date().toISOString();
}

/** The id of a watch of the operator's file, by its name. */
export function idOfName(name: string): string {
  return `wch_${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
}
