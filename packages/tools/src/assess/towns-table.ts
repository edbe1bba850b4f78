import type { Cell } from "../answer/cells.ts";
import { type Section, withoutEmptyColumns } from "../answer/sections.ts";
import { peopleWithin, type Town } from "../places/towns.ts";
import { round } from "../values/round.ts";
import type { Assessment } from "./assess.ts";

/** Distances in km for the sums of people. */
const sumsKm = [5, 10, 25];

/** The towns nearest to detections and perimeters. */
export function townsTable(
  towns: readonly Town[],
  { question }: Pick<Assessment, "question">,
): Section {
  const rows = towns
    .slice(0, question.towns.count)
    .map(({ place, detectionKm, perimeterKm }) => [
      place.name,
      place.lon,
      place.lat,
      place.population || null,
      kmCell(detectionKm),
      perimeterKm === 0 ? null : kmCell(perimeterKm),
      perimeterKm === 0 ? true : null,
    ]);
  const columns = ["town", "lon", "lat", "people", "detection_km", "perimeter_km", "inside"];
  return withoutEmptyColumns({ columns, rows });
}

/** Total population of all towns by distance. */
export function peopleByKm(towns: readonly Town[]): Record<string, number> {
  return Object.fromEntries(sumsKm.map((km) => [km, peopleWithin(towns, km)]));
}

/** To 0.1 km: the position of a town is a point in its middle. */
function kmCell(km: number | null): Cell {
  return km === null ? null : round(km, 1);
}
