import type { Ages, Theme } from "@emberline/map";
import type { Shown } from "../answer/arguments.ts";
import type { Features, LayerName, Visible } from "../features/features.ts";
import {
  DetectionLegends,
  type LayerChoice,
  LayerList,
  layerLabels,
  layerSymbols,
} from "./legend.tsx";
import type { Format } from "./words.ts";

interface Props {
  readonly choices: readonly LayerChoice<LayerName>[];
  readonly on: ReadonlySet<LayerName>;
  readonly ages: Ages;
  readonly theme: Theme;
  readonly format: Format;
  onChange(on: ReadonlySet<LayerName>): void;
}

/** The layers to turn on and off, with the symbols of the map and their meaning. */
export function LayersPanel({ ages, theme, ...list }: Props) {
  const hasDetections = list.choices.some(({ name, count }) => name === "detections" && count);
  return (
    <fieldset class="layers">
      <LayerList {...list} symbolOf={(name) => layerSymbols[name](theme)} />
      <DetectionLegends {...{ ages, theme, hasDetections }} format={list.format} />
    </fieldset>
  );
}

/** The layers that the answer has, with how many features are loaded. */
export function choicesOf(
  shown: Shown,
  features: Features,
  { newest }: Visible,
): LayerChoice<LayerName>[] {
  const has = (kind: string) => shown.layers.some((each) => each.kind === kind);
  const older = features.perimeters.length - newest.size;
  const counts: [LayerName, boolean, number | null][] = [
    ["detections", has("detections"), features.detections.length],
    ["newest", has("perimeters"), newest.size],
    ["older", has("perimeters") && older > 0, older],
    ["sources", has("sources"), features.sources.length],
    ["simulations", has("simulations"), features.simulations.length],
    ["others", has("others"), features.others.length],
    ["area", shown.area !== null && shown.area.kind !== "extent", null],
  ];
  return counts
    .filter(([, isThere]) => isThere)
    .map(([name, , count]) => ({ name, label: layerLabels[name], count }));
}
