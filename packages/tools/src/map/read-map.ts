import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { type Layer, layerOf, nameOf } from "../collection/layers.ts";
import type { ResolvedFire } from "../collection/resolve-fire.ts";
import { readAll } from "../reading/read-all.ts";
import { forecastsMeeting } from "../reading/simulations.ts";
import { type Area, covers, resolveArea } from "../selection/area.ts";
import { newestInstant, withinData } from "../selection/data-end.ts";
import { findFire, fireArea } from "../selection/fire-scope.ts";
import { checkZone, type Interval, resolveTime } from "../selection/interval.ts";
import type { SelectionInput } from "../selection/parameters.ts";
import {
  resolveSelection,
  type Selection,
  type SelectionOptions,
  selectLayer,
  windowOf,
} from "../selection/selection.ts";
import { isMadeUp } from "../values/synthetic.ts";
import { Gathering, type LayerReading, simulationsName } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";

export interface MapReading {
  readonly area: Area | null;
  readonly interval: Interval | null;
  readonly layers: readonly LayerReading[];
  readonly gathering: Gathering;
  /** That the data ends before the time asked. */
  readonly timeNotice: string | null;
  readonly notices: readonly string[];
}

/** What a map shows, resolved but not read. */
export interface MapQuestion extends Pick<MapReading, "area" | "interval" | "timeNotice"> {
  readonly fire: ResolvedFire | null;
  /** In each, the selection is null for simulations, and for what the service does not offer. */
  readonly layers: readonly (Wanted & Pick<LayerReading, "selection">)[];
}

/**
 * Resolves the arguments of a map.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or a named collection does not
 *   exist (`not_found`)
 */
export async function resolveMap(input: MapInput, context: ToolContext): Promise<MapQuestion> {
  const { collections, latest_per_fire: latestPerFire, ...selected } = input;
  if (input.filter !== undefined && collections?.length !== 1) {
    throw invalidInput(
      'filter needs exactly one collection: name it, for example collections: ["svc:hotspots"].',
      "collections",
    );
  }
  if (input.filter !== undefined && collections?.[0] === simulationsName) {
    throw invalidInput("filter does not apply to simulations: omit it.", "filter");
  }
  const { interval, timeNotice } = await intervalOf(input, context);
  const place = await resolveArea(input, context);
  const fire = input.fire === undefined ? null : await fireOf(input.fire, interval, context);
  const area = fire ? await fireArea(fire.fire, input.radius_km, context.pause) : place;
  const wanted = collections ? named(collections, context) : usual(area !== null, context);
  const layers = await Promise.all(
    wanted.map(async ({ name, layer }) => {
      const selecting = select(name, layer, selected, context, {
        isNamed: collections !== undefined,
        options: {
          ...(fire ? { area: null, fire } : { area }),
          // All layers show the same time.
          ...(timeNotice !== null && interval && { pinned: interval }),
          isRanking: true,
          isTimeFixed: true,
          timeName: null,
          ...(layer === "perimeters" && { latestPerFire }),
        },
      });
      // Of several services, each layer may be missing, but not the only one.
      const selection = await (wanted.length > 1 ? ifAnswered(selecting, context) : selecting);
      const isRenamed = collections === undefined || context.client.services;
      return { name: (isRenamed && selection?.collection.id) || name, layer, selection };
    }),
  );
  return { area, interval, timeNotice, fire, layers };
}

/**
 * Reads everything that a map shows.
 *
 * @throws {ToolError} as {@link resolveMap} does
 */
