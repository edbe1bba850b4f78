import { printInstant } from "@emberline/geo";
import type { Section } from "../answer/sections.ts";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/tool.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import type { Fire } from "../collection/fire.ts";
import { fireTimeRule } from "../collection/fire-time.ts";
import { noObservations } from "../describe/why-empty.ts";
import { reachOf } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { readAll } from "../reading/read-all.ts";
import type { Tally } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { resolveSelection } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { named } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

/** A period, both ends included. */
export interface Period {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

interface Detection {
  readonly id: string | null;
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly frpMw: number | null;
  /** Distance from the newest perimeter's edge; 0 inside. */
  readonly distanceKm: number;
}

export interface Detections {
  readonly tally: Tally;
  /** A row for each period. */
  readonly counts: Section;
  readonly newest: Detection | null;
  readonly notices: readonly (string | null)[];
}

/**
 * Detections of a fire's time in its newest perimeter, and within a distance (km) of its edge, by
 * period.
 */
export async function readDetections(
  fire: Fire,
  collection: CollectionInfo,
  periods: readonly Period[],
  area: Area,
  radiusKm: number,
  context: ToolContext,
): Promise<Detections | null> {
  const counts = periods.map(() => ({ inside: 0, near: 0 }));
  let newest: Detection | null = null;
  // Inside the perimeter in a period, but not in the fire's time.
  let untimely = 0;
  const [startMs, endMs] = [
    periods.reduce((first, each) => Math.min(first, each.startMs), Number.POSITIVE_INFINITY),
    periods.reduce((last, each) => Math.max(last, each.endMs), Number.NEGATIVE_INFINITY),
  ];
  const time = `${printInstant(startMs)}/${printInstant(endMs)}`;
  const selectDuring = (time: string) =>
    resolveSelection({ collection: collection.id, time }, context, { area });
  // Nothing is claimed of the days between the periods.
  const selection = { ...(await selectDuring(time)), unheld: null };
  const tally = await ifOffered(
    readAll(selection, context, ({ feature }) => {
      const { properties, geometry } = feature;
      const roles = rolesOf(properties, collection);
      const timeMs = timeMsOf(properties, roles);
      const position = geometry && representativePoint(geometry);
      if (timeMs === null || !position) return;
      // A feature that only reaches into the area with a corner is at the area's limit.
      const distanceKm = fire.perimeter.outline.distanceKm(reachOf(position, radiusKm)) ?? radiusKm;
      if (fire.time.isKnown && !fire.time.contains(timeMs)) {
        if (distanceKm === 0) untimely++;
        return;
      }
      periods.forEach((period, i) => {
        if (timeMs < period.startMs || timeMs > period.endMs) return;
        counts[i]![distanceKm === 0 ? "inside" : "near"]++;
      });
      if (newest !== null && timeMs <= newest.timeMs) return;
      const power = ownProperty(properties, roles.strength);
      newest = {
        id: idOf(feature),
        timeMs,
        lon: position[0],
        lat: position[1],
        frpMw: typeof power === "number" && Number.isFinite(power) ? power : null,
        distanceKm,
      };
    }),
  );
  if (!tally) return null;
  const rows: Section["rows"][number][] = [];
  const unheld = new Set<string>();
  for (const [i, { name, startMs: from, endMs: to }] of periods.entries()) {
    const { inside, near } = counts[i]!;
    const [start, end] = [printInstant(from), printInstant(to)];
    const during = await selectDuring(`${start}/${end}`);
    if (during.unheld !== null) unheld.add(during.unheld);
    const isSeen = inside + near > 0 || (await noObservations(during, context)).length === 0;
    rows.push([name, start, end, ...(isSeen ? [inside, near] : [null, null])]);
  }
  return {
    tally: { ...tally, ...(unheld.size > 0 && { unheld: [...unheld].join(" ") }) },
    counts: { columns: ["period", "from", "to", "inside", "near"], rows },
    newest,
    notices: [
      rows.some((row) => row[3] === null)
        ? `${named(collection.id)} has no observations anywhere in a period without counts.`
        : null,
      untimely > 0
        ? `Detections inside the newest perimeter, but not in the fire's time (${fireTimeRule}): ${untimely}, not counted.`
        : null,
    ],
  };
}

/** The newest detection, in the form of the answer. */
export function describeDetection({ id, timeMs, lon, lat, frpMw, distanceKm }: Detection) {
  return {
    ...(id !== null && { id }),
    time: printInstant(timeMs),
    lon: round(lon, 5),
    lat: round(lat, 5),
    ...(frpMw !== null && { frp_mw: round(frpMw, 1) }),
    ...(distanceKm === 0 ? { inside: true } : { edge_km: round(distanceKm, 3) }),
  };
}
