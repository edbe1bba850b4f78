import { polygonsOf, printInstant } from "@emberline/geo";
import { bearingCells, bearingColumns, positionCells } from "../answer/layout.ts";
import { type Section, withoutEmptyColumns } from "../answer/sections.ts";
import { simulationCell } from "../answer/simulation-rows.ts";
import { Outlines, type OutlinesContext } from "../geometry/outlines.ts";
import type { NearSource, StaticSource as Source } from "../reading/static-sources.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";
import type { Assessment } from "./assess.ts";
import { type Fires, labels } from "./fires.ts";
import { compareBearings, type FoundPerimeter } from "./found-perimeters.ts";
import type { Incident } from "./incidents.ts";
import type { Snapshot } from "./snapshots.ts";
import type { StaticSource } from "./static-sources.ts";

/** At most this many static sources without detections, for orientation. */
const idleSources = 3;

/** The nearest detection of each label. `of`: its fire or source; `of_km`: the distance to it. */
export function nearestTable({ situation, fires }: Assessment): Section {
  const rows = labels.flatMap((label) => {
    const found = situation.nearest.get(label);
    if (!found) return [];
    const { seen, perimeter, source, incident } = found;
    return [
      [
        label,
        seen.id,
        printInstant(seen.timeMs),
        round(seen.position[0], 5),
        round(seen.position[1], 5),
        ...bearingCells(seen.bearing),
        seen.frpMw === null ? null : round(seen.frpMw, 1),
        seen.halfPixelKm === null ? null : round(seen.halfPixelKm, 2),
        perimeter ? fireOf(perimeter.snapshot, fires) : nameOfSource(source ?? incident),
        roundKm((perimeter ?? source ?? incident)?.distanceKm),
      ],
    ];
  });
  const columns = [
    "label",
    "id",
    "time",
    "lon",
    "lat",
    ...bearingColumns,
    "frp_mw",
    "position_uncertainty_km",
    "of",
    "of_km",
  ];
  return withoutEmptyColumns({ columns, rows });
}

function nameOfSource(found: NearSource | null): string | null {
  return found && (found.source.name ?? found.source.id);
}

/** The fire as a text; of an estimate with the name of a mapped fire, its kind too. */
function fireOf(snapshot: Snapshot, fires: Fires): string | null {
  const name = fires.nameOf(snapshot);
  return snapshot.name === null && name !== null
    ? `${name} (${snapshot.kind})`
    : (name ?? snapshot.id);
}

/** Perimeters as rows; areas are measured on demand. */
export interface PerimetersSection extends Section {
  measure(count: number): Promise<void>;
}

/** The perimeters as rows. */
export function perimetersTable(
  found: readonly FoundPerimeter[],
  fires: Fires,
  context: OutlinesContext,
): PerimetersSection {
  const kinds = new Set(found.map(({ snapshot }) => snapshot.kind));
  const rows = found.map(({ snapshot, counts, bearing }): Cell[] => {
    const { id, time, kind, outline } = snapshot;
    return [
      fires.nameOf(snapshot),
      id,
      kinds.size > 1 ? kind : null,
      time,
      ...bearingCells(bearing, outline.isAreal),
      outline.isAreal ? unmeasured : null,
      counts?.inside ?? 0,
      counts?.near ?? 0,
      snapshot.leftList?.until ?? null,
    ];
  });
  const columns = [
    "fire",
    "id",
    "kind",
    "time",
    ...bearingColumns,
    "area_km2",
    "hotspots_inside",
    "hotspots_near",
    "listed_until",
  ];
  const section = withoutEmptyColumns({ columns, rows });
  const at = section.columns.indexOf("area_km2");
  const outlines = new Outlines(context);
  let measured = 0;
  const measure = async (count: number) => {
    const areas = found.slice(measured, count).map(({ snapshot: { outline } }) => outline.geometry);
    await outlines.measure(areas);
    for (const area of areas) {
      const areaKm2 = outlines.areaKm2(area);
      if (at !== -1) section.rows[measured]![at] = areaKm2 === null ? null : round(areaKm2, 4);
      measured++;
    }
  };
  return { ...section, measure };
}

