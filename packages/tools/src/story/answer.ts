import { eachInTurns, type Pause } from "@emberline/turns";
import { z } from "zod";
import {
  completeMembers,
  completeness,
  madeUpNotice,
  newestMember,
  noticesMembers,
  noticesOf,
} from "../answer/envelope.ts";
import { assetsNotice, assetsTable, zonesTable } from "../answer/evacuation-tables.ts";
import { positionCells } from "../answer/layout.ts";
import {
  describedTables,
  type Section,
  Sections,
  withoutEmptyColumns,
} from "../answer/sections.ts";
import { simulationCell } from "../answer/simulation-rows.ts";
import type { ShortenableAnswer, ToolContext } from "../call/context.ts";
import { newestOf } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import type { Fire } from "../collection/fire.ts";
import { lackOf } from "../collection/layers.ts";
import { compassPoint } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { acreKm2 } from "../geometry/stated-area.ts";
import { gazetteerSource } from "../places/gazetteer.ts";
import { peopleWithin, usualTownKm } from "../places/towns.ts";
import { isMeasured } from "../reading/assets.ts";
import { zonesNotice } from "../reading/evacuation-zones.ts";
import { isComplete, tallyNotices } from "../reading/tally.ts";
import { nearestTo } from "../selection/position.ts";
import { spanText } from "../values/age.ts";
import { fallNotice } from "../values/falls.ts";
import { leftListNotice, leftListOf } from "../values/listed-until.ts";
import { round } from "../values/text-numbers.ts";
import { describeDetection } from "./detections.ts";
import { describeStep } from "./mappings.ts";
import { minPopulation, type Story } from "./story.ts";

const record = z.record(z.string(), z.unknown());
const count = z.number().int();

export const storyAnswer = z.object({
  fire: record.describe("name, id, state, year, report"),
  perimeter: record.describe("the newest: id, time, area_km2, containment_percent"),
  mappings: count,
  newest_detection: record.optional().describe("in or near it"),
  people_within_km: z.record(z.string(), count),
  tables: describedTables.describe(
    "detections (inside the newest perimeter, near its edge), growth (newest first), evacuation_zones, assets, towns (within 25 km of the edge), static_sources (inside), simulations",
  ),
  omitted: count,
  ...completeMembers,
  newest: newestMember,
  ...noticesMembers,
});

type Answer = z.input<typeof storyAnswer>;

const sumsWithinKm = [5, 10, 25];

/** The story as an answer; its parts are the rows of its tables. */
export async function toStoryAnswer(
  story: Story,
  context: ToolContext,
): Promise<ShortenableAnswer<Answer>> {
  const { fire, mappings, detections, towns, zones, assets } = story;
  const sections = new Sections(
    {
      detections: detections?.counts ?? { columns: [], rows: [] },
      growth: mappings ? withoutEmptyColumns(mappings.growth) : { columns: [], rows: [] },
      evacuation_zones: zonesTable(zones),
      towns: await townsTable(story, context.pause),
      assets: assetsTable(assets),
      static_sources: sourcesTable(story),
      simulations: simulationsTable(story, context.now()),
    },
    "detections",
  );
  const place = await describePlace(fire);
  const people = Object.fromEntries(sumsWithinKm.map((km) => [km, peopleWithin(towns, km)]));
  const collections = [
    ...[fire.collection, story.hotspots],
    ...[story.sources, zones].map((found) => found?.collection),
  ].flatMap((each) => each ?? []);
  const notices = noticesOn(story, context);
  const keep = (kept: number): Answer => {
    const left = sections.omittedNotice(kept);
    return {
      fire: { ...describe(story), ...(fire.isUnmapped && place) },
      perimeter: fire.isUnmapped ? {} : { ...describePerimeter(fire), ...place },
      mappings: mappings?.count ?? 0,
      ...(detections?.newest && { newest_detection: describeDetection(detections.newest) }),
      people_within_km: people,
      tables: sections.tables(kept),
      omitted: sections.parts - kept,
      ...completeness(isWhole(story), kept < sections.parts ? "max_tokens" : null),
      newest: newestOf(story.hotspots?.interval ?? null),
      ...noticesOf(
        context,
        collections.some(({ isSynthetic }) => isSynthetic),
        [
          madeUpNotice(
            (story.simulations ?? []).map(({ simulation }) => simulation),
            context,
          ),
          receivedNotice(collections, context.now()),
          ...collections.flatMap((collection) => collection.notices),
          ...notices,
          zonesNotice(zones),
          assetsNotice(assets),
          left && `${left} Raise max_tokens.`,
        ],
      ),
    };
  };
  return { parts: sections.parts, keep };
}

function describe({ fire, mappings, report }: Story): Record<string, unknown> {
  const day = (epochMs: number | null) =>
    epochMs === null ? null : new Date(epochMs).toISOString().slice(0, 10);
  return known({
    name: fire.name,
    id: fire.id,
    state: fire.state,
    year: fire.year,
    ...(mappings && {
      first_mapped: day(fire.firstMs),
      last_mapped: day(fire.lastMs),
      largest_km2: mappings.largestKm2,
      // From the last mapping of a day to that of the next mapped day.
      largest_day_step: describeStep(mappings.largestDay),
      largest_mapping_step: describeStep(mappings.largestMapping, true),
    }),
    report,
  });
}

