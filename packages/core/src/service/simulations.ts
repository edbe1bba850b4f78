import { dateForm } from "@emberline/geo";
import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/response-body.ts";
import { resolveUnder } from "../http/urls.ts";
import { InvalidRequestError, ResponseError } from "../values/errors.ts";
import { parseInstant } from "../values/interval.ts";
import { readSimulations } from "./check-service.ts";
import { checkLimit } from "./paths.ts";
import type { Simulation, SimulationPage } from "./types.ts";

/** The largest page of the interface. */
const maxPageSize = 100;

export interface SimulationQuery {
  /** Created at or after this RFC 3339 instant, or this date's midnight in UTC. */
  since?: string | undefined;
  /** The size of a page, from 1 to 100; default 20. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page. */
  cursor?: string | undefined;
  /** The name of one of several services; only where several have simulations. */
  service?: string | undefined;
}

export interface SimulationListingQuery extends SimulationQuery {
  /** The listing ends after this many simulations; default: all. */
  limit?: number | undefined;
  /** The size of a page, from 1 to 100; default 100. */
  pageSize?: number | undefined;
}

export interface Simulations {
  /** One page of the organization's simulations, newest first. */
  page(query?: SimulationQuery & CallOptions): Promise<SimulationPage>;
  /**
   * All simulations, newest first. Pages are requested as they are needed.
   *
   * @example
   * for await (const simulation of client.simulations.iterate({ since: "2026-07-01" })) {
   *   if (simulation.status === "COMPLETED") names.push(simulation.fireName);
   * }
   */
  iterate(query?: SimulationListingQuery & CallOptions): AsyncIterable<Simulation>;
}

export function createSimulations(http: Http, baseUrl: URL): Simulations {
  async function getPage(url: URL, options: CallOptions): Promise<SimulationPage> {
    const headers = { accept: "application/json" };
    const request = { method: "GET", url, headers, repeatable: true, read: readJson };
    const reply = await http.send({ ...request, redirectsUnder: baseUrl }, options);
    const value = readSimulations(reply.value);
    if (typeof value === "string") throw reply.invalid(value);
    return value;
  }

  async function page(query: SimulationQuery & CallOptions = {}): Promise<SimulationPage> {
    if (query.service !== undefined)
      throw new InvalidRequestError("There is one service: leave it out.");
    const limit = checkLimit(query.limit ?? 20, "limit", maxPageSize);
    return getPage(pageUrl(listingUrl(baseUrl, query.since), limit, query.cursor), query);
  }

  return { page, iterate: (query) => eachPage(page, query) };
}

/** The simulations of all pages. A repeated cursor ends the listing with an error. */
export async function* eachPage(
  page: Simulations["page"],
  query: SimulationListingQuery & CallOptions = {},
): AsyncGenerator<Simulation, void, undefined> {
  const pageSize = checkLimit(query.pageSize ?? maxPageSize, "pageSize", maxPageSize);
  let remaining = checkLimit(
    query.limit ?? Number.MAX_SAFE_INTEGER,
    "limit",
    Number.MAX_SAFE_INTEGER,
  );
  const seenCursors = new Set<string>();
  let seenIds = new Set<string>();
  let { cursor } = query;
  while (remaining > 0) {
    const limit = Math.min(pageSize, remaining);
    const { items, nextCursor } = await page({ ...query, limit, cursor });
    const fresh = items.filter(({ id }) => !seenIds.has(id)).slice(0, remaining);
    seenIds = new Set(items.map(({ id }) => id));
    yield* fresh;
    remaining -= fresh.length;
    if (nextCursor === null) return;
    if (seenCursors.has(nextCursor))
      throw new ResponseError("A nextCursor was already followed in this listing");
    seenCursors.add(nextCursor);
    cursor = nextCursor;
  }
}

function listingUrl(baseUrl: URL, since: string | undefined): URL {
  const url = resolveUnder(baseUrl, "v1/fire-spread/simulations");
  if (since !== undefined) url.searchParams.set("since", checkSince(since));
  return url;
}

function pageUrl(listing: URL, limit: number, cursor: string | undefined): URL {
  const url = new URL(listing);
  url.searchParams.set("limit", String(limit));
  if (cursor === "")
    throw new InvalidRequestError("cursor is empty: pass the nextCursor of an earlier page.");
  if (cursor !== undefined) url.searchParams.set("cursor", cursor);
  return url;
}

function checkSince(since: string): string {
  parseInstant(dateForm.test(since) ? `${since}T00:00:00Z` : since);
  return since;
}
