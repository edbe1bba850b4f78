import { setTimeout as delay } from "node:timers/promises";
import { type CallResult, quoted } from "@emberline/tools";
import { invalidParams } from "../common/handlers.ts";
import { Shares } from "../common/shares.ts";
import { parseUri } from "../resources/parse-uri.ts";
import { offeredRoutes, type Route, templateOf } from "../resources/routes.ts";

/** Looks at what the arguments of `watch_area` select. */
type LookAt = (input: object, signal: AbortSignal) => Promise<CallResult>;

/** A live feed of what is watched, as the service describes it. */
interface WatchedFeed {
  readonly layer: string;
  readonly title: string;
  /** `current`, `unread`, or what is wrong. */
  readonly state: string;
  readonly read_at: string | null;
  readonly error: string | null;
}

/** What a poll found; else why it failed. */
export type Look =
  | { readonly digests: string; readonly feeds: readonly WatchedFeed[] }
  | { readonly failure: string };

/** Who gets a notification when data has arrived. */
export interface Listener {
  onNews?(uri: string): void;
  /** Receives every poll, also one that fails. */
  onLook?(look: Look): void;
  /** Whether it can be told now; else nothing is asked for it. */
  isHeard?(): boolean;
}

/**
 * Where processes share their readings, so that each area is read once for all of them, and a
 * client that comes from a process that has ended hears what arrived meanwhile.
 */
export interface SharedDigests {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, lifeMs: number): Promise<void>;
}

interface WatchesOptions {
  /** Names of the offered tools: what they cannot read, nobody can watch. */
  readonly offered: readonly string[];
  readonly lookAt: LookAt;
  readonly digests?: SharedDigests | undefined;
  /** The operator's pace. */
  readonly intervalMs: number;
  readonly log?: ((text: string) => void) | undefined;
}

interface Reading {
  readonly look: Look;
  /** When it was made. */
  readonly atMs: number;
}

/** How long a shared reading stays, and how long it spares another: news come late by that. */
const keptIntervals = 2;
const freshIntervals = 0.5;

/** So many looks at a time: more would be refused as too many calls. */
const maxLooks = 4;

const maxAreas = 200;
const maxAreasPerCaller = 50;
const dayMs = 86_400_000;

/** Resources that can be watched, of those that the offered tools can read. */
export function watchableWith(offered: readonly string[]): readonly Route[] {
  return offeredRoutes((tool) => offered.includes(tool)).filter(({ name }) =>
    ["area", "place", "fire"].includes(name),
  );
}

/** What a URI watches, as arguments of `watch_area`; null if it cannot be watched. */
function watchedBy(uri: string, watchable: readonly Route[]): object | null {
  const asked = parseUri(uri, watchable);
  if (!asked) return null;
  const { within, near, fire, radius_km } = asked.input;
  // Around a fire the resource's own radius is another one.
  const radius = asked.route.name === "place" ? { radius_km } : {};
  return { within, near, fire, ...radius };
}

/** Areas and fires that clients watch: one poll for each, however many listen. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #watches = new Map<string, Watch>();
  readonly #watchable: readonly Route[];
  readonly #places = new Shares(Number.POSITIVE_INFINITY, maxAreasPerCaller);

  constructor(options: WatchesOptions) {
    this.#watchable = watchableWith(options.offered);
    const inTurn = turns(maxLooks);
    const lookAt: LookAt = (input, signal) => inTurn(() => options.lookAt(input, signal));
    this.#options = { ...options, lookAt };
  }

  /**
   * Tells the listener of new detections and perimeters in what a URI names.
   *
   * @returns a function to call when the listener leaves
   * @throws {ProtocolError} when it is nothing that can be watched, or too much is watched already
   */
  add(uri: string, listener: Listener, caller: string): () => void {
    const input = watchedBy(uri, this.#watchable);
    if (!input) {
      const watchable = this.#watchable.map((route) => templateOf(route)).join(", ");
      throw invalidParams(
        `${quoted(uri, 200)} cannot be watched. These can: ${watchable || "none, with the tools of this server"}.`,
      );
    }
    const key = JSON.stringify(input);
    if (!this.#watches.has(key) && this.#watches.size >= maxAreas)
      throw invalidParams(`${maxAreas} areas are watched already: try again later.`);
    const giveBack = this.#places.take(caller);
    if (!giveBack)
      throw invalidParams(`You watch ${maxAreasPerCaller} areas and fires, the most at a time.`);
    const leave = this.join(input, listener, uri);
    return () => {
      giveBack();
      leave();
    };
  }

  /**
   * Tells the listener what each poll finds of the arguments of `watch_area`, without limits.
   *
   * @returns a function to call when the listener leaves
   */
  join(input: object, listener: Listener, uri = ""): () => void {
    const key = JSON.stringify(input);
    const watch = this.#watches.get(key) ?? new Watch(input, this.#options);
    this.#watches.set(key, watch);
    watch.add(uri, listener);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (watch.remove(uri, listener) === 0) this.#watches.delete(key);
    };
  }
}

