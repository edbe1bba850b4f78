import type { Assets } from "../reading/assets.ts";
import type { EvacuationZones } from "../reading/evacuation-zones.ts";
import { type Cell, round } from "../values/text-numbers.ts";
import { bearingCells, bearingColumns, positionCells } from "./layout.ts";
import { type Section, withoutEmptyColumns } from "./sections.ts";

/** Evacuation zones: the gravest first, each with the time of its last edit. */
export function zonesTable(found: EvacuationZones | null): Section {
  const rows = (found?.zones ?? []).map(
    ({ id, name, status, level, county, source, time, bearing }): Cell[] => [
      id,
      name,
      status,
      level,
      county,
      source,
      time,
      ...bearingCells(bearing, true),
    ],
  );
  const columns = ["id", "name", "status", "level", "county", "source", "time", ...bearingColumns];
  return withoutEmptyColumns({ columns, rows });
}

/** Assets by their distances to the nearest detection and outline; 0.1 km, `inside` an outline. */
export function assetsTable(found: Assets | null): Section {
  const rows = (found?.assets ?? []).map(
    ({ id, name, category, geometry, detectionKm, perimeterKm }): Cell[] => [
      id,
      name,
      category,
      ...positionCells(geometry),
      detectionKm === null ? null : round(detectionKm, 1),
      perimeterKm === null || perimeterKm === 0 ? null : round(perimeterKm, 1),
      perimeterKm === 0 ? true : null,
    ],
  );
  const columns = ["id", "asset", "category", "lon", "lat", "detection_km", "perimeter_km"];
  return withoutEmptyColumns({ columns: [...columns, "inside"], rows });
}

/** That only some assets are measured. */
export function assetsNotice(found: Assets | null): string | null {
  if (!found || found.count <= found.assets.length) return null;
  return `Of ${found.count} assets in the area ${found.assets.length} are measured: use a smaller area.`;
}
