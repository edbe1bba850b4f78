import type { Shown } from "../answer/shown.ts";
import type { Features } from "../features/features.ts";
import type { LayerName, Visible } from "../features/visible.ts";
import type { LayerChoice } from "./layers-panel.tsx";

const labels: Readonly<Record<LayerName, string>> = {
  detections: "Detections",
  newest: "Newest perimeters",
  older: "Older perimeters",
  sources: "Static heat sources",
  simulations: "Simulations",
  others: "Other features",
  area: "Area asked for",
};

/** The layers that the answer has, with how many features are loaded. */
export function choicesOf(shown: Shown, features: Features, { newest }: Visible): LayerChoice[] {
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
    .map(([name, , count]) => ({ name, label: labels[name], count }));
}
