import type { ToolContext } from "../call/context.ts";
import { type Layer, lackOf, nameOf } from "../collection/layers.ts";
import { emptyNoticesOfExtent } from "../empty/why-empty.ts";
import { isComplete, tallyNotices } from "../reading/tally.ts";
import type { Assessment, LayerReading } from "./assess.ts";

const caution =
  "Counts are of detections: a detection is a warm pixel at an overpass, not a fire, and several satellites may see one fire. The lists of static sources are incomplete. No detection does not mean safe.";

/** Limits of the numbers, and data that could not be checked. */
export function assessmentNotices(
  assessment: Assessment,
  { client }: Pick<ToolContext, "client">,
): (string | null)[] {
  const lack = (layer: Layer) => lackOf(nameOf(layer, client), client);
  const { question, situation, fires, simulations, layers } = assessment;
  const { hotspots, perimeters, staticSources } = layers;
  return [
    ...question.notices,
    caution,
    missingOf(hotspots) && `${lack("hotspots")}: detections could not be checked.`,
    missingOf(perimeters) &&
      `${lack("perimeters")}: a detection in none of them may lie in a known fire.`,
    missingOf(staticSources) &&
      `${lack("staticSources")}: any detection may be industry or a volcano.`,
    simulations === null ? `${lackOf("simulations", client)}.` : null,
    ...(hotspots.selection && hotspots.tally ? tallyNotices(hotspots.tally) : []),
    ...(hotspots.selection && hotspots.tally?.matched === 0
      ? emptyNoticesOfExtent(hotspots.selection)
      : []),
    partOf(perimeters, "Perimeters"),
    partOf(staticSources, "Static sources"),
    perimeters.tally && fires.isEmpty && situation.counts.no_known_source_or_perimeter > 0
      ? "No perimeter is known there at that time: new and known fires cannot be distinguished."
      : null,
    fires.withoutFire > 0
      ? `${fires.withoutFire} perimeters do not name their fire: each counts as a separate fire.`
      : null,
    fires.hasBothKinds
      ? "Some fires have both a mapped outline and an estimate, which is drawn around detections: a detection counts for the mapped outline if that is within near_km, else for the estimate."
      : null,
    perimeters.isWhole
      ? null
      : "Newer perimeters of these fires outside the area could not be checked.",
    situation.nearBoth > 0
      ? `${situation.nearBoth} of the detections in or near perimeters are also near a static source.`
      : null,
    simulations?.length ? "Simulations are forecasts, not observations." : null,
  ].map((notice) => notice || null);
}

/** Whether everything requested could be read. */
export function isWhole({ layers, simulations, isEverySimulation }: Assessment): boolean {
  const { hotspots, perimeters, staticSources } = layers;
  const wholly = ({ tally }: LayerReading) => tally !== null && isComplete(tally);
  return (
    [hotspots, perimeters, staticSources].every(wholly) &&
    perimeters.isWhole &&
    simulations !== null &&
    isEverySimulation
  );
}

function missingOf({ tally }: LayerReading): boolean {
  return tally === null;
}

function partOf({ tally }: LayerReading, name: string): string | null {
  if (!tally || isComplete(tally)) return null;
  return `${name} could be read only in part (${tally.skipped} break RFC 7946): labels and distances may miss some.`;
}