function describePerimeter({ perimeter }: Fire): Record<string, unknown> {
  return known({
    id: perimeter.id,
    time: perimeter.time,
    area_km2: perimeter.areaKm2,
    ...statedMembers(perimeter),
    containment_percent: perimeter.containment,
    listed_until: leftListOf(perimeter.properties)?.until ?? null,
  });
}

/** A point in it, and the nearest place. */
async function describePlace({ perimeter }: Fire): Promise<Record<string, unknown>> {
  const middle = representativePoint(perimeter.geometry);
  if (!middle) return {};
  const [lon, lat] = middle;
  const nearest = await nearestTo(middle, perimeter.outline.bbox);
  return known({ lon: round(lon, 5), lat: round(lat, 5), ...nearest });
}

/** What agencies state of its size, and the computed area in the same unit; once in an answer. */
function statedMembers({ stated, areaKm2 }: Fire["perimeter"]): Record<string, unknown> {
  const names = Object.keys(stated);
  if (names.length === 0) return {};
  const isInAcres = names.some((name) => /acre/i.test(name)) && areaKm2 !== null;
  return { ...(isInAcres && { area_acres: round(areaKm2 / acreKm2, 1) }), agency_figures: stated };
}

function known(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function isWhole(story: Story): boolean {
  const { mappings, detections, sources, zones, assets, simulations, isEverySimulation } = story;
  const tallies = [...(mappings ? [mappings.tally] : []), detections?.tally, sources?.tally];
  return (
    tallies.every((tally) => tally != null && isComplete(tally)) &&
    (zones === null || isComplete(zones.tally)) &&
    (assets === null || isMeasured(assets)) &&
    simulations !== null &&
    isEverySimulation
  );
}

const dayMs = 86_400_000;
/** Beyond this age a perimeter is no longer the fire's present extent. */
const staleMs = 3 * dayMs;

function noticesOn(story: Story, { client, now }: ToolContext): (string | null)[] {
  const { fire, detections, mappings, sources, simulations, notices } = story;
  const { timeMs, properties } = fire.perimeter;
  const leftList = leftListOf(properties);
  const ageMs = timeMs === null ? 0 : now() - timeMs;
  return [
    ...notices,
    leftList && leftListNotice(leftList),
    ageMs > staleMs
      ? `The newest ${fire.isUnmapped ? "report" : "perimeter"} is ${spanText(ageMs)} old.`
      : null,
    mappings && mappings.growth.rows.length < mappings.count
      ? `Growth is by time: of several mappings of one ${fire.collection.isByDate ? "date" : "time"} the last counts.`
      : null,
    mappings && fallNotice(mappings.falls),
    detections ? null : `${lackOf("detections", client)}.`,
    sources ? null : `${lackOf("static heat sources", client)}.`,
    simulations ? null : `${lackOf("simulations", client)}.`,
    simulations?.length ? "Simulations are forecasts, not observations." : null,
    `Towns are those of ${gazetteerSource}, with at least ${minPopulation} people, within ${usualTownKm} km of the ${fire.isUnmapped ? "reported point" : "edge"}, by their centres: farther ones are not looked for.`,
    "Counts are of detections, not fires; no detection does not mean safe.",
    ...(mappings ? tallyNotices(mappings.tally) : []),
    ...(detections ? [...detections.notices, ...tallyNotices(detections.tally)] : []),
  ];
}

/** Towns near the perimeter, with the direction from its edge. */
async function townsTable({ fire, towns }: Story, pause: Pause): Promise<Section> {
  const { outline } = fire.perimeter;
  const rows: Section["rows"][number][] = [];
  await eachInTurns(towns, pause, ({ place: { name, lon, lat, population }, perimeterKm }) => {
    const isInside = perimeterKm === 0;
    const direction = () => compassPoint(outline.bearingFrom([lon, lat]).bearingDeg + 180);
    const edge = isInside ? [null, null, true] : [round(perimeterKm!, 1), direction(), null];
    rows.push([name, lon, lat, population || null, ...edge]);
  });
  const columns = ["town", "lon", "lat", "people", "edge_km", "direction_from_edge", "inside"];
  return withoutEmptyColumns({ columns, rows });
}

/** Static heat sources inside the perimeter. */
function sourcesTable({ sources }: Story): Section {
  const rows = (sources?.inside ?? []).map(({ id, name, category, geometry }) => [
    id,
    name,
    category,
    ...positionCells(geometry),
  ]);
  return withoutEmptyColumns({ columns: ["id", "name", "category", "lon", "lat"], rows });
}

const shownOfSimulation = [
  "id",
  "status",
  "created_at",
  "forecast_until",
  "lapsed",
  "burned_area_km2",
] as const;

/** Simulations of the fire, with how each was matched. */
function simulationsTable({ simulations }: Story, nowMs: number): Section {
  const rows = (simulations ?? []).map(({ simulation, link }) => {
    return [...shownOfSimulation.map((name) => simulationCell(simulation, name, nowMs)), link];
  });
  return withoutEmptyColumns({ columns: [...shownOfSimulation, "matched_by"], rows });
}
