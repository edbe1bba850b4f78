import type {
  Client,
  Feature,
  FeaturePage,
  FeatureQuery,
  Simulation,
  SimulationPage,
} from "@emberline/core";
import { parseTimeMs, printInstant } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { missingNotice, missingOf } from "../call/if-answered.ts";
import { isNotOffered } from "../call/tool.ts";
import { isMadeUp } from "../values/synthetic.ts";

/**
 * Serves as a collection wherever features are selected; the service lists simulations separately.
 */
export const simulationsId = "simulations";

export const simulationQueryables = [
  { id: "status", type: "string" },
  { id: "origin", type: "string" },
  { id: "fire", type: "string" },
  { id: "location", type: "string" },
  { id: "model", type: "string" },
  { id: "duration_hours", type: "integer" },
  { id: "ensemble_members", type: "integer" },
  { id: "burned_area_km2", type: "number" },
  { id: "created_at", type: "dateTime" },
  { id: "forecast_until", type: "dateTime" },
  { id: "error", type: "string" },
];

/** The end of a simulation's forecast, as an RFC 3339 instant; null if its times are not dates. */
export function forecastUntil({ createdAt, durationHours }: Simulation): string | null {
  const untilMs = (parseTimeMs(createdAt) ?? Number.NaN) + durationHours * 3_600_000;
  // Dates end at 8.64e15 ms (ECMA-262, 21.4.1.1).
  return Math.abs(untilMs) <= 8.64e15 ? printInstant(untilMs) : null;
}

export function isPlaced({ longitude, latitude }: Simulation): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** What answers say of simulations of which nobody can tell whether they match; null if none is. */
export function unreadNotice(count: number): string | null {
  if (count === 0) return null;
  const [is, they] = count === 1 ? ["simulation is", "its"] : ["simulations are", "their"];
  return `${count} ${is} left out: ${they} time or position cannot be read.`;
}

/** Who started a simulation, in the words of `origin`. */
export function originOf({ auto }: Simulation): "automatic" | "requested" {
  return auto ? "automatic" : "requested";
}

/** A simulation as a feature, with the names of the answers. */
export function simulationFeature(simulation: Simulation): Feature {
  const { burnedAreaM2 } = simulation;
  return {
    type: "Feature",
    id: simulation.id,
    geometry: isPlaced(simulation)
      ? { type: "Point", coordinates: [simulation.longitude, simulation.latitude] }
      : null,
    properties: {
      status: simulation.status,
      origin: originOf(simulation),
      fire: simulation.fireName ?? null,
      location: simulation.locationName ?? null,
      model: simulation.model,
      duration_hours: simulation.durationHours,
      ensemble_members: simulation.ensembleMembers,
      burned_area_km2: burnedAreaM2 == null ? null : burnedAreaM2 / 1e6,
      created_at: simulation.createdAt,
      forecast_until: forecastUntil(simulation),
      error: simulation.errorMessage ?? null,
      ...(isMadeUp(simulation) && { synthetic: true }),
    },
  };
}

/** The part of a client's features that reads pages. */
export type FeatureSource = Pick<Client["features"], "page" | "pages">;

/** The source of a collection's features: simulations come from their own list. */
export function featuresOf(client: Client, collection: string): FeatureSource {
  return isSimulations(client, collection)
    ? simulationSource(client, serviceOf(client, collection))
    : client.features;
}

/** Whether a collection is `simulations`, or `east:simulations` of one of several services. */
export function isSimulations(client: Client, collection: string): boolean {
  return (client.services?.of(collection)?.id ?? collection) === simulationsId;
}

/** The one of several services that the id of simulations names, as an option of their list. */
export function serviceOf(client: Client, collection: string): { readonly service?: string } {
  const service = client.services?.of(collection)?.name;
  return service === undefined ? {} : { service };
}

/** The largest page of simulations of the interface. */
export const maxPageSize = 100;

/**
 * The pages of simulations of one service after the other, each newest first.
 *
 * @param onPartial called if one of several services does not answer, which the answer then says
 * @throws {NotFoundError} when no service offers simulations
 */
export async function* simulationPages(
  query: { readonly since?: string },
  context: Pick<ToolContext, "client" | "signal" | "note">,
  onPartial: () => void = () => {},
): AsyncGenerator<SimulationPage, void, undefined> {
  const { client, signal } = context;
  const services = client.services?.all.map(({ name }) => ({ service: name })) ?? [{}];
  let notOffered: unknown;
  let isOffered = false;
  for (const chosen of services) {
    let cursor: string | null = null;
    try {
      do {
        const asked = { ...query, ...chosen, limit: maxPageSize, signal };
        const page: SimulationPage = await client.simulations.page({
          ...asked,
          ...(cursor !== null && { cursor }),
        });
        isOffered = true;
        yield page;
        cursor = page.nextCursor;
      } while (cursor !== null);
    } catch (error) {
      if (services.length === 1) throw error;
      if (isNotOffered(error)) notOffered = error;
      else {
        isOffered = true;
        context.note(missingNotice(missingOf(error, context)));
        onPartial();
      }
    }
  }
  if (!isOffered) throw notOffered;
}

function simulationSource(
  { simulations }: Client,
  chosen: { readonly service?: string },
): FeatureSource {
  async function page(_id: string, query: Parameters<FeatureSource["page"]>[1] = {}) {
    const { cursor, signal, onMissing } = query;
    const limit = Math.min(query.limit ?? maxPageSize, maxPageSize);
    const since = sinceOf(query);
    const { items, nextCursor } = await simulations.page({
      limit,
      signal,
      onMissing,
      ...chosen,
      ...(since !== undefined && { since }),
      ...(cursor !== undefined && { cursor }),
    });
    const url = `/v1/fire-spread/simulations?limit=${limit}${since === undefined ? "" : `&since=${since}`}`;
    return {
      features: items.map(simulationFeature),
      next: nextCursor,
      added: nextCursor,
      url,
      skipped: 0,
      // The list itself says where it ends.
      ...(nextCursor === null && { numberMatched: items.length }),
    };
  }

  async function* pages(id: string, query: Parameters<FeatureSource["pages"]>[1] = {}) {
    let cursor = query.cursor;
    do {
      const read: FeaturePage = await page(id, {
        ...query,
        limit: maxPageSize,
        ...(cursor !== undefined && { cursor }),
      } as FeatureQuery);
      const { next } = read;
      yield read;
      cursor = next ?? undefined;
    } while (cursor !== undefined);
  }

  return { page, pages } as FeatureSource;
}

/** The list accepts only a start, so later simulations are left out here. */
function sinceOf({ datetime }: { datetime?: string | undefined }): string | undefined {
  const start = datetime?.split("/")[0];
  return start === undefined || start === ".." || start === "" ? undefined : start;
}
