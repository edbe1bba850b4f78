import { boxAround, printInstant } from "@emberline/geo";
import type { z } from "zod";
import { completeness, noticesOf } from "../answer/envelope.ts";
import { Sections, withoutEmptyColumns } from "../answer/sections.ts";
import type { ShortenableAnswer, ToolContext } from "../call/context.ts";
import { newestOf } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import { lackOf, nameOf, usualId } from "../collection/layers.ts";
import { compassPoint } from "../geometry/nearest.ts";
import { isExact } from "../reading/tally.ts";
import { quoted } from "../values/text.ts";
import { type Cell, round } from "../values/text-numbers.ts";
import { ageOf, type assessmentAnswer } from "./answer.ts";
import type { PlacesAssessment } from "./assess-places.ts";
import type { PlaceSituation } from "./place-situation.ts";

type Answer = z.input<typeof assessmentAnswer>;

const columns = [
  "place",
  "detections",
  "detection_km",
  "direction",
  "detected",
  "fire",
  "fire_km",
  "mapped",
  "zone",
  "zone_status",
  "zone_edited",
];

/** A row for each of several places, the nearest to a detection or fire first. */
export function toPlacesAnswer(
  assessment: PlacesAssessment,
  context: ToolContext,
): ShortenableAnswer<Answer> {
  const { question, asked, radiusKm, readings, matched } = assessment;
  const situations = [...assessment.situations].sort(
    // Infinity minus itself is no number.
    (a, b) => (a.nearestKm === b.nearestKm ? 0 : a.nearestKm - b.nearestKm),
  );
  const rows = situations.map(rowOf);
  const sections = new Sections({ places: withoutEmptyColumns({ columns, rows }) }, "places");
  const [hotspots] = readings.hotspots;
  const all = [...Object.values(readings).flat(), ...(asked.collection ? [asked] : [])];
  const collections = [
    ...new Map(all.flatMap(({ collection: each }) => (each ? [[each.id, each]] : []))).values(),
  ];
  const newest = newestOf(hotspots?.collection.interval ?? null);
  const own = [
    headlineOf(situations, radiusKm),
    ...asked.notices,
    ...question.notices,
    ...lacking(assessment, context),
    caution,
    zonesNotice(assessment),
    ...assessment.notices,
    asked.source && `Places are those of ${asked.source}.`,
  ];
  const keep = (kept: number): Answer => {
    const omitted = sections.parts - kept;
    return {
      selection: {
        collection: hotspots?.collection.id ?? usualId("hotspots"),
        area: { bbox: [...boxAround(situations.map(({ reach }) => reach))], radius_km: radiusKm },
        interval: [question.interval.start, question.interval.end],
        time_zone: question.zone,
        near_km: { place: radiusKm },
      },
      ...(hotspots && { matched }),
      matched_exact:
        readings.hotspots.length > 0 && readings.hotspots.every(({ tally }) => isExact(tally)),
      tables: sections.tables(kept),
      omitted,
      ...completeness(assessment.isWhole, omitted > 0 ? "max_tokens" : null),
      newest,
      ...ageOf(newest, context.now()),
      ...noticesOf(
        context,
        collections.some(({ isSynthetic }) => isSynthetic),
        [
          ...own,
          receivedNotice(collections, context.now()),
          ...collections.flatMap(({ notices }) => notices),
          omitted > 0
            ? `Places left out: ${omitted}, the farthest from a detection or fire. Raise max_tokens.`
            : null,
        ],
      ),
    };
  };
  return { parts: sections.parts, keep };
}

function rowOf({ place, detections, detection, fire, zones }: PlaceSituation): Cell[] {
  const [zone] = zones;
  return [
    place.name,
    detections,
    detection && round(detection.km, 3),
    detection?.bearingDeg == null ? null : compassPoint(detection.bearingDeg),
    detection && printInstant(detection.timeMs),
    fire && (fire.name ?? fire.id),
    fire && round(fire.km, 3),
    fire && (fire.mapped ?? "not mapped"),
    zone ? (zone.name ?? zone.id) : null,
    zone ? (zone.status ?? zone.level) : null,
    zone?.time ?? null,
  ];
}

/** How many places have something near, and the nearest of all. */
function headlineOf([first, ...others]: readonly PlaceSituation[], radiusKm: number): string {
  const all = [first!, ...others];
  const near = all.filter(({ nearestKm }) => Number.isFinite(nearestKm));
  const what = `a detection or fire within ${radiusKm} km`;
  const zoned = all.filter(({ zones }) => zones.length > 0).length;
  const inZones = zoned === 0 ? "" : ` In or at an evacuation zone: ${zoned}.`;
  if (near.length === 0) return `None of ${placesText(all.length)} has ${what}.${inZones}`;
  const { place, fire, detection, nearestKm } = first!;
  const name = fire?.name ? `the fire ${quoted(fire.name, 60)}` : "a fire";
  const nearest = fire?.km === nearestKm ? name : "a detection";
  const direction =
    fire?.km === nearestKm || detection?.bearingDeg == null
      ? ""
      : ` ${compassPoint(detection.bearingDeg)}`;
  const where = nearestKm === 0 ? "which is in or at it" : `${round(nearestKm, 1)} km${direction}`;
  return `${near.length} of ${placesText(all.length)} ${near.length === 1 ? "has" : "have"} ${what}; the nearest is ${quoted(place.name, 80)}: ${nearest}, ${where}.${inZones}`;
}

function placesText(count: number): string {
  return count === 1 ? "1 place" : `${count} places`;
}

const caution =
  "Each row has what is nearest within the radius: detections are warm pixels, not fires; a fire is measured to its newest outline (0 km: inside), or, not mapped, to a circle of its reported size. An empty cell does not mean safe.";

/** Never that a place without a zone is safe. */
function zonesNotice({ readings, situations }: PlacesAssessment): string | null {
  if (readings.zones.length === 0) return null;
  const several = situations.filter(({ zones }) => zones.length > 1).length;
  const more =
    several === 0 ? "" : ` Of several zones at a place the gravest is shown (${several} places).`;
  return `Evacuation zones are those that contain or touch a place, as last read: orders may be newer, and the sources do not cover every place, so no zone does not mean safe.${more}`;
}

function lacking({ readings }: PlacesAssessment, { client }: ToolContext): string[] {
  return (["hotspots", "perimeters"] as const)
    .filter((layer) => readings[layer].length === 0)
    .map((layer) => `${lackOf(nameOf(layer, client), client)}.`);
}
