import { type Bbox, printInstant } from "@emberline/geo";
import type { Description } from "../description/description.ts";
import { factsKey } from "../geojson/facts-key.ts";
import { meetsAreas } from "../geojson/meets-areas.ts";
import type { FeedContext, FeedFeature } from "../values/feed.ts";
import type { Listing } from "./listing.ts";
import { OutlineChanges } from "./outline-changes.ts";
import { idOf } from "./row.ts";
import { type DescribedState, type Lists, noLists } from "./state.ts";

interface Comparison {
  readonly description: Description;
  readonly areas: readonly Bbox[];
  /** A complete list; undefined if the source says that it is the one before. */
  readonly listing: Listing | undefined;
  readonly previous: DescribedState | undefined;
  readonly nowMs: number;
  readonly context: Pick<FeedContext, "stored" | "pause">;
}

interface Comparing {
  readonly put: readonly FeedFeature[];
  readonly remove: readonly string[];
  readonly counts: { readonly added: number; readonly replaced: number; readonly removed: number };
  readonly lists: Lists;
}

/** What a complete list changes: new features, news of stored ones, and those that left it. */
export async function changeOf(comparison: Comparison): Promise<Comparing> {
  const { description, areas, listing, previous, nowMs, context } = comparison;
  const { leaves } = description;
  const counts = { added: 0, replaced: 0, removed: 0 };
  const put: FeedFeature[] = [];
  const remove: string[] = [];
  if (description.sameId === "history") {
    const fires = previous?.fires ?? new Map();
    if (!listing?.outlines) return { put, remove, counts, lists: { ...noLists, fires } };
    const { outlines: rows, unmapped } = listing;
    const previousMs = previous?.readMs ?? nowMs;
    const comparing = { rows, unmapped, previous: fires, previousMs, nowMs, context };
    const { fires: now, ...change } = await new OutlineChanges(comparing).make();
    return { ...change, remove, lists: { ...noLists, fires: now } };
  }
  const list = await listing?.features();
  for (const [id, feature] of list ?? []) {
    await context.pause();
    const stored = await context.stored.get(id);
    const news = stored ? newsOf(feature, stored) : feature;
    if (!news) continue;
    if (stored) counts.replaced++;
    else counts.added++;
    put.push(news);
  }
  if (leaves === "stay") return { put, remove, counts, lists: noLists };
  const before = previous?.listed ?? new Set<string>();
  const listed = new Set(list ? list.keys() : before);
  // Without a valid geometry, the one before still stands.
  for (const key of listing?.unmapped ?? []) {
    const id = idOf(description, key);
    if (before.has(id) || previous?.missing.has(id)) listed.add(id);
  }
  // One list may lack a feature by mistake, or all of them.
  const missing = new Map<string, number>();
  for (const id of before) if (!listed.has(id)) missing.set(id, previous!.readMs);
  for (const [id, listedMs] of previous?.missing ?? []) {
    if (listed.has(id)) continue;
    const stored = await context.stored.get(id);
    if (!stored) continue;
    if (leaves === "remove") {
      remove.push(id);
      counts.removed++;
    } else if (stored.geometry && meetsAreas(stored.geometry, areas)) {
      const listed_until = printInstant(listedMs);
      put.push({ ...stored, properties: { ...stored.properties, listed_until } });
      counts.replaced++;
    }
  }
  return { put, remove, counts, lists: { ...noLists, listed, missing } };
}

/** The feature to store instead of the stored one; undefined if nothing is new. */
function newsOf(feature: FeedFeature, stored: FeedFeature): FeedFeature | undefined {
  const [at, before] = [feature.time?.start, stored.time?.start];
  if (at !== undefined && before !== undefined && at < before && isSight(feature)) return undefined;
  const { datetime_given: given } = feature.properties;
  // A time ahead of the clock stays that of the reading that first had it.
  const isSameGiven = given !== undefined && given === stored.properties.datetime_given;
  const own = isSameGiven ? withTimeOf(feature, stored) : feature;
  const isSame =
    factsKey(own.properties) === factsKey(stored.properties) &&
    JSON.stringify(own.geometry) === JSON.stringify(stored.geometry);
  return isSame ? undefined : own;
}

/** Windows repeat older sights of what was seen again since. */
function isSight({ properties }: FeedFeature): boolean {
  return !("listed_until" in properties);
}

function withTimeOf(feature: FeedFeature, { properties, time }: FeedFeature): FeedFeature {
  return {
    ...feature,
    properties: { ...feature.properties, datetime: properties.datetime },
    time,
  };
}