/** One area, polled from its first listener to its last. */
class Watch {
  readonly #input: object;
  readonly #options: WatchesOptions;
  readonly #end = new AbortController();
  /** How many times each listener asked, by URI. */
  readonly #listeners = new Map<string, Map<Listener, number>>();

  constructor(input: object, options: WatchesOptions) {
    this.#input = input;
    this.#options = options;
    this.#poll().catch(() => {});
  }

  add(uri: string, listener: Listener): void {
    const ofUri = this.#listeners.get(uri) ?? new Map<Listener, number>();
    this.#listeners.set(uri, ofUri);
    ofUri.set(listener, (ofUri.get(listener) ?? 0) + 1);
  }

  /** @returns how many URIs still have listeners; at none the polls end */
  remove(uri: string, listener: Listener): number {
    const ofUri = this.#listeners.get(uri)!;
    const left = ofUri.get(listener)! - 1;
    if (left > 0) ofUri.set(listener, left);
    else ofUri.delete(listener);
    if (ofUri.size === 0) this.#listeners.delete(uri);
    if (this.#listeners.size === 0) this.#end.abort();
    return this.#listeners.size;
  }

  async #poll(): Promise<void> {
    const { signal } = this.#end;
    let day = today();
    let last = await this.#read(day, keptIntervals);
    this.#tell(last, false);
    for (;;) {
      await delay(this.#options.intervalMs, undefined, { signal, ref: false });
      if (!this.#isHeard()) continue;
      const now = await this.#read(day, freshIntervals);
      this.#tell(now, "digests" in now && "digests" in last && now.digests !== last.digests);
      if ("digests" in now || "failure" in last) last = now;
      if (day === today()) continue;
      // The window moves once a day, after what came in the old one was told.
      day = today();
      last = await this.#read(day, freshIntervals);
      this.#tell(last, false);
    }
  }

  /** What any process has read within this number of intervals, or else a reading now. */
  async #read(day: number, intervals: number): Promise<Look> {
    const { digests, intervalMs } = this.#options;
    if (!digests) return this.#look(day);
    const key = JSON.stringify([this.#input, day]);
    const kept = readingOf(await digests.get(key));
    if (kept && Date.now() - kept.atMs < intervals * intervalMs) return kept.look;
    const look = await this.#look(day);
    if ("digests" in look) {
      const reading: Reading = { look, atMs: Date.now() };
      await digests.set(key, JSON.stringify(reading), keptIntervals * intervalMs);
    }
    return look;
  }

  /** The next poll may succeed where one fails. */
  async #look(day: number): Promise<Look> {
    const { signal } = this.#end;
    const input = { ...this.#input, day: dateOf(day) };
    const result = await this.#options.lookAt(input, signal);
    signal.throwIfAborted();
    if (!result.ok) {
      const { message } = result.error;
      this.#options.log?.(`a watched area could not be read: ${message}`);
      return { failure: message };
    }
    const { digests, feeds } = result.output as { digests: object; feeds: WatchedFeed[] };
    return { digests: JSON.stringify(digests), feeds };
  }

  #isHeard(): boolean {
    const all = [...this.#listeners.values()].flatMap((ofUri) => [...ofUri.keys()]);
    return all.some((listener) => listener.isHeard?.() ?? true);
  }

  #tell(look: Look, isNews: boolean): void {
    for (const [uri, ofUri] of this.#listeners) {
      for (const listener of ofUri.keys()) {
        listener.onLook?.(look);
        if (isNews) listener.onNews?.(uri);
      }
    }
  }
}

/** Runs work in a number of rows, each one after the other. */
function turns(rows: number) {
  const last: Promise<unknown>[] = Array.from({ length: rows }, () => Promise.resolve());
  let next = 0;
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const row = next++ % rows;
    const result = last[row]!.then(work);
    last[row] = result.catch(() => {});
    return result;
  };
}

/** Days since 1970. */
function today(): number {
  return Math.floor(Date.now() / dayMs);
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Only programs with the same secret can have written it. */
function readingOf(kept: string | undefined): Reading | null {
  return kept === undefined ? null : JSON.parse(kept);
}
