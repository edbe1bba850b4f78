import { dateForm } from "@emberline/geo";
import type { CallOptions } from "../http/call-options.ts";
import type { Http } from "../http/http.ts";
import { readJson } from "../http/read-response.ts";
import type { Redactor } from "../http/redact.ts";
import { resolveUnder } from "../http/urls.ts";
import { InvalidRequestError, ResponseError } from "../values/errors.ts";
import { parseInstant } from "../values/interval.ts";
import { checkLimit } from "./check-limit.ts";
import { readSimulations } from "./check-service.ts";
import type { Simulation, SimulationPage } from "./types.ts";

export interface SimulationQuery {
  /** Only those created at or after it: an RFC 3339 instant, or a date that stands for its midnight in UTC. */
  since?: string | undefined;
  /** Most simulations of one page, from 1 to 100; default 20. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page. */
  cursor?: string | undefined;
}

export interface SimulationListingQuery extends SimulationQuery {
  /** Most simulations of the whole listing; default all. */
  limit?: number | undefined;
  /** Most simulations of one page, from 1 to 100; default 100. */
  pageSize?: number | undefined;
}

export interface Simulations {
  /** One page of the organization's simulations, newest first. */
  page(query?: SimulationQuery & CallOptions): Promise<SimulationPage>;
  /** All of them, newest first, page by page as they are asked for. */
  iterate(query?: SimulationListingQuery & CallOptions): AsyncIterable<Simulation>;
}

export function createSimulations(http: Http, baseUrl: URL, redactor: Redactor): Simulations {
  function pageUrl(query: SimulationQuery): URL {
    const url = resolveUnder(baseUrl, "v1/fire-spread/simulations");
    if (query.since !== undefined) url.searchParams.set("since", checkSince(query.since));
    url.searchParams.set("limit", String(checkLimit(query.limit ?? 20, "limit", 100)));
    if (query.cursor !== undefined) {
      if (query.cursor === "")
        throw new InvalidRequestError("cursor is empty: pass the nextCursor of an earlier page.");
      url.searchParams.set("cursor", query.cursor);
    }
    return url;
  }

  async function page(query: SimulationQuery & CallOptions = {}): Promise<SimulationPage> {
    const headers = { accept: "application/json" };
    const reply = await http.send(
      {
        method: "GET",
        url: pageUrl(query),
        headers,
        repeatable: true,
        redirectsUnder: baseUrl,
        read: readJson,
      },
      query,
    );
    const value = readSimulations(reply.value);
    if (typeof value === "string") throw reply.invalid(value);
    return value;
  }

  async function* iterate(
    query: SimulationListingQuery & CallOptions = {},
  ): AsyncGenerator<Simulation, void, undefined> {
    const pageSize = checkLimit(query.pageSize ?? 100, "pageSize", 100);
    let remaining =
      query.limit === undefined
        ? Infinity
        : checkLimit(query.limit, "limit", Number.MAX_SAFE_INTEGER);
    const seenCursors = new Set<string>();
    let seenIds = new Set<string>();
    let { cursor } = query;
    while (remaining > 0) {
      const { items, nextCursor } = await page({
        ...query,
        cursor,
        limit: Math.min(pageSize, remaining),
      });
      const fresh = items.filter(({ id }) => !seenIds.has(id)).slice(0, remaining);
      seenIds = new Set(items.map(({ id }) => id));
      yield* fresh;
      remaining -= fresh.length;
      if (nextCursor === null) return;
      if (seenCursors.has(nextCursor)) {
        const url = redactor.url(pageUrl({ ...query, limit: pageSize, cursor: nextCursor }));
        const details = { method: "GET", url, status: 200, attempts: 1 };
        throw new ResponseError(
          `GET ${url}: its nextCursor was already followed in this listing.`,
          details,
        );
      }
      seenCursors.add(nextCursor);
      cursor = nextCursor;
    }
  }

  return { page, iterate };
}

function checkSince(since: string): string {
  parseInstant(dateForm.test(since) ? `${since}T00:00:00Z` : since);
  return since;
}
