import { parseTimeMs } from "@emberline/geo";
import type { MapArea } from "@emberline/map";
import type { ToolContext } from "../call/context.ts";
import { isOfFires, lackOf } from "../collection/layers.ts";
import { isExact, isRead, type Tally, tallyNotices } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import { cleanText, named } from "../values/text.ts";
import type { LayerReading } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";
import type { MapReading } from "./read-map.ts";

export const caution =
  "A detection is a warm pixel at an overpass, not a fire; no detection does not mean safe.";

/** Whether a map shows any layer of fires: simulations are forecasts of them. */
export function hasFires({ layers }: Pick<MapReading, "layers">): boolean {
  return layers.some(
    ({ layer, selection }) => layer !== null || (selection && isOfFires(selection.collection)),
  );
}

/** The title of the map: its layers, and its area in the words of the caller. */
export function titleOf(
  { near, within, bbox, fire }: MapInput,
  { area, layers }: MapReading,
): string {
  const [only] = layers;
  const what =
    layers.length === 1
      ? (only!.selection?.collection.title ?? cleanText(only!.name, 60))
      : hasFires({ layers })
        ? "Fires"
        : "Features";
  if (area?.kind === "circle") {
    const [lon, lat] = area.center;
    const where =
      area.whereabouts?.place ?? (near === undefined ? `${lat}, ${lon}` : cleanText(near, 60));
    return `${what} within ${area.radiusKm} km of ${where}`;
  }
  if (fire !== undefined) return `${what}: ${cleanText(fire, 60)}`;
  if (within !== undefined) return `${what} in the area of ${cleanText(within, 60)}`;
  return bbox ? `${what} in [${bbox.join(", ")}]` : what;
}

/** The selected time, in UTC to the minute, and the newest observation drawn. */
export function periodOf({ interval, layers }: MapReading): string {
  const asked =
    interval === null || (interval.start === null && interval.end === null)
      ? "All times"
      : `${interval.start ? toMinute(interval.start) : "…"} to ${interval.end ? toMinute(interval.end) : "…"} UTC`;
  const known = layers.find(({ selection }) => selection?.collection.interval?.[1]);
  if (!known) return asked;
  const newest = known.selection!.collection.interval![1]!;
  return `${asked} · newest of ${named(known.name)}: ${toMinute(newest)} UTC`;
}

function toMinute(instant: string): string {
  const epochMs = parseTimeMs(instant);
  if (epochMs === undefined) return cleanText(instant, 30);
  return new Date(epochMs).toISOString().slice(0, 16).replace("T", " ");
}

/** How many match, by collection. */
export function countsOf({ layers }: MapReading): string {
  const counts = layers.flatMap(({ name, tally }) =>
    tally && (tally.matched > 0 || !isExact(tally))
      ? [
          `${isExact(tally) ? "" : "at least "}${tally.matched.toLocaleString("en")} of ${named(name)}`,
        ]
      : [],
  );
  return counts.length > 0 ? `Matching: ${counts.join(", ")}.` : "Nothing matches.";
}

/** Collections with more matches than are drawn, except detections. */
export function limitsOf({ layers, gathering }: MapReading): string[] {
  return layers.flatMap(({ name, layer, tally }) => {
    const drawn = gathering.drawnOf(layer, tally?.matched ?? 0);
    if (!tally || drawn === tally.matched) return [];
    const which = layer === "perimeters" ? "newest" : "first";
    return [`Of ${named(name)} the ${which} ${drawn.toLocaleString("en")} are drawn.`];
  });
}

/** What is missing from the map. */
export function gapsOf({ layers }: MapReading, { client }: ToolContext): string[] {
  return layers.flatMap(({ name, tally }) => {
    const shown = named(name);
    if (tally === null) return [`${lackOf(shown, client)}: it is missing from the map.`];
    return isRead(tally)
      ? []
      : [`${shown} could not be read completely: there may be more than is drawn.`];
  });
}

/** What was skipped while reading each collection. */
export function readingNotices({ layers, timeNotice }: MapReading): string[] {
  return layers.flatMap(({ name, selection, tally }: LayerReading) =>
    selection && tally
      ? [
          ...(selection.timeNotice !== null && selection.timeNotice !== timeNotice
            ? [`${named(name)}: ${selection.timeNotice}`]
            : []),
          ...tallyNotices(tally as Tally, filtersSnapshots(selection)).map(
            (each) => `${named(name)}: ${each}`,
          ),
          ...(selection.filter?.notices ?? []),
        ]
      : [],
  );
}

export function toMapArea(area: Area): MapArea {
  if (area.kind === "circle")
    return { kind: "circle", center: area.center, radiusKm: area.radiusKm };
  const half = area.bbox.length / 2;
  const [west, south] = [area.bbox[0], area.bbox[1]];
  const [east, north] = [area.bbox[half]!, area.bbox[half + 1]!];
  return { kind: area.kind === "box" ? "box" : "extent", box: [west, south, east, north] };
}
