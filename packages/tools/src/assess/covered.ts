import type { ToolContext } from "../call/context.ts";
import { uncoveredIn } from "../collection/coverage.ts";
import { emptyNoticesInBrief } from "../describe/why-empty.ts";
import type { Tally } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { notKnownIn, uncoveredPlace } from "../selection/covered-place.ts";
import type { Interval } from "../selection/interval.ts";
import { type Selection, windowOf } from "../selection/selection.ts";

/** Perimeters of other times only help: those of the end of the time asked must be complete. */
export async function atItsEnd(
  selection: Selection,
  asked: Interval,
  context: ToolContext,
): Promise<Selection> {
  const { collection, area } = selection;
  const nowMs = context.now();
  const endMs = Math.min(windowOf(asked).endMs, nowMs);
  const uncovered = [
    ...uncoveredIn(collection, { startMs: endMs, endMs }, nowMs),
    ...(await uncoveredPlace(collection, area, context)),
  ];
  return { ...selection, uncovered };
}

/** What was read of a collection; members are null if the service does not offer it. */
export interface LayerReading {
  readonly selection: Selection | null;
  readonly tally: Tally | null;
}

/**
 * Why no detection matches, or that no list of sources or fires is known to be of the place.
 *
 * @param without layers that explain no detection
 */
export async function unknownOf(
  area: Area,
  { hotspots, without }: { hotspots: LayerReading; without: readonly LayerReading[] },
  context: ToolContext,
): Promise<string[]> {
  if (hotspots.selection && hotspots.tally?.matched === 0)
    return emptyNoticesInBrief(hotspots.selection, context);
  const notices = without.map(({ selection, tally }) =>
    selection && tally ? notKnownIn(selection.collection, area, context) : [],
  );
  return (await Promise.all(notices)).flat();
}
