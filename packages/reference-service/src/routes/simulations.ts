import type { Hono } from "hono";
import {
  baseUrl,
  type CursorSeal,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
} from "../http/environment.ts";
import { parseInteger } from "../params/items-query.ts";
import type {
  Simulation,
  SimulationPage,
  SimulationPlace,
} from "../simulations/simulation-store.ts";
import { invalidRequest, Problem } from "../values/problems.ts";
import { parseTime } from "../values/time.ts";

const simulationsPath = "/v1/fire-spread/simulations";
const defaultLimit = 20;
const maxLimit = 100;

/** `GET /v1/fire-spread/simulations`: the organization's simulations, newest first. */
export function simulationRoutes(app: Hono<ServiceEnv>, resources: Resources): void {
  const { cursors } = resources;
  const notices = resources.notices.simulations;

  app.get(simulationsPath, async (context) => {
    const params = new URL(context.req.url).searchParams;
    const { organization } = context.get("caller");
    const { page, since } = await listedPage(params, organization, resources);
    const { next } = page;
    const nextCursor = next ? cursors.seal([organization, since, next.createdAt, next.id]) : null;
    return context.json({
      items: page.simulations.map((simulation) => listItem(simulation, context, resources)),
      nextCursor,
      ...(notices.length > 0 && { notices }),
    });
  });

  app.get(`${simulationsPath}/:id`, async (context) => {
    const simulation = resources.documentedOnly
      ? undefined
      : await resources.simulations.get(
          context.get("caller").organization,
          context.req.param("id"),
        );
    if (!simulation) {
      throw new Problem(404, "simulation-not-found", "The organization has no such simulation.");
    }
    return context.json(listItem(simulation, context, resources));
  });
}

/** The page that the parameters ask for, and since when simulations are listed. */
async function listedPage(
  params: URLSearchParams,
  organization: string,
  { simulations, cursors }: Resources,
): Promise<{ page: SimulationPage; since: string | null }> {
  const limit = limitOf(params.get("limit"));
  const asked = params.get("since");
  const cursor = params.get("cursor");
  const from = cursor === null ? undefined : openCursor(cursors, cursor, organization, asked);
  const since = from?.since ?? asked;
  const page = await simulations.list(organization, {
    since: since === null ? -Infinity : instantOf(since),
    limit,
    after: from?.place,
  });
  return { page, since };
}

function listItem(simulation: Simulation, context: ServiceContext, resources: Resources) {
  const self = `${baseUrl(context, resources)}${simulationsPath}/${simulation.id}`;
  return { ...simulation, links: { self } };
}

function limitOf(text: string | null): number {
  const limit = text === null ? defaultLimit : parseInteger(text, 1, maxLimit);
  if (limit === undefined) throw invalidRequest(`limit must be an integer from 1 to ${maxLimit}.`);
  return limit;
}

function instantOf(text: string): number {
  const time = parseTime(text.replace(/ (?=\d\d:\d\d$)/, "+"));
  if (!time) {
    throw invalidRequest(
      "since must be an ISO 8601 instant or a date, for example 2023-09-01T12:00:00Z or 2023-09-01.",
    );
  }
  return time.start;
}

/** A cursor is a place in one organization's list with one filter. */
function openCursor(seal: CursorSeal, cursor: string, organization: string, since: string | null) {
  const payload = seal.open(cursor) as [string, string | null, number, string] | undefined;
  const isOwn = payload?.length === 4 && payload[0] === organization;
  if (!isOwn || (since !== null && since !== payload[1])) {
    throw invalidRequest(
      "cursor must be the nextCursor of a page of the same list; leave it out for the first page.",
    );
  }
  const place: SimulationPlace = { createdAt: payload[2], id: payload[3] };
  return { since: payload[1], place };
}
