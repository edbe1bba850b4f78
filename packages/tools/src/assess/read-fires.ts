import { isEmberlineError } from "@emberline/core";
import { build } from "@emberline/cql2";
import { flatBox } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import { idFilter } from "../fires/name-filter.ts";
import { readAll } from "../reading/read-all.ts";
import { isComplete, type Tally } from "../reading/tally.ts";
import { filterOf } from "../selection/filter.ts";
import type { Selection } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { rolesIn } from "../values/roles.ts";
import { type Snapshot, toSnapshot } from "./snapshots.ts";

/** At most this many fires per request: their ids are in its URL. */
const firesPerRequest = 50;

export interface PerimeterReading {
  readonly snapshots: readonly Snapshot[];
  readonly tally: Tally;
  /** The fires' perimeters outside the area were checked too. */
  readonly isWhole: boolean;
}

/**
 * All perimeters of the fires that have one in the area; null if the service does not offer
 * perimeters. Those outside the area count too: once a fire's newest perimeter has left the area,
 * its older ones no longer apply.
 */
export async function readFires(
  selection: Selection,
  context: ToolContext,
): Promise<PerimeterReading | null> {
  // By id, since the second request may return perimeters of the first.
  const snapshots = new Map<string | number, Snapshot | null>();
  const fires = new Set<string | number>();
  let { fire: properties } = selection.collection.roles;
  const read = (each: Selection) =>
    readAll(each, context, ({ feature }) => {
      const key = feature.id ?? `#${snapshots.size}`;
      snapshots.set(key, toSnapshot(feature, selection.collection, snapshots.size));
      properties ??= rolesIn(feature.properties).fire;
      const fire = ownProperty(feature.properties, properties);
      if (typeof fire === "string" || typeof fire === "number") fires.add(fire);
    });
  const tally = await ifOffered(read(selection));
  if (!tally) return null;
  const found = [...fires];
  let isWhole = true;
  for (let at = 0; properties && at < found.length && isWhole; at += firesPerRequest) {
    const batch = found.slice(at, at + firesPerRequest);
    const elsewhere = await unlessRefused(
      elsewhereOf(selection, properties, batch, context.pause).then(read),
    );
    isWhole = elsewhere !== null && isComplete(elsewhere);
  }
  return { snapshots: [...snapshots.values()].filter((each) => each !== null), tally, isWhole };
}

/** The perimeters of these fires outside the selection's area. */
async function elsewhereOf(
  { query, collection, ...selection }: Selection,
  properties: readonly string[],
  fires: readonly (string | number)[],
  pause: Pause,
): Promise<Selection> {
  const { bbox, ...rest } = query;
  const geometry = collection.queryables?.find(({ type }) => type === "geometry")?.id;
  const asked = { ...collection, roles: { ...collection.roles, fire: properties } };
  const ofFires = idFilter(fires, asked) ?? false;
  const filter =
    geometry === undefined || bbox === undefined
      ? ofFires
      : build.and(
          ofFires,
          build.not(build.sIntersects(build.property(geometry), build.bbox(...flatBox(bbox)))),
        );
  return {
    ...selection,
    collection,
    area: null,
    filter: await filterOf(ofFires, null, pause),
    query: { ...rest, filter },
  };
}

/** The value, or null if the service rejects the filter. */
async function unlessRefused<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (isEmberlineError(error) && error.status === 400) return null;
    throw error;
  }
}
