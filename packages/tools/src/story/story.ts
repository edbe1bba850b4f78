import type { Simulation } from "@emberline/core";
import { type Geometry, parseTimeMs } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { type Fire, type SimulationLink, simulationsOf } from "../collection/fire.ts";
import { layerCollection } from "../collection/layer-collection.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { reportOf } from "../collection/reports.ts";
import { type Town, townsNear, usualTownKm } from "../places/towns.ts";
import { type Assets, readAssets } from "../reading/assets.ts";
import { type EvacuationZones, readEvacuationZones } from "../reading/evacuation-zones.ts";
import { readAll } from "../reading/read-all.ts";
import { forecastsMeeting, sayUnread } from "../reading/simulations.ts";
import type { Tally } from "../reading/tally.ts";
import type { Area } from "../selection/area.ts";
import { dataEnds, withinData } from "../selection/data-end.ts";
import { areaAround, findFire, fireRegion } from "../selection/fire-scope.ts";
import { lengthOf, resolveTime } from "../selection/interval.ts";
import { incidentOf, unmappedRadiusKm } from "../selection/reported-fire.ts";
import { selectLayer, windowOf } from "../selection/selection.ts";
import { dayMs } from "../values/calendar.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { cleanText } from "../values/text.ts";
import { type Detections, type Period, readDetections } from "./detections.ts";
import { type Mappings, readMappings } from "./mappings.ts";

interface StoryInput {
  readonly fire: string;
  readonly near?: string | undefined;
  readonly time?: string | undefined;
  readonly radius_km?: number | undefined;
}

/** Everything known about one fire; members are null if the service does not offer them. */
export interface Story {
  readonly fire: Fire;
  /** What its agency reports of it; null without a report. */
  readonly report: ReturnType<typeof reportOf> | null;
  readonly radiusKm: number;
  /** Null of a fire that nobody has mapped. */
  readonly mappings: Mappings | null;
  readonly hotspots: CollectionInfo | null;
  readonly detections: Detections | null;
  readonly towns: readonly Town[];
  readonly sources: {
    readonly collection: CollectionInfo;
    readonly tally: Tally;
    readonly inside: readonly Source[];
  } | null;
  /** Those that touch the fire, or the surroundings of its edge. */
  readonly zones: EvacuationZones | null;
  readonly assets: Assets | null;
  readonly simulations: readonly LinkedSimulation[] | null;
  /** False if one of several services did not answer for its simulations. */
  readonly isEverySimulation: boolean;
  readonly notices: readonly string[];
}

interface Source {
  readonly id: string | null;
  readonly name: string | null;
  readonly category: string | null;
  readonly geometry: Geometry | null;
}

interface LinkedSimulation {
  readonly simulation: Simulation;
  readonly link: SimulationLink;
}

const defaultRadiusKm = 5;
/** People would not name smaller places as towns. */
export const minPopulation = 500;

/**
 * Reads everything known about the fire that a text names.
 *
 * @throws {ToolError} when several fires have the name (`invalid_input`) or none (`not_found`)
 */
export async function readStory(input: StoryInput, context: ToolContext): Promise<Story> {
  const window =
    input.time === undefined
      ? null
      : windowOf(await resolveTime(input.time, context.now(), context.presentation));
  const { fire, notices } = await findFire(input, null, window, context);
  const radiusKm = input.radius_km ?? (fire.isUnmapped ? unmappedRadiusKm(fire) : defaultRadiusKm);
  const hotspots = await layerCollection("hotspots", context);
  const periods = await periodsOf(
    fire,
    input.time,
    hotspots?.interval?.[1],
    context.now(),
    context.presentation,
  );
  const region = await fireRegion(fire, context.pause);
  const around = areaAround(fire, region, radiusKm);
  let isEverySimulation = true;
  const within = areaAround(fire, region, fire.isUnmapped && radiusKm);
  const perimeters = [fire.perimeter.outline];
  const [report, mappings, detections, towns, sources, zones, assets, simulations] =
    await Promise.all([
      ifAnswered(readReport(fire, context), context),
      fire.isUnmapped ? null : readMappings(fire, context),
      hotspots &&
        ifAnswered(readDetections(fire, hotspots, periods.all, around, radiusKm, context), context),
      townsNear(
        {
          detections: [],
          perimeters,
          minPopulation,
          maxKm: usualTownKm,
        },
        context.pause,
      ),
      ifAnswered(readSources(within, context), context),
      ifAnswered(readEvacuationZones(around, context), context),
      ifAnswered(readAssets(around, { detections: () => [], perimeters }, context), context),
      ifAnswered(
        readSimulations(fire, radiusKm, context, () => {
          isEverySimulation = false;
        }),
        context,
      ),
    ]);
  return {
    fire,
    report,
    radiusKm,
    mappings,
    hotspots,
    detections,
    towns,
    sources,
    zones,
    assets,
    simulations,
    isEverySimulation,
    notices: [...notices, ...periods.notices],
  };
}

