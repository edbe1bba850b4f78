import type { FeatureQuery } from "@emberline/core";
import { build } from "@emberline/cql2";
import type { Geometry } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { invalidInput } from "../call/tool-error.ts";
import { type CollectionInfo, collectionInfo } from "../collection/collection-info.ts";
import { coverageIn, keptSince, uncoveredIn } from "../collection/coverage.ts";
import { type Days, daysHeld, unheldNotice } from "../collection/days-held.ts";
import type { FireTime } from "../collection/fire-time.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import type { Layer } from "../collection/layers.ts";
import type { ResolvedFire } from "../collection/resolve-fire.ts";
import { named } from "../values/text.ts";
import { type Area, resolveArea } from "./area.ts";
import { askedTime } from "./asked-time.ts";
import { uncoveredPlace } from "./covered-place.ts";
import { asTime, joined, newestInstant, withinData } from "./data-end.ts";
import { type Filter, resolveFilter } from "./filter.ts";
import { type FireScope, fireScope, hasFireSnapshots } from "./fire-scope.ts";
import { hemisphereOf } from "./hemisphere.ts";
import { type Interval, resolveTime, toDatetime } from "./interval.ts";
import type { SelectionInput } from "./parameters.ts";
import { findEachFire } from "./several-fires.ts";

/**
 * The selection in the layer's collection; null if the service does not have it.
 *
 * @param options `isNeeded`: without the layer there is no answer
 */
export async function selectLayer(
  layer: Layer,
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  { isNeeded = false, ...options }: SelectionOptions & { readonly isNeeded?: boolean },
): Promise<Selection | null> {
  const info = await layerCollection(layer, context, { isNeeded });
  return info && resolveSelection({ ...input, collection: info.id }, context, options);
}

/** What a call selects, fully resolved. */
export interface Selection {
  readonly collection: CollectionInfo;
  readonly area: Area | null;
  readonly interval: Interval | null;
  /** The interval in milliseconds since 1970; open ends are infinite. */
  readonly window: Window | null;
  readonly filter: Filter | null;
  /** The named fire: its snapshots, or features in its area. */
  readonly fire: FireScope | null;
  /**
   * That the data ends before the time asked, or within it, or is kept since, and how words were
   * read: said first.
   */
  readonly timeNotice: string | null;
  /** Why the data of the time and area asked are not complete; none if they are, as is known. */
  readonly uncovered: readonly string[];
  /** The days of which the collection holds anything; null if not known, or of no interest. */
  readonly heldDays: Days | null;
  /** That nothing is held of some days of the time asked, as a sentence; null if it is of each. */
  readonly unheld: string | null;
  /** Only the newest snapshot of each fire matches. */
  readonly latestPerFire: boolean;
  /** Several snapshots of one fire may match, so areas must not be summed. */
  readonly hasRepeats: boolean;
  /** Excludes features because of static sources near them. */
  readonly exclusion?: Exclusion;
  /** The request to the service: the area's box, the interval, the filter. */
  readonly query: FeatureQuery;
}

/** Features near a static heat source. */
interface Exclusion {
  readonly km: number;
  /** False if some static sources could not be read. */
  readonly isWhole: boolean;
  covers(geometry: Geometry | null): boolean;
}

/** The arguments that select an area by something else than a circle, or its centre. */
const areaNames = ["bbox", "within", "fire", "near", "lon", "lat", "radius_km"] as const;

