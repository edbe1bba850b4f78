import { type Box, bboxOf, boxAround } from "@emberline/geo";
import { eachInTurns, finishInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered } from "../call/if-answered.ts";
import { ToolError } from "../call/tool-error.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { otherCollection } from "../collection/other-collection.ts";
import { widenBox } from "../geometry/box.ts";
import { Outline } from "../geometry/outline.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { kmBetween } from "../reading/assets.ts";
import { isListed, toZone } from "../reading/evacuation-zones.ts";
import { readAll } from "../reading/read-all.ts";
import { isComplete, type Tally, tallyNotices } from "../reading/tally.ts";
import { defaultRadiusKm } from "../selection/area.ts";
import { apartFromPlace } from "../selection/covered-place.ts";
import { resolveSelection, selectLayer } from "../selection/selection.ts";
import { idOf } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import type { AskedPlaces } from "./asked-places.ts";
import { atItsEnd } from "./covered.ts";
import { Fires } from "./fires.ts";
import { readIncidents } from "./incidents.ts";
import { findMappedFires } from "./mapped-fires.ts";
import { groupsOf, type PlaceGroup, PlaceSituation } from "./place-situation.ts";
import {
  type AssessInput,
  perimetersSince,
  type Question,
  resolveQuestion,
  timeOf,
} from "./question.ts";
import { type MappedFire, readFires } from "./read-fires.ts";
import { newestFirst } from "./snapshots.ts";

/** What was read of a kind of features around a group of places. */
interface Reading {
  readonly collection: CollectionInfo;
  readonly tally: Tally;
  /** That no source covers its area, of what only some places have. */
  readonly outside?: readonly string[];
}

const kinds = ["hotspots", "perimeters", "incidents", "zones"] as const;

export interface PlacesAssessment {
  readonly question: Question;
  readonly asked: AskedPlaces;
  readonly radiusKm: number;
  readonly situations: readonly PlaceSituation[];
  /** Detections within the radius of any of the places. */
  readonly matched: number;
  readonly readings: Readonly<Record<(typeof kinds)[number], readonly Reading[]>>;
  /** Whether all that was asked was read. */
  readonly isWhole: boolean;
  readonly notices: readonly string[];
}

/**
 * What is nearest to each of several places. Places near each other are read together; of the
 * features that are read only the nearest are kept.
 */
export async function assessPlaces(
  asked: AskedPlaces,
  { radius_km: radiusKm = defaultRadiusKm, ...input }: AssessInput,
  context: ToolContext,
): Promise<PlacesAssessment> {
  const situations = asked.places.map((place) => new PlaceSituation(place, radiusKm));
  const bbox = boxAround(situations.map(({ reach }) => reach));
  const question = await resolveQuestion(input, context, { kind: "box", bbox });
  const readings: Record<(typeof kinds)[number], Reading[]> = {
    hotspots: [],
    perimeters: [],
    incidents: [],
    zones: [],
  };
  let [matched, isWhole] = [0, asked.isWhole];
  for (const group of groupsOf(situations)) {
    const ofGroup = { ...question, area: { kind: "box" as const, bbox: group.box } };
    const [detections, fires, zones] = await Promise.all([
      readDetections(group, ofGroup, context),
      readOutlines(group, ofGroup, context),
      readZones(group, ofGroup, context),
    ]);
    if (!detections && !fires && !context.client.services)
      throw new ToolError(
        "not_found",
        "The service offers neither hotspots nor perimeters, so there is nothing to assess fires by: query_features answers on its own collections.",
      );
    const incidents = await readReports(group, ofGroup, fires?.fires ?? [], context);
    matched += detections?.matched ?? 0;
    isWhole &&= detections !== null && fires?.isWhole === true;
    if (detections) readings.hotspots.push(detections);
    if (fires) readings.perimeters.push(fires);
    if (incidents) readings.incidents.push(incidents);
    if (zones) readings.zones.push(zones);
  }
  const all = kinds.flatMap((kind) => readings[kind]);
  const tallies = all.map(({ tally }) => tally);
  const outside = all.flatMap((reading) => reading.outside ?? []);
  return {
    ...{ question, asked, radiusKm, situations, matched, readings },
    isWhole: isWhole && tallies.every(isComplete),
    notices: [...new Set([...tallies.flatMap((tally) => tallyNotices(tally)), ...outside])],
  };
}

