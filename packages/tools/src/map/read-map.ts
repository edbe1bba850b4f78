import { boxCenter, boxWidthDeg, flatBox, unrolledEast } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { ifOffered } from "../call/tool.ts";
import { invalidInput, ToolError } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import type { ResolvedFire } from "../collection/resolve-fire.ts";
import { checkBothCovered } from "../periods/both-covered.ts";
import { comparedPeriods } from "../periods/compared-periods.ts";
import { orderNotice } from "../periods/order-of-periods.ts";
import { readAll } from "../reading/read-all.ts";
import { forecastsMeeting } from "../reading/simulations.ts";
import { type Area, covers, resolveArea } from "../selection/area.ts";
import { joined, newestInstant, withinData } from "../selection/data-end.ts";
import { findFire, fireArea } from "../selection/fire-scope.ts";
import { hemisphereOf } from "../selection/hemisphere.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import type { SelectionInput } from "../selection/parameters.ts";
import { nearestTo } from "../selection/position.ts";
import {
  resolveSelection,
  type Selection,
  type SelectionOptions,
  selectLayer,
  windowOf,
} from "../selection/selection.ts";
import { isMadeUp } from "../values/synthetic.ts";
import { compareDetections, compareFires } from "./compared.ts";
import { Gathering, type LayerReading, simulationsName } from "./map-data.ts";
import type { MapInput } from "./parameters.ts";
import { placesIn } from "./places-in.ts";
import { namedLayers, usualLayers } from "./wanted-layers.ts";

export interface MapReading {
  readonly area: Area | null;
  readonly interval: Interval | null;
  readonly layers: readonly LayerReading[];
  readonly gathering: Gathering;
  /** That the data ends before the time asked. */
  readonly timeNotice: string | null;
  readonly notices: readonly string[];
  /** The name of the fire, as the data have it. */
  readonly fireName?: string;
  /** Where the fire is, in a sentence. */
  readonly whereabouts?: string;
  /** The largest town in the box of the map. */
  readonly around?: string;
  /** The earlier period of a comparison, and what it found, in sentences. */
  readonly compared?: { readonly before: Interval; readonly sentences: readonly string[] };
}

/** What a map shows, resolved but not read. */
export interface MapQuestion extends Pick<MapReading, "area" | "interval" | "timeNotice"> {
  readonly fire: ResolvedFire | null;
  /** In each, the selection is null for simulations, and for what the service does not offer. */
  readonly layers: readonly (Pick<LayerReading, "name" | "layer"> &
    Pick<LayerReading, "selection">)[];
}

/**
 * Resolves the arguments of a map.
 *
 * @throws {ToolError} when an argument is invalid (`invalid_input`) or a named collection does not
 *   exist (`not_found`)
 */