export interface Window {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SelectionOptions {
  /** The interval of an earlier answer, so that "last 24h" does not move between pages. */
  readonly pinned?: Interval | null;
  /** The area, if already resolved; null for everywhere. */
  readonly area?: Area | null;
  /** The fire, if already found. */
  readonly fire?: ResolvedFire;
  /** Whether only the newest snapshot of each fire counts, if the caller states it. */
  readonly latestPerFire?: boolean | undefined;
  /** The argument that the time is of, for messages; null offers no other; default `time`. */
  readonly timeName?: string | null;
  /** Whether words such as "last 7 days" stay where the data ends before them; default false. */
  readonly isTimeFixed?: boolean;
  /**
   * Whether the tool sums, ranks or draws: then only the newest counts by default, if a property
   * names the fire.
   */
  readonly isRanking?: boolean;
}

/**
 * Resolves the arguments to one selection.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or names nothing (`not_found`)
 */
export async function resolveSelection(
  input: SelectionInput,
  context: ToolContext,
  {
    pinned,
    area: given,
    fire: known,
    latestPerFire: isNewestAsked,
    timeName = "time",
    isTimeFixed = false,
    isRanking = false,
  }: SelectionOptions = {},
): Promise<Selection> {
  context.presentation.use(input);
  const { zone } = context.presentation;
  const now = context.now();
  const place = given === undefined ? await resolveArea(input, context) : given;
  const words = input.time;
  const hemisphere = hemisphereOf(place);
  const fromWords =
    pinned ??
    (words === undefined
      ? null
      : await resolveTime(words, now, { zone, parameter: timeName ?? "time", hemisphere }));
  const info = await collectionInfo(input.collection, context);
  // Calendar dates are compared as dates, never shifted by a time zone (decisions, row 28).
  const isByDate = words !== undefined && !pinned && info.isByDate && zone !== "UTC";
  const resolved = isByDate
    ? await resolveTime(words, now, { zone, dateZone: "UTC", hemisphere })
    : fromWords;
  const newest = newestInstant(info.interval?.[1], info.isByDate);
  const { interval, notice: timeNotice } =
    resolved && !(pinned && !isTimeFixed)
      ? withinData(resolved, newest, now, {
          offerOf: timeName === null ? null : asTime(timeName),
          isFixed: isTimeFixed,
        })
      : { interval: resolved, notice: null };
  const filter =
    input.filter === undefined
      ? null
      : await resolveFilter(
          input.filter,
          input.filter_lang ?? "cql2-text",
          info,
          context,
          areaNames.filter((name) => input[name] !== undefined),
        );
  const bounded = interval && (interval.start !== null || interval.end !== null) ? interval : null;
  const window = bounded && windowOf(bounded);
  const found =
    known ??
    (input.fire === undefined
      ? null
      : await findEachFire({ ...input, fire: input.fire }, info, window, context));
  const fire =
    found && (await fireScope(found, info, input.radius_km, bounded !== null, context.pause));
  const area = fire?.area ?? place;
  const collection = coverageIn(info, area?.bbox ?? null);
  const hasFires = collection.roles.fire !== undefined;
  if (isNewestAsked && !hasFires) {
    throw invalidInput(
      `latest_per_fire: no property of ${named(collection.id)} identifies a feature's fire: omit it.`,
    );
  }
  const hasSnapshots = hasFires && hasFireSnapshots(collection);
  const latestPerFire = isNewestAsked ?? (isRanking && hasSnapshots);
  const asked = askedTime(window, filter, collection);
  const spans = asked ? [asked] : timesOf(fire);
  const heldDays = spans.length > 0 ? await daysHeld(collection, context) : null;
  const unheld = spans
    .map((span) => unheldNotice(collection, heldDays, span, now))
    .reduce((all, each) => joined(all, each), null);
  const selection: Selection = {
    collection,
    area,
    interval: bounded,
    window,
    filter,
    fire,
    timeNotice: asked === null ? keptSince(collection) : timeNotice,
    uncovered: [
      ...uncoveredIn(collection, asked, now),
      ...(await uncoveredPlace(collection, area, context)),
    ],
    heldDays,
    unheld,
    latestPerFire,
    hasRepeats: hasSnapshots && !latestPerFire,
    query: queryOf(area, interval, filter, fire),
  };
  context.onSelection?.(selection);
  return selection;
}

/** The times in which detections in the outlines of fires are theirs. */
function timesOf(scope: FireScope | null): FireTime[] {
  if (!scope || scope.isOwn) return [];
  const { parts = [scope.fire] } = scope.fire;
  return parts.map(({ time }) => time).filter(({ isKnown }) => isKnown);
}

/** The interval in milliseconds since 1970, open ends infinite. */
export function windowOf({ start, end }: Interval): Window {
  return {
    startMs: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start),
    endMs: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
  };
}

function queryOf(
  area: Area | null,
  interval: Interval | null,
  filter: Filter | null,
  fire: FireScope | null,
): FeatureQuery {
  const datetime = interval ? toDatetime(interval) : undefined;
  const own = fire?.isOwn ? fire.fire.query : {};
  const bbox = area?.bbox ?? own.bbox;
  const chosen =
    filter?.sent && own.filter ? build.and(filter.sent, own.filter) : (filter?.sent ?? own.filter);
  return {
    onInvalid: "skip",
    ...(bbox && { bbox }),
    ...(datetime !== undefined && { datetime }),
    ...(chosen !== undefined && { filter: chosen }),
  };
}

/**
 * @throws {ToolError} when arguments differ from those the cursor was made for (`invalid_input`)
 */
export function sameAsCursor<Input extends Record<string, unknown>>(
  given: Input,
  pinned: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(pinned[name])) {
      throw invalidInput(
        `${name} differs from the call that returned the cursor: repeat it unchanged, or omit it when passing a cursor.`,
      );
    }
  }
}
