// What the playground's map shares with the map in a conversation.

export { argumentsOf } from "./answer/arguments.ts";
export { areaOf, kindOf, readAnswer } from "./answer/read-answer.ts";
export type { LayerKind, MapArguments, Shown, ShownLayer } from "./answer/shown.ts";
export {
  type DetectionFeature,
  type Features,
  type MapFeature,
  noFeatures,
  type OtherFeature,
  type PerimeterFeature,
  type SimulationFeature,
  type SourceFeature,
} from "./features/features.ts";
export {
  type LayerState,
  type LayersState,
  LayersStore,
  noLayers,
} from "./features/layers-store.ts";
export type { CallTool } from "./features/load-layer.ts";
export { type LayerName, newestOf, type Visible, visibleOf } from "./features/visible.ts";
export {
  isWhole,
  nextRange,
  type StepRange,
  stepLabels,
  type TimeAxis,
  timeAxisOf,
  windowOf,
} from "./time/time-axis.ts";
export { comparedText, isNone } from "./ui/compared.ts";
export { createFormat, type Format, nameOf, positionText, timeMsOf } from "./ui/format.ts";
export { useMatch } from "./ui/use-match.ts";
