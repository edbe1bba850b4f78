import { distanceKm, type Simulation } from "@emberline/core";
import { z } from "zod";
import { round } from "../answer/cells.ts";
import type { ToolContext } from "../call/tool.ts";
import type { Area } from "../selection/area.ts";
import { cleanText } from "../values/text.ts";
import { stopReason } from "./scan.ts";

/** The largest page of the interface. */
const pageSize = 100;

/** So many pages are read on beyond the rows asked for, to tell how many match. */
const maxCountedPages = 50;

/** A place in the list: the page's cursor (null: the first page), how many of its items are behind, and what is known so far. */
export const simulationPlace = z
  .object({
    page: z.string().nullable(),
    skip: z.number().int().min(0).max(pageSize),
    returned: z.number().int().min(0),
    matched: z.number().int().min(0).optional(),
  })
  .strict();

export type SimulationPlace = z.output<typeof simulationPlace>;

export interface Sift {
  since?: string | undefined;
  status?: string | undefined;
  fire_name?: string | undefined;
  origin?: "any" | "automatic" | "requested" | undefined;
  area: Area | null;
}

export interface SimulationReading {
  readonly simulations: readonly Simulation[];
  /** How many match in all; null where the list was too long to be read to its end. */
  readonly matched: number | null;
  readonly isEnd: boolean;
  readonly isSifted: boolean;
  /** The statuses that it has been read with, where one was asked for and nothing matched. */
  readonly statuses: readonly string[];
  /** Why the reading ended before `limit` rows were found; null where it did not. */
  readonly stopped: string | null;
  placeAfter(kept: number): SimulationPlace;
}

/** Reads the list from `place` on, until `limit` simulations pass the sift, and on to tell how many there are. */
export async function readSimulations(
  sift: Sift,
  limit: number,
  place: SimulationPlace | undefined,
  context: ToolContext,
): Promise<SimulationReading> {
  const { client, late } = context;
  const simulations: Simulation[] = [];
  const start = place ?? { page: null, skip: 0, returned: 0 };
  const places = [start];
  const statuses = new Set<string>();
  let { page: token, skip } = start;
  let passed = 0;
  let isRead = false;
  let stopped: string | null = null;
  for (let pages = 0; !isRead && stopped === null; pages++) {
    const isFull = passed > limit;
    if (isFull && (start.matched !== undefined || pages >= maxCountedPages || late.aborted)) break;
    const query = {
      limit: pageSize,
      signal: late,
      ...(sift.since === undefined ? {} : { since: sift.since }),
    };
    try {
      const page = await client.simulations.page({
        ...query,
        ...(token === null ? {} : { cursor: token }),
      });
      for (let i = skip; i < page.items.length; i++) {
        const simulation = page.items[i]!;
        statuses.add(simulation.status);
        if (!passes(simulation, sift)) continue;
        if (++passed > limit) continue;
        simulations.push(simulation);
        places.push({ page: token, skip: i + 1, returned: start.returned + passed });
      }
      isRead = page.nextCursor === null;
      token = page.nextCursor;
      skip = 0;
      // What is behind without a row need not be read again.
      if (passed <= limit && !isRead)
        places[passed] = { page: token, skip, returned: start.returned + passed };
    } catch (error) {
      stopped = stopReason(error, pages > 0 ? "read" : null, context);
    }
  }
  const matched = start.matched ?? (isRead ? start.returned + passed : null);
  return {
    simulations,
    matched,
    isEnd: isRead && passed <= limit,
    isSifted: isSifted(sift),
    statuses: sift.status === undefined || matched !== 0 ? [] : [...statuses].sort(),
    stopped: passed > limit ? null : stopped,
    placeAfter: (kept) => ({ ...places[kept]!, ...(matched === null ? {} : { matched }) }),
  };
}

function isSifted({ status, fire_name, origin = "any", area }: Sift): boolean {
  return status !== undefined || fire_name !== undefined || origin !== "any" || area !== null;
}

function passes(
  simulation: Simulation,
  { status, fire_name, origin = "any", area }: Sift,
): boolean {
  if (status !== undefined && simulation.status.toLowerCase() !== status.toLowerCase())
    return false;
  if (origin !== "any" && simulation.auto !== (origin === "automatic")) return false;
  if (fire_name !== undefined) {
    const names = `${simulation.fireName ?? ""}\n${simulation.locationName ?? ""}`.toLowerCase();
    if (!names.includes(fire_name.toLowerCase())) return false;
  }
  if (area?.kind !== "circle") return true;
  return distanceKm(area.center, [simulation.longitude, simulation.latitude]) <= area.radiusKm;
}

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

/** One simulation as a row. `lapsed` tells that its forecast lies in the past at `nowMs`. */
export function toSimulationRow(
  simulation: Simulation,
  nowMs: number,
): (string | number | boolean | null)[] {
  const until = Date.parse(simulation.createdAt) + simulation.durationHours * 3_600_000;
  const isKnown = Number.isFinite(until);
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
    isKnown ? new Date(until).toISOString().replace(".000Z", "Z") : null,
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

/** Simulations as columns and rows; the column of errors only where there is one. */
export function simulationTable(simulations: readonly Simulation[], nowMs: number) {
  const hasError = simulations.some(({ errorMessage }) => errorMessage != null);
  const width = simulationColumns.length - (hasError ? 0 : 1);
  return {
    columns: simulationColumns.slice(0, width),
    rows: simulations.map((simulation) => toSimulationRow(simulation, nowMs).slice(0, width)),
  };
}