export async function resolveMap(
  input: MapInput,
  context: ToolContext,
  known?: ResolvedFire | null,
): Promise<MapQuestion> {
  const { collections, latest_per_fire: latestPerFire, before, after: _, ...selected } = input;
  if (input.filter !== undefined && collections?.length !== 1) {
    throw invalidInput(
      'filter needs exactly one collection: name it, for example collections: ["svc:hotspots"].',
      "collections",
    );
  }
  if (input.filter !== undefined && collections?.[0] === simulationsName) {
    throw invalidInput("filter does not apply to simulations: omit it.", "filter");
  }
  const place = await resolveArea(input, context);
  const { interval, timeNotice } = await intervalOf(input, place, context);
  const fire =
    known ??
    (input.fire === undefined
      ? null
      : await fireOf({ ...input, fire: input.fire }, interval, context));
  const area = fire ? await fireArea(fire.fire, input.radius_km, context.pause) : place;
  const wanted = collections
    ? namedLayers(collections, context)
    : await usualLayers({ area, interval, isCompared: before !== undefined }, context);
  const layers = await Promise.all(
    wanted.map(async ({ name, layer, isTimeless }) => {
      const selecting = select(name, layer, selected, context, {
        isTimeless,
        isNamed: collections !== undefined,
        options: {
          ...(fire ? { area: null, fire } : { area }),
          // All layers show the same time, except static sources, which have none.
          ...(timeNotice !== null && interval && !isTimeless && { pinned: interval }),
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
 * Reads everything that a map shows: of a fire alone its growth, of two periods their differences.
 *
 * @throws {ToolError} as {@link resolveMap} does
 */
export async function readMap(input: MapInput, context: ToolContext): Promise<MapReading> {
  if (input.before !== undefined || input.after !== undefined) return readPeriods(input, context);
  const isGrowth = input.fire !== undefined && input.latest_per_fire === undefined;
  const question = await resolveMap(
    isGrowth ? { ...input, latest_per_fire: false } : input,
    context,
  );
  const { area, interval, timeNotice, fire } = question;
  const gathering = new Gathering();
  const layers = await readLayers(question, gathering, context);
  if (isGrowth) await gathering.showGrowth(context);
  checkRead(input, layers, context);
  const notices =
    input.collections || area
      ? (fire?.notices ?? [])
      : ["Static heat sources are drawn only if an area is given or collections names them."];
  const where = await whereWords(input, question);
  return { area, interval, layers, gathering, timeNotice, notices, ...where };
}

/** The widest box that is named by its largest town, in degrees. */
const widestNamed = 8;

/** The words for a place that only the picture needs. */
async function whereWords(
  { fire: text, bbox }: MapInput,
  { fire, area }: Pick<MapQuestion, "fire" | "area">,
): Promise<Pick<MapReading, "fireName" | "whereabouts" | "around">> {
  if (fire && area) {
    const { nearest_place: nearest } = await nearestTo(boxCenter(flatBox(area.bbox)));
    const town = nearest?.split(", ").slice(0, 2).join(", ");
    return {
      fireName: fire.fire.name ?? text!,
      ...(town !== undefined && { whereabouts: `${/^\d/.test(town) ? "" : "Near "}${town}.` }),
    };
  }
  const box = bbox && area?.kind === "box" ? flatBox(area.bbox) : null;
  if (!box || boxWidthDeg(box) > widestNamed) return {};
  const [west, south, , north] = box;
  const [largest] = await placesIn({ west, south, east: unrolledEast(box), north });
  return largest ? { around: largest.name } : {};
}

function readLayers(
  { area, interval, layers }: Pick<MapQuestion, "area" | "interval" | "layers">,
  gathering: Gathering,
  context: ToolContext,
): Promise<LayerReading[]> {
  return Promise.all(
    layers.map(async ({ name, layer, selection }): Promise<LayerReading> => {
      if (layer === simulationsName) {
        const tally = await readSimulations(area, interval, gathering, context);
        return { name, layer, selection: null, tally };
      }
      if (!selection) return { name, layer, selection, tally: null };
      const reading = readAll(selection, context, gathering.collector(layer, selection));
      const tally = await (layers.length > 1 ? ifAnswered(reading, context) : ifOffered(reading));
      return { name, layer, selection, tally };
    }),
  );
}

/** @throws {ToolError} when the only service offers nothing of what is drawn (`not_found`) */
function checkRead(
  input: MapInput,
  layers: readonly LayerReading[],
  { client }: ToolContext,
): void {
  // One of several services that does not answer now may have them.
  if (input.collections || client.services || layers.some(({ tally }) => tally !== null)) return;
  throw new ToolError(
    "not_found",
    "The service offers neither hotspots nor perimeters: name what to draw in collections; list_collections has the ids.",
    { fault: { argument: "collections" } },
  );
}

/** Two periods of one map, resolved but not read. */
interface PeriodsQuestion {
  readonly was: MapQuestion;
  readonly is: MapQuestion;
  /** That the periods were moved to where the data end. */
  readonly notice: string | null;
}

/** @throws {ToolError} as {@link resolveMap}, and without a period (`invalid_input`) */
export async function resolvePeriods(
  input: MapInput,
  context: ToolContext,
): Promise<PeriodsQuestion> {
  const { before, after, time } = input;
  if (before === undefined || after === undefined)
    throw invalidInput(
      "A comparison needs both periods: give before and after.",
      before === undefined ? "before" : "after",
    );
  if (time !== undefined)
    throw invalidInput("time and before were both given: before and after are the times.", "time");
  const area = await resolveArea(input, context);
  const words = await periodWords(input, { before, after }, area, context);
  const was = await resolveMap({ ...input, time: words.before }, context);
  const is = await resolveMap({ ...input, time: words.after }, context, was.fire);
  return { was, is, notice: words.notice };
}

/** The later period, with what became of the detections and fires of the earlier one. */
async function readPeriods(input: MapInput, context: ToolContext): Promise<MapReading> {
  const { was, is, notice } = await resolvePeriods(input, context);
  if (!was.interval || !is.interval)
    throw invalidInput("before and after must each have a start or an end.", "before");
  const gathering = new Gathering();
  const isCompared = ({ layer, selection }: (typeof is.layers)[number]) =>
    selection !== null &&
    (layer === "hotspots" || (layer === "perimeters" && selection.latestPerFire));
  const rest = { ...is, layers: is.layers.filter((each) => !isCompared(each)) };
  const read = await readLayers(rest, gathering, context);
  const sentences: string[] = [];
  const layers: LayerReading[] = [];
  for (const later of is.layers) {
    const other = read.find(({ name }) => name === later.name);
    const earlier = was.layers.find(({ name }) => name === later.name)?.selection;
    if (other || !later.selection || !earlier) {
      if (other) layers.push(other);
      continue;
    }
    const periods = { before: earlier, after: later.selection };
    checkBothCovered(periods, notice, context.now());
    const compare = later.layer === "perimeters" ? compareFires : compareDetections;
    const { tally, sentence } = await compare(periods, gathering, context);
    sentences.push(sentence);
    layers.push({ ...later, tally });
  }
  checkRead(input, layers, context);
  return {
    ...{ area: is.area, interval: is.interval, layers, gathering },
    timeNotice: joined(
      orderNotice({ before: was.interval, after: is.interval }, input),
      notice ?? is.timeNotice,
    ),
    notices: is.fire?.notices ?? [],
    ...(await whereWords(input, is)),
    compared: { before: was.interval, sentences },
  };
}

/** Both periods as arguments of time, moved together where the data end before the later one. */
async function periodWords(
  { collections }: MapInput,
  words: { readonly before: string; readonly after: string },
  area: Area | null,
  context: ToolContext,
): Promise<{ before: string; after: string; notice: string | null }> {
  const named = collections?.find((each) => each !== simulationsName);
  const collection = named ?? (await layerCollection("hotspots", context))?.id;
  if (collection === undefined) return { ...words, notice: null };
  const { before, after, notice } = await comparedPeriods(words, collection, area, context);
  const text = ({ start, end }: Interval) => `${start ?? ".."}/${end ?? ".."}`;
  return { before: text(before), after: text(after), notice };
}

/** The selection; null for simulations, and for a default collection that the service lacks. */
async function select(
  name: string,
  layer: LayerReading["layer"],
  input: Omit<SelectionInput, "collection">,
  context: ToolContext,
  {
    isNamed,
    isTimeless,
    options,
  }: { isNamed: boolean; isTimeless: boolean; options: SelectionOptions },
): Promise<Selection | null> {
  if (layer === simulationsName) return null;
  const { time, ...timeless } = input;
  const asked = isTimeless || time === undefined ? timeless : input;
  return isNamed || layer === null
    ? resolveSelection({ ...asked, collection: name }, context, options)
    : selectLayer(layer, asked, context, options);
}

/** Found by the service's perimeters, whatever else is drawn. */
function fireOf(
  fire: Parameters<typeof findFire>[0],
  interval: Interval | null,
  context: ToolContext,
) {
  return findFire(fire, null, interval && windowOf(interval), context);
}

/** The time of the map: where the data of its first layer ends before words, the newest such. */
async function intervalOf(
  { time, collections }: MapInput,
  area: Area | null,
  context: ToolContext,
): Promise<{ interval: Interval | null; timeNotice: string | null }> {
  if (time === undefined) return { interval: null, timeNotice: null };
  const now = context.now();
  const asked = await resolveTime(time, now, {
    zone: context.presentation.zone,
    hemisphere: hemisphereOf(area),
  });
  const name = collections?.find((each) => each !== simulationsName);
  const first =
    name === undefined
      ? await layerCollection("hotspots", context)
      : await (collections!.length > 1 ? ifAnswered : ifOffered)(
          collectionInfo(name, context),
          context,
        );
  if (!first) return { interval: asked, timeNotice: asked.reading ?? null };
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
