import type { Simulation } from "@emberline/core";
import { eachInTurns, finishInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { ToolError } from "../call/tool-error.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { fireTimeRule } from "../collection/fire-time.ts";
import { type Layer, lackOf, nameOf } from "../collection/layers.ts";
import type { Bearing } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import {
  type EvacuationZones,
  readEvacuationZones,
  zonesNotice,
} from "../reading/evacuation-zones.ts";
import type { Hit } from "../reading/match.ts";
import { readAll } from "../reading/read-all.ts";
import { forecastsMeeting } from "../reading/simulations.ts";
import { SourceIndex } from "../reading/static-sources.ts";
import { isComplete, type Tally, tallyNotices } from "../reading/tally.ts";
import { type Area, placeIn } from "../selection/area.ts";
import type { Interval } from "../selection/interval.ts";
import { type Selection, selectLayer } from "../selection/selection.ts";
import { calendarOf } from "../values/calendar.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { atItsEnd, type LayerReading, unknownOf } from "./covered.ts";
import { Fires, labelOf } from "./fires.ts";
import { type Incidents, incidentsNotice, readIncidents } from "./incidents.ts";
import { findMappedFires } from "./mapped-fires.ts";
import { type Question, selectionsFor } from "./question.ts";
import { type Reached, reachedNotice, readReached } from "./reached.ts";
import { readFires } from "./read-fires.ts";
import { type Seen, Situation } from "./situation.ts";
import { type StaticSource, toStaticSource } from "./static-sources.ts";

const caution =
  "Counts are of detections: a detection is a warm pixel at an overpass, not a fire, and several satellites may see one fire. The lists of static sources are incomplete. No detection does not mean safe.";

/** Limits of the numbers, and data that could not be checked. */
export function assessmentNotices(
  assessment: Assessment,
  { client }: Pick<ToolContext, "client">,
): (string | null)[] {
  const lack = (layer: Layer) => lackOf(nameOf(layer, client), client);
  const { question, situation, fires, simulations, layers } = assessment;
  const { hotspots, perimeters, staticSources } = layers;
  return [
    ...question.notices,
    caution,
    reachedNotice(assessment.reached),
    missingOf(hotspots) && `${lack("hotspots")}: detections could not be checked.`,
    missingOf(perimeters) &&
      `${lack("perimeters")}: a detection in none of them may lie in a known fire.`,
    missingOf(staticSources) &&
      `${lack("staticSources")}: any detection may be industry or a volcano.`,
    simulations === null ? `${lackOf("simulations", client)}.` : null,
    ...(hotspots.selection && hotspots.tally ? tallyNotices(hotspots.tally) : []),
    ...assessment.unknown,
    partOf(perimeters, "Perimeters"),
    partOf(staticSources, "Static sources"),
    perimeters.tally && fires.isEmpty && situation.counts.no_known_source_or_perimeter > 0
      ? "No perimeter is known there at that time: new and known fires cannot be distinguished."
      : null,
    fires.withoutFire > 0
      ? `${fires.withoutFire} perimeters do not name their fire: each counts as a separate fire.`
      : null,
    fires.hasBothKinds
      ? "Some fires have both a mapped outline and an estimate, which is drawn around detections: a detection counts for the mapped outline if that is within near_km, else for the estimate."
      : null,
    perimeters.isWhole
      ? null
      : "Perimeters of these fires at other places and times could not be checked: the newest may lie elsewhere, and a fire may be older.",
    situation.untimely > 0
      ? `Detections inside a perimeter, but not in its fire's time (${fireTimeRule}): ${situation.untimely}, not counted for it.`
      : null,
    situation.nearBoth > 0
      ? `${situation.nearBoth} of the detections in or near perimeters are also near a static source.`
      : null,
    simulations?.length ? "Simulations are forecasts, not observations." : null,
    incidentsNotice(assessment),
    zonesNotice(assessment.zones),
  ].map((notice) => notice || null);
}

/** Whether everything requested could be read. */
export function isWhole(assessment: Assessment): boolean {
  const { layers, simulations, isEverySimulation, reported, zones } = assessment;
  const { hotspots, perimeters, staticSources } = layers;
  const wholly = ({ tally }: LayerReading) => tally !== null && isComplete(tally);
  return (
    [hotspots, perimeters, staticSources].every(wholly) &&
    [reported, zones].every((found) => found === null || isComplete(found.tally)) &&
    perimeters.isWhole &&
    simulations !== null &&
    isEverySimulation
  );
}

function missingOf({ tally }: LayerReading): boolean {
  return tally === null;
}

function partOf({ tally }: LayerReading, name: string): string | null {
  if (!tally || isComplete(tally)) return null;
  const why = [...(tally.uncovered ?? []), ...(tally.unheld ? [tally.unheld] : [])];
  if (why.length > 0) return why.join(" ");
  return `${name} could be read only in part (${tally.skipped} break RFC 7946): labels and distances may miss some.`;
}

export interface Assessment {
  readonly question: Question;
  readonly situation: Situation;
  readonly fires: Fires;
  readonly sources: readonly StaticSource[];
  /** Null if the service has no incidents. */
  readonly reported: Incidents | null;
  /** Null if the service has no evacuation zones. */
  readonly zones: EvacuationZones | null;
  readonly simulations: readonly NearbySimulation[] | null;
  /** Null if it is not known. */
  readonly reached: Reached | null;
  /** Why no detection matches, or what is not known of their sources and fires. */
  readonly unknown: readonly string[];
  /** False if one of several services did not answer for its simulations. */
  readonly isEverySimulation: boolean;
  readonly layers: {
    readonly hotspots: LayerReading;
    readonly perimeters: LayerReading & { readonly isWhole: boolean };
    readonly staticSources: LayerReading;
  };
}

/** Labels detections by perimeters and static sources; keeps only the nearest of each label. */
export async function assess(question: Question, context: ToolContext): Promise<Assessment> {
  const asked = selectionsFor(question);
  const select = (layer: Layer) => {
    const { area, ...input } = asked[layer];
    return selectLayer(layer, input, context, { area, latestPerFire: false });
  };
  let isEverySimulation = true;
  const [hotspots, dated, staticSources, simulations] = await Promise.all([
    select("hotspots"),
    select("perimeters"),
    select("staticSources"),
    readNearbySimulations(question.area, question.interval, context, () => {
      isEverySimulation = false;
    }),
  ]);
  if (!hotspots && !dated && !context.client.services)
    throw new ToolError(
      "not_found",
      "The service offers neither hotspots nor perimeters, so there is nothing to assess fires by: query_features answers on its own collections.",
    );
  const perimeters = dated && (await atItsEnd(dated, question.interval, context));
  const sources: StaticSource[] = [];
  const [fireReading, reached, zones, sourceTally] = await Promise.all([
    perimeters && ifAnswered(readFires(perimeters, question.interval.end, context), context),
    hotspots && ifAnswered(readReached(question, hotspots, context), context),
    ifAnswered(readEvacuationZones(question.area, context), context),
    readLayer(staticSources, context, async (hit, info) => {
      const source = await toStaticSource(hit, info, question.area, context.pause);
      if (source) sources.push(source);
    }),
  ]);
  const found = fireReading?.fires ?? [];
  const newest = found.map((fire) => fire.newest);
  const fires = new Fires(found, await findMappedFires(newest, context.pause));
  await eachInTurns(newest, context.pause, ({ outline }) =>
    finishInTurns(outline.prepareSteps(), context.pause),
  );
  const reported = await ifAnswered(readIncidents(question, found, context), context);
  const unmapped = reported?.incidents.filter(({ mappedAs }) => mappedAs === null) ?? [];
  const causes = { sources: new SourceIndex(sources), unmapped: new SourceIndex(unmapped) };
  const situation = new Situation(calendarOf(question.dateZone, "day"));
  let withoutTime = 0;
  const tally = await readLayer(hotspots, context, (hit, info) => {
    const seen = toSeen(hit, info);
    if (seen) situation.add(seen, labelOf(seen, fires, causes, question.thresholds));
    else withoutTime++;
  });
  if (tally) {
    tally.matched -= withoutTime;
    tally.noTime += withoutTime;
  }
  const layers = {
    hotspots: { selection: hotspots, tally },
    perimeters: {
      selection: perimeters,
      tally: fireReading?.tally ?? null,
      isWhole: fireReading?.isWhole ?? true,
    },
    staticSources: { selection: staticSources, tally: sourceTally },
  };
  const { likely_industrial: industrial, likely_volcanic: volcanic } = situation.counts;
  const without = [
    ...(industrial + volcanic + situation.nearBoth === 0 ? [layers.staticSources] : []),
    ...(fires.isEmpty ? [layers.perimeters] : []),
  ];
  return {
    question,
    situation,
    fires,
    sources,
    reported,
    zones,
    simulations,
    reached,
    unknown: await unknownOf(question.area, { hotspots: layers.hotspots, without }, context),
    isEverySimulation,
    layers,
  };
}

async function readLayer(
  selection: Selection | null,
  context: ToolContext,
  onHit: (hit: Hit, info: CollectionInfo) => void,
): Promise<Tally | null> {
  if (!selection) return null;
  return ifAnswered(
    readAll(selection, context, (hit) => onHit(hit, selection.collection)),
    context,
  );
}

/** Null for a detection without time, which cannot be compared with perimeters. */
function toSeen({ feature, bearing }: Hit, info: CollectionInfo): Seen | null {
  const { properties, geometry } = feature;
  const roles = rolesOf(properties, info);
  const timeMs = timeMsOf(properties, roles);
  const position = geometry && representativePoint(geometry);
  if (timeMs === null || !position) return null;
  const number = (role: "strength" | "pixel_size" | "pixel_track") => {
    const value = ownProperty(properties, roles[role]);
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  };
  const sides = [number("pixel_size"), number("pixel_track")].filter((side) => side !== null);
  return {
    id: idOf(feature),
    position,
    timeMs,
    bearing: bearing ?? null,
    frpMw: number("strength"),
    halfPixelKm: sides.length === 0 ? null : sides.reduce((most, side) => Math.max(most, side)) / 2,
  };
}

interface NearbySimulation {
  readonly simulation: Simulation;
  /** Distance and bearing from the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
}

/**
 * Simulations in the area whose forecast overlaps the interval, newest first; null if the service
 * does not offer simulations.
 */
async function readNearbySimulations(
  area: Area,
  interval: Interval,
  context: ToolContext,
  onPartial: () => void,
): Promise<NearbySimulation[] | null> {
  const read = async () => {
    const near: NearbySimulation[] = [];
    for await (const simulation of forecastsMeeting(interval, context, { onPartial })) {
      const { longitude, latitude } = simulation;
      const { isInside, bearing } = placeIn(area, {
        type: "Point",
        coordinates: [longitude, latitude],
      });
      if (isInside) near.push({ simulation, bearing });
    }
    return near;
  };
  return ifAnswered(read(), context);
}
