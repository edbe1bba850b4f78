import {
  createFeedRequest,
  type Feed,
  type FeedFeature,
  type Layer,
  type StoredFeatures,
} from "@emberline/feeds";
import type { Stored } from "./ask-oracle.ts";
import type { StandIns } from "./stand-ins/stand-ins.ts";
import { day } from "./world/clock.ts";

/** Longer waits are time limits, which nothing here reaches. */
const longestPauseMs = 59_999;

/** Whether the process of this reading ends at the next moment. */
type Killed = () => boolean;

/**
 * Readings of feeds without the service: every change is stored at once in a map, as the runner
 * must store it, and a reading may be left in the middle, as by a process that is killed.
 */
export class Readings {
  readonly features = new Map<string, FeedFeature>();
  readonly errors: string[] = [];
  /** By the ids of features. */
  readonly #layers = new Map<string, Layer>();
  readonly #states = new Map<string, unknown>();
  /** What each feed says that its source still lists. */
  readonly #listed = new Map<string, readonly string[]>();
  readonly #standIns: StandIns;
  readonly #keepDays: number;

  constructor(standIns: StandIns, keepDays: number) {
    this.#standIns = standIns;
    this.#keepDays = keepDays;
  }

  stored(): Stored[] {
    return [...this.features.values()].map((feature) => [
      this.#layers.get(feature.id) as Stored[0],
      feature,
    ]);
  }

  /** One reading; true if it was complete. */
  async read(feed: Feed, killed: Killed = () => false): Promise<boolean> {
    const ending = new AbortController();
    const { signal } = ending;
    const now = () => this.#standIns.now;
    const request = createFeedRequest({
      userAgent: "emberline-test (test@example.org)",
      signal,
      clock: {
        now,
        wait: (ms, ended) =>
          ms <= longestPauseMs
            ? Promise.resolve()
            : new Promise((_, reject) => {
                ended.addEventListener("abort", () => reject(ended.reason), { once: true });
              }),
      },
      random: () => 0.5,
    });
    try {
      const state = this.#states.get(feed.name);
      const context = {
        signal,
        now,
        request,
        state,
        stored: this.#stored(feed),
        pause: async () => {},
      };
      for await (const { put, remove, state } of feed.read(context)) {
        if (killed()) return this.#killed();
        for (const id of remove) this.features.delete(id);
        for (const feature of put) {
          this.features.set(feature.id, feature);
          this.#layers.set(feature.id, feed.layer);
        }
        this.#states.set(feed.name, structuredClone(state));
        this.#listed.set(feed.name, feed.listed?.(state) ?? []);
        if (killed()) return this.#killed();
      }
      this.#removeOld();
      this.#standIns.note("settled");
      return true;
    } catch (error) {
      this.errors.push(`${feed.name}: ${(error as Error).message}`);
      this.#standIns.note("settled");
      return false;
    } finally {
      ending.abort();
    }
  }

  #removeOld(): void {
    const limit = this.#standIns.now - this.#keepDays * day;
    const listed = new Set([...this.#listed.values()].flat());
    for (const [id, { time }] of this.features) {
      if (time && time.end < limit && !listed.has(id)) this.features.delete(id);
    }
  }

  #killed(): false {
    this.#standIns.note("killed");
    return false;
  }

  #stored({ layer }: Feed): StoredFeatures {
    const { features } = this;
    const ofLayer = ({ id }: FeedFeature) => this.#layers.get(id) === layer;
    return {
      get: async (id) => features.get(id),
      async *during({ start, end }) {
        for (const feature of features.values()) {
          const { time } = feature;
          if (ofLayer(feature) && time && time.start <= end && time.end >= start) yield feature;
        }
      },
    };
  }
}
