import { distanceKm, type Simulation } from "@emberline/core";
import { z } from "zod";
import type { Area } from "./area.ts";
import { round } from "./rows.ts";
import { cleanText } from "./text.ts";
import type { ToolContext } from "./tool.ts";

/** The largest page of the interface. */
const pageSize = 100;

/** A place in the list: the page's cursor (null: the first page), and how many of its items are behind. */
export const simulationPlace = z
  .object({
    page: z.string().nullable(),
    skip: z.number().int().min(0).max(pageSize),
    returned: z.number().int().min(0),
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
  /** How many match in all; null where the list was not read from start to end. */
  readonly matched: number | null;
  readonly isEnd: boolean;
  readonly isSifted: boolean;
  placeAfter(kept: number): SimulationPlace;
}

/** Reads the list from `place` on, until `limit` simulations pass the sift. */
export async function readSimulations(
  sift: Sift,
  limit: number,
  place: SimulationPlace | undefined,
  { client, signal }: ToolContext,
): Promise<SimulationReading> {
  const simulations: Simulation[] = [];
  const start = place ?? { page: null, skip: 0, returned: 0 };
  const places = [start];
  let { page: token, skip } = start;
  let more = false;
  for (let isLast = false; !isLast && !more; ) {
    const page = await client.simulations.page({
      limit: pageSize,
      signal,
      ...(sift.since === undefined ? {} : { since: sift.since }),
      ...(token === null ? {} : { cursor: token }),
    });
    for (let i = skip; i < page.items.length && !more; i++) {
      const simulation = page.items[i]!;
      if (!passes(simulation, sift)) continue;
      more = simulations.length === limit;
      if (more) break;
      simulations.push(simulation);
      places.push({ page: token, skip: i + 1, returned: start.returned + simulations.length });
    }
    isLast = page.nextCursor === null;
    token = page.nextCursor;
    skip = 0;
  }
  return {
    simulations,
    matched: more ? null : start.returned + simulations.length,
    isEnd: !more,
    isSifted: isSifted(sift),
    placeAfter: (kept) => places[kept]!,
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
  "cluster_id",
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
    text(simulation.clusterId),
    text(simulation.errorMessage),
  ];
}
