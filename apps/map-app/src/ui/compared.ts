import type { ToolName } from "../answer/shown.ts";
import type { DetectionFeature } from "../features/features.ts";
import type { LayerState } from "../features/layers-store.ts";
import type { Format } from "./format.ts";

const words = {
  detections: ["detection", "detections"],
  perimeters: ["perimeter", "perimeters"],
  sources: ["static heat source", "static heat sources"],
  simulations: ["simulation", "simulations"],
  others: ["feature", "features"],
} as const;

/** What the page has of a layer, compared with the number in the answer. */
export function comparedText(
  { layer, features, status, reason }: LayerState,
  tool: ToolName,
  format: Format,
): string {
  const { kind, matched } = layer;
  const drawn = countedLike(tool, features as readonly DetectionFeature[], kind === "detections");
  const [one, many] = words[kind];
  const noun = (count: number) => `${format.count(count)} ${count === 1 ? one : many}`;
  // Perimeters are counted one per fire.
  const counted = kind === "perimeters" ? null : matched;
  switch (status) {
    case "failed":
      return `The ${many} could not be loaded: ${reason}`;
    case "loading":
      return counted === null
        ? `Loading ${many}: ${format.count(drawn)} so far.`
        : `Loading ${many}: ${format.count(drawn)} of ${format.count(counted)}.`;
    case "paused":
      return counted === null
        ? `Only the first ${noun(drawn)} are on the map.`
        : `Only ${format.count(drawn)} of ${noun(counted)} are on the map.`;
    case "complete":
      if (counted === null) return `${noun(drawn)} on the map.`;
      return drawn === counted
        ? `${noun(drawn)} on the map: all that the answer counted.`
        : `${noun(drawn)} on the map; the answer counted ${format.count(counted)}: the data has changed since.`;
  }
}

/** An assessment does not count detections without a time. */
function countedLike(tool: ToolName, features: readonly DetectionFeature[], isDetections: boolean) {
  return tool === "assess_location" && isDetections
    ? features.filter(({ timeMs }) => timeMs !== null).length
    : features.length;
}
