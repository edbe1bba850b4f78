// What the playground's map shares with the map in a conversation.

export type { LayerKind, ShownLayer, ToRead } from "./answer/arguments.ts";
export { argumentsOf } from "./answer/arguments.ts";
export { areaOf, kindOf, readAnswer } from "./answer/read-answer.ts";
export {
  type DetectionFeature,
  type Features,
  type LayerName,
  type MapFeature,
  newestOf,
  noFeatures,
  visibleOf,
} from "./features/features.ts";
export {
  byKind,
  type CallTool,
  type LayerState,
  type LayersState,
  LayersStore,
  noLayers,
} from "./features/layers-store.ts";
export { type StepRange, type TimeAxis, timeAxisOf, windowOf } from "./features/time-axis.ts";
export { detailOf, useDetails } from "./ui/hooks.ts";
export {
  DetectionLegends,
  type LayerChoice,
  LayerList,
  Legend,
  layerLabels,
  layerSymbols,
} from "./ui/legend.tsx";
export { TimeBar } from "./ui/time-bar.tsx";
export {
  comparedText,
  createFormat,
  type Format,
  nameOf,
  positionText,
  timeMsOf,
} from "./ui/words.ts";