/** Placeholder until the area is measured. */
const unmeasured = "";

/** Static sources near detections, then the nearest others; with the total in the area. */
export function sourcesTable({ sources, situation }: Assessment) {
  const hotspotsNear = (source: StaticSource) => situation.bySource.get(source) ?? 0;
  const byDistance = [...sources].sort(
    (a, b) => compareBearings(a, b) || hotspotsNear(b) - hotspotsNear(a) || compareNames(a, b),
  );
  const inRadius = byDistance.filter(({ isInArea }) => isInArea);
  const explaining = byDistance.filter((source) => situation.bySource.has(source));
  const others = inRadius.filter((source) => !situation.bySource.has(source));
  const rows = [...explaining, ...others.slice(0, idleSources)].map((source) => [
    source.id,
    source.name,
    source.category,
    ...positionCells(source.geometry),
    ...bearingCells(source.bearing, polygonsOf(source.geometry).length > 0),
    hotspotsNear(source),
  ]);
  const columns = ["id", "name", "category", "lon", "lat", ...bearingColumns, "hotspots"];
  return { section: withoutEmptyColumns({ columns, rows }), withinRadius: inRadius.length };
}

/** Incidents in the area, and those near detections: these first, then the nearest. */
export function incidentsTable({ reported, situation }: Assessment): Section {
  const hotspotsNear = (each: Incident) => situation.byIncident.get(each) ?? 0;
  const rows = (reported?.incidents ?? [])
    .filter((each) => each.isInArea || hotspotsNear(each) > 0)
    .sort(
      (a, b) => compareBearings(a, b) || hotspotsNear(b) - hotspotsNear(a) || compareNames(a, b),
    )
    .map((each) => [
      each.id,
      each.name,
      ...shownOfReport.map((name) => each.report[name] ?? null),
      each.mappedAs !== null,
      ...positionCells(each.geometry),
      ...bearingCells(each.bearing),
      hotspotsNear(each) || null,
    ]);
  const columns = ["id", "name", ...shownOfReport, "mapped", "lon", "lat", ...bearingColumns];
  return withoutEmptyColumns({ columns: [...columns, "hotspots_near"], rows });
}

const shownOfReport = [
  "incident_type",
  "status",
  "size_acres",
  "containment_percent",
  "discovered_at",
  "reported_at",
  "listed_until",
] as const;

function compareNames(a: Source, b: Source): number {
  return (a.name ?? "") < (b.name ?? "") ? -1 : 1;
}

const shownOfSimulation = [
  "id",
  "status",
  "fire_name",
  "location",
  "created_at",
  "forecast_until",
  "lapsed",
  "burned_area_km2",
] as const;

/** Simulations near the place, newest first. */
export function simulationsTable({ simulations }: Assessment, nowMs: number): Section {
  const rows = (simulations ?? []).map(({ simulation, bearing }) => {
    const shown = shownOfSimulation.map((column) => simulationCell(simulation, column, nowMs));
    return [...shown, ...bearingCells(bearing)];
  });
  const columns = [...shownOfSimulation, ...bearingColumns];
  return withoutEmptyColumns({ columns, rows });
}

/** Counts for each day with detections, newest day first. */
export function daysTable({ situation: { byDay, counts } }: Assessment): Section {
  const present = labels.filter((label) => counts[label] > 0);
  // With a single label, its column would repeat the total.
  const apart = present.length > 1 ? present : [];
  const rows = [...byDay]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => [
      day,
      present.reduce((sum, label) => sum + ofDay[label], 0),
      ...apart.map((label) => ofDay[label]),
    ]);
  return { columns: ["day", "hotspots", ...apart], rows };
}

/** Null inside, which the label says. */
function roundKm(km: number | undefined): number | null {
  return km === undefined || km === 0 ? null : round(km, 3);
}
