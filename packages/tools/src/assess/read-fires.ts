import { type BooleanExpression, build } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { unlessRefused } from "../call/if-answered.ts";
import { ifOffered } from "../call/tool.ts";
import { rolesOf } from "../collection/collection-info.ts";
import { anyOf, idFilter, nameFilter, spellingsOf } from "../collection/fire-name.ts";
import { FireTime } from "../collection/fire-time.ts";
import type { Known } from "../collection/reports.ts";
import { readAll } from "../reading/read-all.ts";
import { firesPerRequest, inBoxOf } from "../reading/read-elsewhere.ts";
import { isExact, type Tally } from "../reading/tally.ts";
import { filterOf } from "../selection/filter.ts";
import { type Selection, selectLayer, windowOf } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { rolesIn } from "../values/roles.ts";
import { newestFirst, type Snapshot, toSnapshot } from "./snapshots.ts";

/** A fire by its mappings. */
export interface MappedFire {
  readonly newest: Snapshot;
  readonly time: FireTime;
}

interface FireReading {
  /** Those that had begun by the end of the time asked. */
  readonly fires: readonly MappedFire[];
  readonly tally: Tally;
  /** All other perimeters of the fires were checked too. */
  readonly isWhole: boolean;
}

/**
 * The fires that have a perimeter in the selection, with their newest perimeter of all and the time
 * of their mappings; null if the service does not offer perimeters.
 *
 * @param end of the time asked; null: no limit
 */
export async function readFires(
  selection: Selection,
  end: string | null,
  context: ToolContext,
): Promise<FireReading | null> {
  const { collection } = selection;
  const fires = new Map<string, MappedFire>();
  // The second request may return perimeters of the first.
  const seen = new Set<string | number>();
  const ids = new Set<string | number>();
  let { fire: properties } = collection.roles;
  const read = (each: Selection) =>
    readAll(each, context, ({ feature }) => {
      const { id, properties: values } = feature;
      if (id !== undefined && seen.has(id)) return;
      seen.add(id ?? `#${seen.size}`);
      const snapshot = toSnapshot(feature, collection, seen.size);
      if (!snapshot) return;
      properties ??= rolesIn([feature]).fire;
      const fire = ownProperty(values, properties);
      if (typeof fire === "string" || typeof fire === "number") ids.add(fire);
      const known = fires.get(snapshot.fire);
      const time = known?.time ?? new FireTime();
      time.add(values, rolesOf(values, collection));
      const newest = known && !isNewer(snapshot, known.newest) ? known.newest : snapshot;
      fires.set(snapshot.fire, { newest, time });
    });
  const tally = await ifOffered(read(selection));
  if (!tally) return null;
  const isPart = selection.query.bbox !== undefined || selection.interval !== null;
  const found = isPart ? [...ids] : [];
  let isWhole = true;
  for (let at = 0; properties && at < found.length && isWhole; at += firesPerRequest) {
    const asked = { ...collection, roles: { ...collection.roles, fire: properties } };
    const ofFires = idFilter(found.slice(at, at + firesPerRequest), asked) ?? false;
    const rest = await readOthers(selection, ofFires, read, context);
    isWhole = rest !== null && isExact(rest);
  }
  const { endMs } = windowOf({ start: null, end });
  const begun = [...fires.values()].filter(({ time }) => time.startMs <= endMs);
  return { fires: begun, tally, isWhole };
}

/** The mapped fires anywhere with an id or a name of some incidents. */
export async function mappedElsewhere(
  incidents: readonly Known[],
  end: string | null,
  context: ToolContext,
): Promise<readonly MappedFire[]> {
  const options = { area: null, latestPerFire: false };
  const everywhere =
    incidents.length > 0 ? await selectLayer("perimeters", {}, context, options) : null;
  if (!everywhere) return [];
  const { collection, query } = everywhere;
  let fires: readonly MappedFire[] = [];
  for (let at = 0; at < incidents.length; at += firesPerRequest) {
    const some = incidents.slice(at, at + firesPerRequest);
    const keys = new Set(some.flatMap(({ nameKeys }) => nameKeys));
    const filter = anyOf(
      [
        idFilter(
          some.flatMap(({ ids }) => ids.flatMap(spellingsOf)),
          collection,
        ),
        ...[...keys].map((key) => nameFilter(key, collection, "casei")),
      ].filter((each) => each !== null),
    );
    if (!filter) continue;
    const ofThese = {
      filter: await filterOf(filter, null, context.pause),
      query: { ...query, filter },
    };
    const read = await unlessRefused(readFires({ ...everywhere, ...ofThese }, end, context));
    fires = [...fires, ...(read?.fires ?? [])];
  }
  return fires;
}

/** Outlines with an area take precedence over those without. */
function isNewer(a: Snapshot, b: Snapshot): boolean {
  const [isAreal, isOtherAreal] = [a.outline.isAreal, b.outline.isAreal];
  return isAreal === isOtherAreal ? newestFirst(a, b) < 0 : isAreal;
}

/** Reads the perimeters of some fires at other places and times; null if the service refuses. */
async function readOthers(
  selection: Selection,
  ofFires: BooleanExpression,
  read: (selection: Selection) => Promise<Tally>,
  { pause }: ToolContext,
): Promise<Tally | null> {
  const { bbox: _, datetime: __, ...rest } = selection.query;
  const others: Selection = {
    ...selection,
    uncovered: [],
    area: null,
    interval: null,
    window: null,
    filter: await filterOf(ofFires, null, pause),
    query: rest,
  };
  const known = knownBy(selection);
  const filters = known === null ? [ofFires] : [build.and(ofFires, build.not(known)), ofFires];
  for (const filter of filters) {
    const tally = await unlessRefused(read({ ...others, query: { ...rest, filter } }));
    if (tally) return tally;
  }
  return null;
}

/** The place and time of the selection as a filter; null if the properties do not allow it. */
function knownBy(selection: Selection): BooleanExpression | null {
  const { collection, interval, query } = selection;
  const inBox = inBoxOf(selection);
  if (!interval || (!inBox && query.bbox)) return inBox;
  const { time: times } = collection.roles;
  const time = collection.queryables?.find(
    ({ id, type }) => type === "dateTime" && (times?.includes(id ?? "") ?? true),
  )?.id;
  if (time === undefined) return null;
  const { start, end } = interval;
  const [from, to] = [start ?? "..", end ?? ".."];
  const inTime = build.tIntersects(build.property(time), build.interval(from, to));
  return inBox ? build.and(inBox, inTime) : inTime;
}