export async function readMap(input: MapInput, context: ToolContext): Promise<MapReading> {
  const { area, interval, timeNotice, fire, layers: asked } = await resolveMap(input, context);
  const gathering = new Gathering();
  const layers = await Promise.all(
    asked.map(async ({ name, layer, selection }): Promise<LayerReading> => {
      if (layer === simulationsName) {
        const tally = await readSimulations(area, interval, gathering, context);
        return { name, layer, selection: null, tally };
      }
      if (!selection) return { name, layer, selection, tally: null };
      const reading = readAll(selection, context, gathering.collector(layer, selection));
      const tally = await (asked.length > 1 ? ifAnswered(reading, context) : ifOffered(reading));
      return { name, layer, selection, tally };
    }),
  );
  if (!input.collections && layers.every(({ tally }) => tally === null)) {
    // One that does not answer now may have them.
    if (!context.client.services)
      throw new ToolError(
        "not_found",
        "The service offers neither hotspots nor perimeters: name what to draw in collections; list_collections has the ids.",
        { fault: { argument: "collections" } },
      );
  }
  const notices =
    input.collections || area
      ? (fire?.notices ?? [])
      : ["Static heat sources are drawn only if an area is given or collections names them."];
  return { area, interval, layers, gathering, timeNotice, notices };
}

type Wanted = Pick<LayerReading, "name" | "layer">;

function named(collections: readonly string[], { client }: ToolContext): Wanted[] {
  return [...new Set(collections)].map((name) => ({
    name,
    layer: name === simulationsName ? simulationsName : layerOf(name, client),
  }));
}

/** The default collections; without an area, static sources would make every map a world map. */
function usual(hasArea: boolean, { client }: ToolContext): Wanted[] {
  const layers: Layer[] = [
    "hotspots",
    "perimeters",
    ...(hasArea ? ["staticSources" as const] : []),
  ];
  return [
    ...layers.map((layer) => ({ name: nameOf(layer, client), layer })),
    { name: simulationsName, layer: simulationsName },
  ];
}

/** The selection; null for simulations, and for a default collection that the service lacks. */
async function select(
  name: string,
  layer: LayerReading["layer"],
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  { isNamed, options }: { isNamed: boolean; options: SelectionOptions },
): Promise<Selection | null> {
  if (layer === simulationsName) return null;
  // Static sources have no time.
  const { time, ...timeless } = input;
  const asked = layer === "staticSources" || time === undefined ? timeless : input;
  return isNamed || layer === null
    ? resolveSelection({ ...asked, collection: name }, context, options)
    : selectLayer(layer, asked, context, options);
}

/** Found by the service's perimeters, whatever else is drawn. */
function fireOf(text: string, interval: Interval | null, context: ToolContext) {
  return findFire(text, null, interval && windowOf(interval), context);
}

/** The time of the map: where the data of its first layer ends before words, the newest such. */
async function intervalOf(
  { time, time_zone: zone = "UTC", collections }: MapInput,
  context: ToolContext,
): Promise<{ interval: Interval | null; timeNotice: string | null }> {
  checkZone(zone);
  if (time === undefined) return { interval: null, timeNotice: null };
  const now = context.now();
  const asked = resolveTime(time, now, { zone });
  const name = collections?.find((each) => each !== simulationsName);
  const first =
    name === undefined
      ? await layerCollection("hotspots", context)
      : await (collections!.length > 1 ? ifAnswered : ifOffered)(
          collectionInfo(name, context),
          context,
        );
  if (!first) return { interval: asked, timeNotice: null };
  const newest = newestInstant(first.interval?.[1], first.isByDate);
  const { interval, notice } = withinData(asked, newest, now);
  return { interval, timeNotice: notice };
}

/** Collects simulations in the area whose forecast overlaps the interval; null if not offered. */
function readSimulations(
  area: Area | null,
  interval: Interval | null,
  gathering: Gathering,
  context: ToolContext,
): Promise<{ matched: number; exact: boolean } | null> {
  const read = async () => {
    let matched = 0;
    let exact = true;
    const onPartial = () => {
      exact = false;
    };
    const time = interval ?? { start: null, end: null };
    for await (const simulation of forecastsMeeting(time, context, { onPartial })) {
      const { longitude, latitude } = simulation;
      if (area && !covers(area, [longitude, latitude])) continue;
      matched++;
      gathering.addSimulation([longitude, latitude], isMadeUp(simulation));
    }
    return { matched, exact };
  };
  return ifAnswered(read(), context);
}
