import type { Simulation } from "@emberline/core";
import { parseTimeMs, printInstant } from "@emberline/geo";
import type { LinkOf } from "../fires/simulations-of-fire.ts";
import { round } from "../values/round.ts";
import { cleanText } from "../values/text.ts";

export const simulationColumns = [
  "id",
  "status",
  "fire_name",
  "location",
  "lon",
  "lat",
  "created_at",
  "forecast_until",
  "lapsed",
  "burned_area_km2",
  "burned_area_hectares",
  "duration_hours",
  "ensemble_members",
  "model",
  "automatic",
  "error",
] as const;

/** One simulation as a row. `lapsed`: its forecast ended before `nowMs`. */
export function toSimulationRow(
  simulation: Simulation,
  nowMs: number,
): (string | number | boolean | null)[] {
  const until =
    (parseTimeMs(simulation.createdAt) ?? Number.NaN) + simulation.durationHours * 3_600_000;
  // Beyond 8.64e15 ms there are no dates (ECMA-262, 21.4.1.1).
  const isKnown = Math.abs(until) <= 8.64e15;
  const areaM2 = simulation.burnedAreaM2 ?? null;
  const text = (value: string | null | undefined) => (value == null ? null : cleanText(value, 120));
  return [
    text(simulation.id),
    text(simulation.status),
    text(simulation.fireName),
    text(simulation.locationName),
    round(simulation.longitude, 5),
    round(simulation.latitude, 5),
    text(simulation.createdAt),
    isKnown ? printInstant(until) : null,
    isKnown ? until < nowMs : null,
    areaM2 === null ? null : round(areaM2 / 1e6, 4),
    areaM2 === null ? null : round(areaM2 / 1e4, 2),
    simulation.durationHours,
    simulation.ensembleMembers,
    text(simulation.model),
    simulation.auto,
    text(simulation.errorMessage),
  ];
}

/**
 * Simulations as columns and rows; the error column appears only if a simulation has one,
 * `matched_by` only for simulations of a fire.
 */
export function simulationTable(
  simulations: readonly Simulation[],
  nowMs: number,
  linkOf?: LinkOf,
): { columns: string[]; rows: (string | number | boolean | null)[][] } {
  const hasError = simulations.some(({ errorMessage }) => errorMessage != null);
  const width = simulationColumns.length - (hasError ? 0 : 1);
  return {
    columns: [...simulationColumns.slice(0, width), ...(linkOf ? ["matched_by"] : [])],
    rows: simulations.map((simulation) => [
      ...toSimulationRow(simulation, nowMs).slice(0, width),
      ...(linkOf ? [linkOf(simulation)] : []),
    ]),
  };
}