async function readDetections(
  group: PlaceGroup,
  { area, interval }: Question,
  context: ToolContext,
): Promise<(Reading & { readonly matched: number }) | null> {
  const options = { area, latestPerFire: false };
  const selection = await selectLayer("hotspots", timeOf(interval), context, options);
  if (!selection) return null;
  const { collection } = selection;
  let [matched, withoutTime] = [0, 0];
  const reading = readAll(selection, context, ({ feature }) => {
    const { geometry, properties } = feature;
    const timeMs = timeMsOf(properties, rolesOf(properties, collection));
    const position = geometry && representativePoint(geometry);
    if (!position) return;
    const near = group.near([...position, ...position] as unknown as Box);
    const seen = near.flatMap((situation) => {
      const found = situation.seeing(position);
      return found ? [{ situation, found }] : [];
    });
    if (seen.length === 0) return;
    if (timeMs === null) {
      withoutTime++;
      return;
    }
    if (group.counts(position)) matched++;
    for (const { situation, found } of seen)
      situation.addDetection({ ...found, id: idOf(feature), timeMs });
  });
  const tally = await ifAnswered(reading, context);
  if (tally) tally.noTime += withoutTime;
  return tally && { collection, tally, matched };
}

/** The newest outline of each fire, as in the assessment of one place. */
async function readOutlines(
  group: PlaceGroup,
  { area, interval }: Question,
  context: ToolContext,
): Promise<
  (Reading & { readonly isWhole: boolean; readonly fires: readonly MappedFire[] }) | null
> {
  const options = { area, latestPerFire: false };
  const dated = await selectLayer("perimeters", perimetersSince(interval.start), context, options);
  if (!dated) return null;
  const { collection } = dated;
  const { pause } = context;
  const selection = await atItsEnd(dated, interval, context);
  const reading = await ifAnswered(readFires(selection, interval.end, context), context);
  if (!reading) return null;
  const newest = reading.fires.map((fire) => fire.newest).sort(newestFirst);
  const names = new Fires(reading.fires, await findMappedFires(newest, pause));
  let rank = 0;
  await eachInTurns(newest, pause, async (snapshot) => {
    const { outline, id, time, isEstimate } = snapshot;
    const near = outline.bbox ? group.near(outline.bbox) : [];
    if (near.length === 0) return;
    await finishInTurns(outline.prepareSteps(), pause);
    // Of those around a place a mapped one comes before an estimate, then the newest.
    rank++;
    await eachInTurns(near, pause, async (situation) => {
      const km = await kmBetween(situation.place.geometry, outline, pause);
      const order = isEstimate ? newest.length + rank : rank;
      situation.addFire({ name: names.nameOf(snapshot), id, km, mapped: time, rank: order });
    });
  });
  return { collection, ...reading };
}

/** Fires that are reported, and that nobody has mapped; planned ones are not among them. */
async function readReports(
  group: PlaceGroup,
  question: Question,
  fires: readonly MappedFire[],
  context: ToolContext,
): Promise<Reading | null> {
  const found = await ifAnswered(readIncidents(question, fires, context), context);
  if (!found) return null;
  const { incidents, ...reading } = found;
  const unmapped = incidents.filter((each) => each.mappedAs === null && !each.isPrescribed);
  await eachInTurns(unmapped, context.pause, async ({ id, name, geometry, bbox, radiusKm }) => {
    const origin = new Outline(geometry);
    await eachInTurns(group.near(widenBox(bbox, radiusKm)), context.pause, async (situation) => {
      const originKm = await kmBetween(situation.place.geometry, origin, context.pause);
      const km = Math.max(0, originKm - radiusKm);
      situation.addFire({ name, id, km, mapped: null, rank: Number.POSITIVE_INFINITY });
    });
  });
  return reading;
}

async function readZones(
  group: PlaceGroup,
  { area }: Question,
  context: ToolContext,
): Promise<Reading | null> {
  const collection = await otherCollection("evacuationZones", context);
  if (!collection) return null;
  const options = { area, latestPerFire: false };
  const { selection, outside } = await apartFromPlace(
    await resolveSelection({ collection: collection.id }, context, options),
    context,
  );
  const reading = readAll(selection, context, async (hit) => {
    const { geometry } = hit.feature;
    const box = geometry && bboxOf(geometry);
    const near = box ? group.near(box) : [];
    if (!geometry || near.length === 0 || !isListed(hit)) return;
    const outline = new Outline(geometry);
    await finishInTurns(outline.prepareSteps(), context.pause);
    await eachInTurns(near, context.pause, async (situation) => {
      const km = await kmBetween(situation.place.geometry, outline, context.pause);
      if (km === 0) situation.addZone(toZone(hit, collection));
    });
  });
  const tally = await ifAnswered(reading, context);
  return tally && { collection, tally, outside };
}
