import type { Pause } from "@emberline/turns";
import type { Change, Feed, FeedFeature, FeedRequest } from "../../src/index.ts";

/** What a feed's changes leave, as the runner applies them. */
export class KeptFeatures {
  readonly features = new Map<string, FeedFeature>();
  state: unknown;
  pause: Pause = () => undefined;
  nowMs = Date.UTC(2026, 6, 30, 12);
  /** Ids of all features that were ever put, again and again. */
  readonly writes: string[] = [];

  /** One reading; returns its changes. */
  async read(feed: Feed, request: FeedRequest): Promise<Change[]> {
    const changes: Change[] = [];
    const { features } = this;
    const context = {
      signal: new AbortController().signal,
      now: () => this.nowMs,
      request,
      state: this.state,
      stored: {
        get: async (id: string) => features.get(id),
        async *during({ start, end }: { start: number; end: number }) {
          for (const feature of features.values())
            if (feature.time && feature.time.start <= end && feature.time.end >= start)
              yield feature;
        },
      },
      pause: this.pause,
    };
    for await (const change of feed.read(context)) {
      changes.push(change);
      // A journal stores JSON.
      for (const feature of structuredClone(change.put)) {
        this.writes.push(feature.id);
        features.set(feature.id, feature);
      }
      for (const id of change.remove) features.delete(id);
      this.state = JSON.parse(JSON.stringify(change.state));
    }
    return changes;
  }

  all(): FeedFeature[] {
    return [...this.features.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
