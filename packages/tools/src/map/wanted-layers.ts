import { parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { type Layer, layerOf, nameOf } from "../collection/layers.ts";
import { otherCollection } from "../collection/other-collection.ts";
import type { Area } from "../selection/area.ts";
import type { Interval } from "../selection/interval.ts";
import { windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import { type LayerReading, simulationsName } from "./map-data.ts";

/** What a map is to show. */
interface Wanted extends Pick<LayerReading, "name" | "layer"> {
  /** Whether the time of the map does not select from it. */
  readonly isTimeless: boolean;
}

/** The collections that a caller names, each once. */
export function namedLayers(
  collections: readonly string[],
  { client }: Pick<ToolContext, "client">,
): Wanted[] {
  return [...new Set(collections)].map((name) => {
    const layer = name === simulationsName ? simulationsName : layerOf(name, client);
    return { name, layer, isTimeless: layer === "staticSources" };
  });
}

interface Shown {
  readonly area: Area | null;
  readonly interval: Interval | null;
  /** Two periods are, which only detections and perimeters have. */
  readonly isCompared: boolean;
}

/** The layers of a map for which none is named: static sources of the world would hide the rest. */
export async function usualLayers(
  { area, interval, isCompared }: Shown,
  context: ToolContext,
): Promise<Wanted[]> {
  const of = (layer: Layer, isTimeless = false) => ({
    name: nameOf(layer, context.client),
    layer,
    isTimeless,
  });
  const observed = [of("hotspots"), of("perimeters")];
  if (isCompared) return observed;
  return [
    ...observed,
    ...(area ? [of("staticSources", true)] : []),
    { name: simulationsName, layer: simulationsName, isTimeless: false },
    ...(area ? await othersNow(interval, context) : []),
  ];
}

/** What is reported and ordered now, if the map shows this time: it has no past. */
async function othersNow(interval: Interval | null, context: ToolContext): Promise<Wanted[]> {
  const endMs = interval ? windowOf(interval).endMs : Number.POSITIVE_INFINITY;
  const found = await Promise.all(
    (["evacuationZones", "incidents"] as const).map((each) => otherCollection(each, context)),
  );
  return found.flatMap((info) => {
    const newestMs = parseTimeMs(info?.interval?.[1] ?? "") ?? context.now();
    return info && endMs >= newestMs - dayMs
      ? { name: info.id, layer: null, isTimeless: true }
      : [];
  });
}
