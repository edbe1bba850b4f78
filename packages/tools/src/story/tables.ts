import { eachInTurns, type Pause } from "@emberline/turns";
import { positionCells } from "../answer/cells.ts";
import { type Section, withoutEmptyColumns } from "../answer/sections.ts";
import { simulationCell } from "../answer/simulation-rows.ts";
import { compassPoint } from "../geometry/bearing.ts";
import { round } from "../values/round.ts";
import type { Story } from "./story.ts";

/** Towns near the perimeter, with the direction from its edge. */
export async function townsTable({ fire, towns }: Story, pause: Pause): Promise<Section> {
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
export function sourcesTable({ sources }: Story): Section {
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
export function simulationsTable({ simulations }: Story, nowMs: number): Section {
  const rows = (simulations ?? []).map(({ simulation, link }) => {
    return [...shownOfSimulation.map((name) => simulationCell(simulation, name, nowMs)), link];
  });
  return withoutEmptyColumns({ columns: [...shownOfSimulation, "matched_by"], rows });
}
