import { tallyNotices } from "../reading/tally.ts";
import { emptyNoticesOfExtent } from "../reading/why-empty.ts";
import { usualId } from "../selection/layers.ts";
import type { Assessment, LayerReading } from "./assess.ts";

const caution =
  "Counts are of detections: a detection is a warm pixel at an overpass, not a fire, and several satellites may see one fire. Lists of static sources are never complete. No detection does not mean safe.";

/** What the numbers do not say, and what could not be looked at. */
export function assessmentNotices(assessment: Assessment): (string | null)[] {
  const { situation, fires, simulations, layers } = assessment;
  const { hotspots, perimeters, staticSources } = layers;
  return [
    caution,
    missingOf(hotspots) &&
      `The service does not offer ${usualId("hotspots")}: detections could not be looked at.`,
    missingOf(perimeters) &&
      `The service does not offer ${usualId("perimeters")}: may_be_new_fire may lie in a known fire.`,
    missingOf(staticSources) &&
      `The service does not offer ${usualId("staticSources")}: may_be_new_fire may be industry or a volcano.`,
    simulations === null ? "The service does not offer simulations." : null,
    ...(hotspots.selection && hotspots.tally ? tallyNotices(hotspots.tally) : []),
    ...(hotspots.selection && hotspots.tally?.matched === 0
      ? emptyNoticesOfExtent(hotspots.selection)
      : []),
    partOf(perimeters, "Perimeters"),
    partOf(staticSources, "Static sources"),
    perimeters.tally && fires.isEmpty && situation.counts.may_be_new_fire > 0
      ? "No perimeter is known around there at that time: whether a fire is new cannot be told."
      : null,
    fires.withoutFire > 0
      ? `${fires.withoutFire} perimeters do not tell which fire they are of: each counts as a fire of its own.`
      : null,
    perimeters.isWhole
      ? null
      : "Whether these fires have a newer perimeter outside of the area could not be looked at.",
    situation.nearBoth > 0
      ? `${situation.nearBoth} of the detections in or near perimeters are near a static source as well.`
      : null,
    simulations?.length ? "Simulations are forecasts, not observations." : null,
  ].map((notice) => notice || null);
}

/** Whether everything that was asked for could be read. */
export function isWhole({ layers, simulations }: Assessment): boolean {
  const { hotspots, perimeters, staticSources } = layers;
  const wholly = ({ tally }: LayerReading) => tally?.exact === true && tally.skipped === 0;
  return (
    [hotspots, perimeters, staticSources].every(wholly) &&
    perimeters.isWhole &&
    simulations !== null
  );
}

function missingOf({ tally }: LayerReading): boolean {
  return tally === null;
}

function partOf({ tally }: LayerReading, name: string): string | null {
  if (!tally || (tally.exact && tally.skipped === 0)) return null;
  return `${name} could be looked at only in part (${tally.skipped} break RFC 7946): labels and distances may miss some.`;
}
