import type { Simulation } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import type { LinkOf } from "../collection/fire.ts";
import { forecastUntil, originOf } from "../collection/simulation-features.ts";
import { cleanText } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";
import type { Rows } from "./layout.ts";

type SimulationCell = string | number | boolean | null;

/** Each column of a simulation's row. `lapsed`: its forecast ended before `nowMs`. */
const cells = {
  id: ({ id }) => text(id),
  status: ({ status }) => text(status),
  fire_name: ({ fireName }) => text(fireName),
  location: ({ locationName }) => text(locationName),
  lon: ({ longitude }) => round(longitude, 5),
  lat: ({ latitude }) => round(latitude, 5),
  created_at: ({ createdAt }) => text(createdAt),
  forecast_until: forecastUntil,
  lapsed(simulation, nowMs) {
    const until = forecastUntil(simulation);
    return until === null ? null : parseTimeMs(until)! < nowMs;
  },
  burned_area_km2: ({ burnedAreaM2 }) =>
    burnedAreaM2 == null ? null : round(burnedAreaM2 / 1e6, 4),
  burned_area_hectares: ({ burnedAreaM2 }) =>
    burnedAreaM2 == null ? null : round(burnedAreaM2 / 1e4, 2),
  duration_hours: ({ durationHours }) => durationHours,
  ensemble_members: ({ ensembleMembers }) => ensembleMembers,
  model: ({ model }) => text(model),
  origin: originOf,
  error: ({ errorMessage }) => text(errorMessage),
} satisfies Record<string, (simulation: Simulation, nowMs: number) => SimulationCell>;

export type SimulationColumn = keyof typeof cells;

export const simulationColumns = Object.keys(cells) as SimulationColumn[];

/** Shown unless others are requested: hectares repeat km², and few simulations have an error. */
const usualColumns = simulationColumns.filter((name) => name !== "burned_area_hectares");

function text(value: string | null | undefined): string | null {
  return value == null ? null : cleanText(value, 120);
}

/** The cell of a simulation in a column. */
export function simulationCell(
  simulation: Simulation,
  column: SimulationColumn,
  nowMs: number,
): SimulationCell {
  return cells[column](simulation, nowMs);
}

/** The value to sort by: not rounded, times as instants. */
export function simulationSortValue(
  simulation: Simulation,
  column: SimulationColumn,
  nowMs: number,
): SimulationCell {
  if (column.startsWith("burned_area")) return simulation.burnedAreaM2 ?? null;
  const shown = simulationCell(simulation, column, nowMs);
  const isTime = column === "created_at" || column === "forecast_until";
  return isTime && shown !== null ? (parseTimeMs(String(shown)) ?? null) : shown;
}

export interface SimulationTableOptions {
  /** The columns to show after the id; by default the usual ones. */
  readonly properties?: readonly SimulationColumn[] | undefined;
  /** How a simulation was matched to the named fire, for `matched_by`. */
  readonly linkOf?: LinkOf | undefined;
}

/**
 * Simulations as columns and rows; the error column is present only if a simulation has an error.
 */
export function simulationTable(
  simulations: readonly Simulation[],
  nowMs: number,
  { properties, linkOf }: SimulationTableOptions = {},
): Rows {
  const hasError = simulations.some(({ errorMessage }) => errorMessage != null);
  const columns = properties
    ? [...new Set<SimulationColumn>(["id", ...properties])]
    : usualColumns.filter((name) => name !== "error" || hasError);
  return {
    columns: [...columns, ...(linkOf ? ["matched_by"] : [])],
    rows: simulations.map((simulation) => [
      ...columns.map((name) => simulationCell(simulation, name, nowMs)),
      ...(linkOf ? [linkOf(simulation) ?? null] : []),
    ]),
  };
}
