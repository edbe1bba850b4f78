import type { Bbox } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { factsKey } from "../geojson/facts-key.ts";
import { meetsAreas } from "../geojson/meets-areas.ts";
import { outlineKey } from "../geojson/outline-key.ts";
import { isRecord } from "../geojson/read-features.ts";
import {
  type Change,
  type Feed,
  type FeedContext,
  FeedError,
  type FeedFeature,
  type FeedInterval,
} from "../values/feed.ts";
import { mergeIntervals } from "../values/merge-intervals.ts";
import { type Items, type ItemsQuery, readItems, source } from "./items.ts";

/** Where FEDS is served. */
const fedsUrl = new URL("https://openveda.cloud/api/features/");

/** All fires of about the last 20 days. */
const usualCollection = "public.eis_fire_snapshot_perimeter_nrt";

const dayMs = 86_400_000;
/** The source keeps about as much. */
const maxDays = 21;
/** Its runs make the last two days anew; a day more, since these runs may be late. */
const repeatedDays = 3;
/** Late data change older days too: these are read once a day. */
const olderMs = dayMs;

export interface FedsOptions {
  /** The landing page of the service; default `fedsUrl`. */
  readonly baseUrl?: URL | undefined;
  readonly collection?: string | undefined;
  /** Empty for all that the source covers: the USA and Canada. */
  readonly areas?: readonly Bbox[] | undefined;
  /** How far the first reading goes back; default all that the source keeps. */
  readonly days?: number | undefined;
}

/** Perimeters that FEDS estimates from detections of VIIRS: one per fire and half a day. */
export function fedsFeed(options: FedsOptions = {}): Feed {
  const query: ItemsQuery = {
    baseUrl: options.baseUrl ?? fedsUrl,
    collection: options.collection ?? usualCollection,
    areas: options.areas ?? [],
  };
  const days = Math.min(options.days ?? maxDays, maxDays);
  return {
    name: "feds-perimeters",
    title: "FEDS fire perimeters estimated from VIIRS (USA and Canada)",
    layer: "perimeters",
    credit: {
      name: "FEDS, NASA Earth Information System",
      text: "Fire Event Data Suite (FEDS), NASA Earth Information System; Chen et al., 2022",
      url: "https://earth-information-system.github.io/fireatlas/docs/nrt.html",
      licence: "not stated by the source",
      disclaimer:
        "Intended to provide situational awareness for ongoing fire events in the US and Canada, not a precise estimate of the fire perimeter for emergency response.",
    },
    minMinutes: 60,
    // Steps of half a day, half a day late; observed at noon or midnight.
    usualAgeHours: 48,
    newestAt: latestIn,
    delayHours: 12,
    countries: { category: "satellite_estimate", codes: ["US", "CA"] },
    covered: coveredIn,
    read: (context) => read(query, days, context),
  };
}

/** A change per day of observations, oldest first: a failure keeps the days before. */
async function* read(
  query: ItemsQuery,
  days: number,
  context: FeedContext,
): AsyncGenerator<Change, void> {
  const now = context.now();
  const known = latestIn(context.state);
  const first = startOfDay(now - days * dayMs);
  const repeated = startOfDay((known ?? first) - repeatedDays * dayMs);
  let readAt = readAtIn(context.state, first);
  let latest = known;
  for (let start = first; ; start += dayMs) {
    const isLast = start + dayMs > now;
    const before = readAt[start];
    const isDue = start >= repeated || before === undefined || now - before >= olderMs;
    if (!isDue && !isLast) continue;
    // Times are whole seconds.
    const span = { start, end: isLast ? null : start + dayMs - 1000 };
    const items = await readItems(query, span, context);
    if (items.received > 0 && items.rejected === items.received)
      throw new FeedError("invalid_answer", `${source} answered no row that is a perimeter`);
    for (const { timeMs } of items.rows) {
      // Dates ahead of the clock must not move the next reading.
      const seen = Math.min(timeMs, now);
      latest = Math.max(latest ?? seen, seen);
    }
    readAt = { ...readAt, [start]: now };
    yield await changeOf(items, query.areas, { latest, readAt }, context);
    if (isLast) return;
  }
}

interface FedsState {
  /** Epoch milliseconds of the latest observation that was read. */
  readonly latest: number | undefined;
  /** When the last reading of a day began, by the start of the day; epoch milliseconds. */
  readonly readAt: Readonly<Record<number, number>>;
}

/** Rows that are missing stay: the source's history rolls on, and was cut before. */
async function changeOf(
  { rows, received, rejected }: Items,
  areas: readonly Bbox[],
  state: FedsState,
  { stored, pause }: Pick<FeedContext, "stored" | "pause">,
): Promise<Change> {
  const put: FeedFeature[] = [];
  const counts = { received, rejected, added: 0, replaced: 0, removed: 0 };
  for (const { feature } of rows) {
    await pause();
    if (!meetsAreas(feature.geometry!, areas)) continue;
    const before = await stored.get(feature.id);
    if (before && (await isSame(before, feature, pause))) continue;
    if (before) counts.replaced++;
    else counts.added++;
    put.push(feature);
  }
  return { put, remove: [], state, counts };
}

async function isSame(a: FeedFeature, b: FeedFeature, pause: Pause): Promise<boolean> {
  if (factsKey(a.properties) !== factsKey(b.properties)) return false;
  return (await outlineKey(a.geometry!, pause)) === (await outlineKey(b.geometry!, pause));
}

/** The latest observation that was read. */
function latestIn(state: unknown): number | undefined {
  return isRecord(state) && typeof state.latest === "number" ? state.latest : undefined;
}

/** When days from the first on were read. */
function readAtIn(state: unknown, first: number): FedsState["readAt"] {
  const readAt = isRecord(state) && isRecord(state.readAt) ? state.readAt : {};
  return Object.fromEntries(
    Object.entries(readAt).filter(
      (each): each is [string, number] => Number(each[0]) >= first && typeof each[1] === "number",
    ),
  );
}

function coveredIn(state: unknown): FeedInterval[] {
  const days = Object.entries(readAtIn(state, Number.NEGATIVE_INFINITY));
  return mergeIntervals(
    days.map(([day, readAt]) => {
      const start = Number(day);
      return { start, end: Math.min(start + dayMs - 1, Math.max(start, readAt)) };
    }),
  );
}

function startOfDay(epochMs: number): number {
  return Math.floor(epochMs / dayMs) * dayMs;
}
