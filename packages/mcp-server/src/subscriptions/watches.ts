import { setTimeout as delay } from "node:timers/promises";
import { type CallResult, quoted } from "@emberline/tools";
import { invalidParams } from "../common/handlers.ts";
import { Shares } from "../common/shares.ts";
import { parseUri } from "../resources/parse-uri.ts";
import { offeredRoutes, type Route, templateOf } from "../resources/routes.ts";

/** Digests the detections and perimeters that the arguments of `digest_layers` select. */
type Digest = (input: object, signal: AbortSignal) => Promise<CallResult>;

/** Who gets a notification when data has arrived. */
export interface Listener {
  onNews(uri: string): void;
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
  readonly digest: Digest;
  readonly digests?: SharedDigests | undefined;
  /** The operator's pace. */
  readonly intervalMs: number;
  readonly log?: ((text: string) => void) | undefined;
}

interface Reading {
  readonly text: string;
  /** When it was made. */
  readonly atMs: number;
}

/** How long a shared reading stays, and how long it spares another: news come late by that. */
const keptIntervals = 2;
const freshIntervals = 0.5;

const maxAreas = 200;
const maxAreasPerCaller = 50;
const dayMs = 86_400_000;
/** Data arrives days late; what is older is not watched. */
const windowDays = 7;

/** Resources that can be watched, of those that the offered tools can read. */
export function watchableWith(offered: readonly string[]): readonly Route[] {
  return offeredRoutes((tool) => offered.includes(tool)).filter(({ name }) =>
    ["area", "place", "fire"].includes(name),
  );
}

/** What a URI watches, as arguments of `digest_layers`; null if it cannot be watched. */
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
    this.#options = options;
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
    const known = this.#watches.get(key);
    if (!known && this.#watches.size >= maxAreas)
      throw invalidParams(`${maxAreas} areas are watched already: try again later.`);
    const giveBack = this.#places.take(caller);
    if (!giveBack)
      throw invalidParams(`You watch ${maxAreasPerCaller} areas and fires, the most at a time.`);
    const watch = known ?? new Watch(input, this.#options);
    this.#watches.set(key, watch);
    watch.add(uri, listener);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      giveBack();
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
    for (;;) {
      await delay(this.#options.intervalMs, undefined, { signal, ref: false });
      if (!this.#isHeard()) continue;
      const now = await this.#read(day, freshIntervals);
      if (now !== null && last !== null && now !== last) this.#tell();
      last = now ?? last;
      if (day === today()) continue;
      // The window moves once a day, after what came in the old one was told.
      day = today();
      last = await this.#read(day, freshIntervals);
    }
  }

  /** What any process has read within this number of intervals, or else a reading now. */
  async #read(day: number, intervals: number): Promise<string | null> {
    const { digests, intervalMs } = this.#options;
    if (!digests) return this.#digest(day);
    const key = JSON.stringify([this.#input, day]);
    const kept = readingOf(await digests.get(key));
    if (kept && Date.now() - kept.atMs < intervals * intervalMs) return kept.text;
    const text = await this.#digest(day);
    if (text !== null) {
      const reading: Reading = { text, atMs: Date.now() };
      await digests.set(key, JSON.stringify(reading), keptIntervals * intervalMs);
    }
    return text;
  }

  /** Null where it failed: the next poll may succeed. */
  async #digest(day: number): Promise<string | null> {
    const { signal } = this.#end;
    const time = `${new Date((day - windowDays) * dayMs).toISOString()}/..`;
    const result = await this.#options.digest({ ...this.#input, time }, signal);
    signal.throwIfAborted();
    if (result.ok) return result.text;
    this.#options.log?.(`a watched area could not be read: ${result.error.message}`);
    return null;
  }

  #isHeard(): boolean {
    const all = [...this.#listeners.values()].flatMap((ofUri) => [...ofUri.keys()]);
    return all.some((listener) => listener.isHeard?.() ?? true);
  }

  #tell(): void {
    for (const [uri, ofUri] of this.#listeners)
      for (const listener of ofUri.keys()) listener.onNews(uri);
  }
}

/** Days since 1970. */
function today(): number {
  return Math.floor(Date.now() / dayMs);
}

/** Only programs with the same secret can have written it. */
function readingOf(kept: string | undefined): Reading | null {
  return kept === undefined ? null : JSON.parse(kept);
}
