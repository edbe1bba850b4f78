import type { Section } from "../answer/sections.ts";
import type { ToolContext } from "../call/context.ts";
import type { Fire } from "../collection/fire.ts";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "../collection/layers.ts";
import { timeCell } from "../collection/time-cell.ts";
import { Outlines } from "../geometry/outlines.ts";
import { readAll } from "../reading/read-all.ts";
import type { Tally } from "../reading/tally.ts";
import { resolveSelection } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import { fallsOf } from "../values/falls.ts";
import { idOf } from "../values/own-property.ts";
import { round } from "../values/text-numbers.ts";

/** One perimeter of a fire, measured. */
interface Mapping extends SnapshotOrder {
  readonly featureId: string | null;
  readonly time: string | null;
  readonly areaKm2: number | null;
}

export interface Mappings {
  readonly tally: Tally;
  readonly count: number;
  /** By time, newest first, each with the change since the one before it. */
  readonly growth: Section;
  /** Times of mappings that contradict the one before by their area. */
  readonly falls: readonly string[];
  /** The largest mapped area, in km²; null if nothing has an area. */
  readonly largestKm2: number | null;
  /** The largest growth between the last mappings of two days; null if it never grew. */
  readonly largestDay: Step | null;
  /** The largest growth from one mapping to the next, if it is another. */
  readonly largestMapping: Step | null;
}

/** Growth from one mapping to a later one. */
interface Step {
  readonly from: Mapping;
  readonly to: Mapping;
  readonly km2: number;
  /** The mapping before is smaller than one before it: this is not growth alone. */
  readonly isAfterFall: boolean;
}

const hourMs = 3_600_000;

/** All perimeters of a fire in their order: time, then sequence, then id. */
export async function readMappings(fire: Fire, context: ToolContext): Promise<Mappings> {
  const { collection } = fire;
  const selection = await resolveSelection({ collection: collection.id }, context, {
    area: null,
    fire: { fire, notices: [] },
    latestPerFire: false,
  });
  const outlines = new Outlines(context);
  const mappings: Mapping[] = [];
  const tally = await readAll(
    selection,
    context,
    ({ feature }) => {
      mappings.push({
        ...snapshotOrder(feature, collection),
        featureId: idOf(feature),
        time: timeCell(feature, collection),
        areaKm2: feature.geometry && outlines.areaKm2(feature.geometry),
      });
    },
    { prepare: (hits) => outlines.measure(hits.map(({ feature }) => feature.geometry)) },
  );
  mappings.sort(compareSnapshots);
  const areas = mappings.flatMap(({ areaKm2 }) => areaKm2 ?? []);
  return {
    tally,
    count: mappings.length,
    ...toGrowth(mappings),
    largestKm2:
      areas.length === 0
        ? null
        : round(
            areas.reduce((a, b) => Math.max(a, b)),
            4,
          ),
  };
}

/** Among mappings of the same time, such as a date, only the last counts: growth needs time. */
function toGrowth(
  mappings: readonly Mapping[],
): Pick<Mappings, "growth" | "falls" | "largestDay" | "largestMapping"> {
  const measured = mappings.filter(({ areaKm2 }) => areaKm2 !== null);
  const last = measured.filter(({ timeMs }, i) => timeMs !== measured[i + 1]?.timeMs);
  const rows = last.map(({ time, timeMs, featureId, areaKm2 }, i) => {
    const before = last[i - 1];
    const change = before ? areaKm2! - before.areaKm2! : null;
    const hours = before ? (timeMs - before.timeMs) / hourMs : 0;
    return [
      time,
      featureId,
      round(areaKm2!, 4),
      change === null ? null : round(change, 4),
      before ? round(hours / 24, 2) : null,
      change === null ? null : round(change / hours, 4),
    ];
  });
  const dayOf = (mapping: Mapping | undefined) => mapping && Math.floor(mapping.timeMs / dayMs);
  const largestDay = largestStep(
    measured.filter((each, i) => dayOf(each) !== dayOf(measured[i + 1])),
  );
  // A mapping that covers only a part makes the next one look like growth.
  const largest = largestStep(measured, { isFallKept: false });
  const isOther = largest?.to !== largestDay?.to || largest?.from !== largestDay?.from;
  const falls = fallsOf(last.map(({ areaKm2 }) => areaKm2!));
  const columns = ["time", "id", "area_km2", "change_km2", "days_since", "km2_per_hour"];
  return {
    growth: { columns, rows: rows.reverse() },
    falls: falls.map((at) => last[at]!.time ?? "unknown time"),
    largestDay,
    largestMapping: isOther ? largest : null,
  };
}

function largestStep(mappings: readonly Mapping[], { isFallKept = true } = {}): Step | null {
  const falls = fallsOf(mappings.map(({ areaKm2 }) => areaKm2!));
  let largest: Step | null = null;
  for (const [i, to] of mappings.entries()) {
    const from = mappings[i - 1];
    const km2 = from ? to.areaKm2! - from.areaKm2! : 0;
    const isAfterFall = falls.includes(i - 1);
    if (from && km2 > (largest?.km2 ?? 0) && (isFallKept || !isAfterFall))
      largest = { from, to, km2, isAfterFall };
  }
  return largest;
}

/** A step in the form of the answer. */
export function describeStep(step: Step | null, hasIds = false): Record<string, unknown> | null {
  if (!step) return null;
  const { from, to, km2, isAfterFall } = step;
  return {
    change_km2: round(km2, 4),
    from: from.time,
    to: to.time,
    days: round((to.timeMs - from.timeMs) / dayMs, 2),
    ...(hasIds && { from_id: from.featureId, to_id: to.featureId }),
    ...(isAfterFall && { after_fall: true }),
  };
}
