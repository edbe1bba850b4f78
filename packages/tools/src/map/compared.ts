import type { Change } from "@emberline/map";
import type { ToolContext } from "../call/context.ts";
import { Outlines } from "../geometry/outlines.ts";
import { lookAcross } from "../periods/across-border.ts";
import { DetectionComparison } from "../periods/detections.ts";
import { FireComparison } from "../periods/fires.ts";
import type { Hit } from "../reading/match.ts";
import { readAll } from "../reading/read-all.ts";
import { isExact, type Tally } from "../reading/tally.ts";
import type { Selection } from "../selection/selection.ts";
import { type Gathering, namedIn } from "./map-data.ts";

export interface Periods {
  readonly before: Selection;
  readonly after: Selection;
}

interface ComparedLayer {
  /** Of the later period; exact only if both are. */
  readonly tally: Tally;
  readonly sentence: string;
}

/** Detections within this distance are of one cluster: the default of `compare_periods`. */
export const clusterKm = 2;

/** Gathers detections by what became of their clusters. */
export async function compareDetections(
  periods: Periods,
  gathering: Gathering,
  context: ToolContext,
): Promise<ComparedLayer> {
  const comparison = new DetectionComparison(clusterKm);
  const read = await readBoth(periods, context, comparison);
  const tally = inFull(read, await lookAcross(comparison, periods, context));
  const counts = new Map<Change, number>();
  await comparison.visitChanges(context.pause, (change, position) => {
    counts.set(change, (counts.get(change) ?? 0) + 1);
    gathering.addChange(change, position);
  });
  return { tally, sentence: sentenceOf("Detections", counts) };
}

/** Gathers outlines by what became of their fires, with the earlier one of those that go on. */
export async function compareFires(
  periods: Periods,
  gathering: Gathering,
  context: ToolContext,
): Promise<ComparedLayer> {
  const { collection } = periods.after;
  const comparison = new FireComparison(collection, new Outlines(context));
  const held: { period: "before" | "after"; feature: Hit["feature"] }[] = [];
  const read = await readBoth(periods, context, {
    prepare: (hits) => comparison.prepare(hits),
    add(period, hit) {
      comparison.add(period, hit);
      held.push({ period, feature: hit.feature });
    },
  });
  const tally = inFull(read, await lookAcross(comparison, periods, context));
  const counts = new Map<Change, number>();
  for (const { period, feature } of held) {
    const change = changeOf(comparison.statusOf(comparison.fireOf(feature)));
    const isEarlier = period === "before" && change === "continuing";
    if (!isEarlier) counts.set(change, (counts.get(change) ?? 0) + 1);
    if (feature.geometry)
      gathering.addPerimeter({
        geometry: feature.geometry,
        ...namedIn(feature, collection),
        change: isEarlier ? "before" : change,
      });
  }
  return { tally, sentence: sentenceOf("Fires", counts) };
}

function changeOf(status: ReturnType<FireComparison["statusOf"]>): Change {
  if (status === "new") return "new";
  return status === "not_seen_again" ? "ended" : "continuing";
}

/** Reads the earlier period, then the later one. */
export async function readBoth(
  periods: Periods,
  context: ToolContext,
  to: {
    prepare(hits: readonly Hit[]): Promise<void>;
    add(period: "before" | "after", hit: Hit): void;
  },
): Promise<Tally> {
  const read = (period: "before" | "after") =>
    readAll(periods[period], context, (hit) => to.add(period, hit), {
      prepare: (hits) => to.prepare(hits),
    });
  const before = await read("before");
  const after = await read("after");
  return inFull(after, isExact(before));
}

function inFull(tally: Tally, isWhole: boolean): Tally {
  return isWhole ? tally : { ...tally, exact: false };
}

function sentenceOf(what: string, counts: ReadonlyMap<Change, number>): string {
  const of = (change: Change, words: string) =>
    `${(counts.get(change) ?? 0).toLocaleString("en")} ${words}`;
  return `${what}: ${of("new", "new")}, ${of("continuing", "continuing")}, ${of("ended", "not seen again")}.`;
}
