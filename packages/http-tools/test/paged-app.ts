import { createClient } from "@emberline/core";
import { type CallContext, catalogue } from "@emberline/tools";
import type { Hono } from "hono";
import { createHttpTools, type HttpToolsOptions } from "../src/index.ts";

export const hotspots = { collection: "svc:hotspots" };

/** A service of hotspots in pages of 10, and what was requested of it. */
export interface PagedService {
  readonly app: Hono;
  /** Paths and queries of all requests but those for tokens. */
  readonly requests: string[];
  /** How many pages of features were requested. */
  pages(): number;
}

interface PagedOptions {
  /** How many hotspots it has; default 95. */
  readonly count?: number;
  /** Answers a page instead of the service; pages are numbered from 1. */
  readonly onPage?: (page: number) => Response | Promise<Response> | undefined;
  readonly context?: Partial<CallContext>;
  readonly options?: Partial<HttpToolsOptions>;
}

const pageSize = 10;

export function pagedService(given: PagedOptions = {}): PagedService {
  const { count = 95, onPage, context, options } = given;
  const requests: string[] = [];
  let pages = 0;
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname === "/v1/token")
      return Response.json({ access_token: "fake-token", expires_in: 3600, token_type: "Bearer" });
    requests.push(url.pathname + url.search);
    if (url.pathname.endsWith("/queryables"))
      return Response.json({ queryables: [{ id: "datetime", type: "dateTime" }] });
    if (url.pathname.endsWith("/simulations"))
      return Response.json({ items: [], nextCursor: null });
    if (url.pathname.includes("/items/"))
      return Response.json({ code: "not-found" }, { status: 404 });
    const interval = [["2025-06-01T00:00:00Z", "2025-06-20T00:00:00Z"]];
    const about = { id: "svc:hotspots", links: [], extent: { temporal: { interval } } };
    if (url.pathname.endsWith("/collections")) return Response.json({ collections: [about] });
    if (!url.pathname.endsWith("/items")) return Response.json(about);
    pages++;
    const instead = onPage?.(pages);
    if (instead) return instead;
    const from = Number(url.searchParams.get("from") ?? 0);
    const limit = Math.min(Number(url.searchParams.get("limit")), pageSize, count - from);
    const next = new URL(url);
    next.searchParams.set("from", String(from + limit));
    return Response.json({
      type: "FeatureCollection",
      numberMatched: count,
      features: Array.from({ length: limit }, (_, i) => hotspot(from + i)),
      links: from + limit < count ? [{ rel: "next", href: next.href }] : [],
    });
  };
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: "me",
    clientSecret: "hush-hush",
    retry: { maxRetries: 0 },
    fetch,
  });
  const app = createHttpTools({
    tools: catalogue,
    context: { client, now: () => Date.parse("2025-06-20T12:00:00Z"), notices: [], ...context },
    version: "1.2.3",
    ...options,
  });
  return { app, requests, pages: () => pages };
}

/** The feature `i` of the service, from 0. */
export function hotspot(i: number) {
  return {
    type: "Feature",
    id: `h${i}`,
    geometry: { type: "Point", coordinates: [10, 50] },
    properties: { datetime: "2025-06-20T00:00:00Z", frp: i },
  };
}

/** A call of a tool. */
export function post(
  { app }: Pick<PagedService, "app">,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return Promise.resolve(
    app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }),
  );
}

/** Waits until no page was requested for a while in which many would fit; returns how many were. */
export async function settledPages(service: PagedService): Promise<number> {
  let pages = -1;
  while (pages !== service.pages()) {
    pages = service.pages();
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve));
  }
  return pages;
}