async function readReport(fire: Fire, context: ToolContext): Promise<Story["report"]> {
  if (fire.isUnmapped) return reportOf(fire.perimeter.properties);
  const incidents = await otherCollection("incidents", context);
  const incident = incidents && (await incidentOf(fire, incidents, context));
  return incident && reportOf(incident.perimeter.properties);
}

/** Static heat sources inside the newest perimeter, or near the reported point. */
async function readSources(area: Area, context: ToolContext): Promise<Story["sources"]> {
  const selection = await selectLayer("staticSources", {}, context, { area, latestPerFire: false });
  if (!selection) return null;
  const { collection } = selection;
  const inside: Source[] = [];
  const text = (value: unknown) => (typeof value === "string" ? cleanText(value, 60) : null);
  const tally = await ifAnswered(
    readAll(selection, context, ({ feature }) => {
      const { properties, geometry } = feature;
      inside.push({
        id: idOf(feature),
        name: text(properties?.name),
        category: text(ownProperty(properties, collection.roles.category)),
        geometry,
      });
    }),
    context,
  );
  return tally && { collection, tally, inside };
}

const always = { start: null, end: null };

async function readSimulations(
  fire: Fire,
  radiusKm: number,
  context: ToolContext,
  onPartial: () => void,
): Promise<LinkedSimulation[]> {
  const linkOf = simulationsOf(fire, radiusKm);
  const linked: LinkedSimulation[] = [];
  let unread = 0;
  const options = { onPartial, isByPlace: false };
  for await (const simulation of forecastsMeeting(always, context, options)) {
    const link = linkOf(simulation);
    if (link) linked.push({ simulation, link });
    else if (link === undefined) unread++;
  }
  sayUnread(unread, context, onPartial);
  return linked;
}

interface Periods {
  readonly all: readonly Period[];
  readonly notices: readonly string[];
}

/**
 * The periods in which detections are counted: the recent one, an equally long one before it, and
 * the fire's time.
 *
 * @param newest the newest detection of the collection; nothing later is counted
 */
async function periodsOf(
  { time }: Fire,
  words: string | undefined,
  newest: string | null | undefined,
  nowMs: number,
  zones: { readonly zone: string },
): Promise<Periods> {
  const untilMs = Math.min(nowMs, parseTimeMs(newest ?? "") ?? nowMs);
  const asked =
    words === undefined ? null : withinData(await resolveTime(words, nowMs, zones), newest, nowMs);
  const ends = newest && nowMs - untilMs > dayMs ? `${dataEnds(newest, nowMs)}.` : null;
  const notice = asked ? asked.notice : ends;
  // Without a requested time, the recent period ends with the data.
  const { startMs, endMs } = asked
    ? windowOf(asked.interval)
    : { startMs: untilMs - dayMs, endMs: untilMs };
  const [fromMs, toMs] = [startMs, Math.min(endMs, Math.max(untilMs, startMs))];
  const all: Period[] = [];
  if (Number.isFinite(fromMs)) {
    const lengthMs = lengthOf(fromMs, toMs);
    all.push({ name: words ?? "newest 24 h of data", startMs: fromMs, endMs: toMs });
    all.push({ name: "as long before", startMs: fromMs - lengthMs, endMs: fromMs - 1 });
  } else all.push({ name: words ?? "all", startMs: 0, endMs: toMs });
  const hasBegun = time.isKnown && time.startMs <= untilMs;
  if (hasBegun) {
    const end = Math.min(untilMs, time.endMs);
    all.push({ name: "the fire's time", startMs: time.startMs, endMs: end });
  }
  return {
    all,
    notices: [
      ...(notice === null ? [] : [notice]),
      ...(time.isKnown && !hasBegun
        ? ["The detections of the service end before the fire's time."]
        : []),
    ],
  };
}
