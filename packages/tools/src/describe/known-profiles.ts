import type { Client } from "@emberline/core";
import { newestOf } from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { countLookup } from "../call/metrics.ts";
import { ifOffered } from "../call/tool.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { resolveSelection } from "../selection/selection.ts";
import { ProfileReading } from "./profile-reading.ts";

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
  const { client, softDeadline, now } = context;
  const selection = await resolveSelection({ collection }, context);
  const info = selection.collection;
  const counted = await ifOffered(
    featuresOf(client, info.id).page(info.id, {
      limit: 1,
      onInvalid: "skip",
      signal: softDeadline,
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
