import type { Fetch } from "../../src/index.ts";
import { type Client, type ClientOptions, createClient, type Feature } from "../../src/index.ts";

export const baseUrl = "https://service.example";
export const clientId = "demo-client";
export const clientSecret = "s3cret-of-the-demo-client";

interface Seen {
  method: string;
  url: URL;
  authorization: string | null;
}

/** Replaces the usual answer in a test; undefined keeps it. */
export type Answer = (
  request: Seen & { signal: AbortSignal | null },
  count: number,
) => Response | undefined | Promise<Response | undefined>;

/** A fetch over a small service: tokens, and a listing of features paged by offset. */
export interface FakeService {
  fetch: Fetch;
  /** Every request, including token exchanges. */
  seen: Seen[];
  exchanges(): number;
  requests(): Seen[];
}

export function points(count: number): Feature[] {
  return Array.from({ length: count }, (_, i) => ({
    type: "Feature",
    id: `f${i}`,
    geometry: { type: "Point", coordinates: [i / 100, 0] },
    properties: { n: i },
  }));
}

export function fakeService(
  options: {
    features?: Feature[];
    tokenLifeSeconds?: number;
    answer?: Answer;
    exchange?: Answer;
  } = {},
): FakeService {
  const { features = points(25), tokenLifeSeconds = 3600 } = options;
  const seen: Seen[] = [];
  const exchanges = (): Seen[] => seen.filter(({ url }) => url.pathname === "/v1/token");
  const requests = (): Seen[] => seen.filter(({ url }) => url.pathname !== "/v1/token");

  async function fetch(input: string, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted();
    const url = new URL(input);
    const authorization = new Headers(init.headers).get("authorization");
    const request = { method: init.method ?? "GET", url, authorization };
    seen.push(request);
    const special = { ...request, signal: init.signal ?? null };
    if (url.pathname === "/v1/token") {
      const number = exchanges().length;
      const answer = await options.exchange?.(special, number);
      return (
        answer ??
        Response.json({
          access_token: `token-${number}`,
          expires_in: tokenLifeSeconds,
          token_type: "Bearer",
        })
      );
    }
    const answer = await options.answer?.(special, requests().length);
    return answer ?? pageOf(features, url);
  }

  return {
    fetch: fetch as Fetch,
    seen,
    exchanges: () => exchanges().length,
    requests,
  };
}

/** The correct page for a URL. */
export function pageOf(
  features: Feature[],
  url: URL,
  change: Record<string, unknown> = {},
): Response {
  const limit = Number(url.searchParams.get("limit") ?? 10);
  const offset = Number(url.searchParams.get("offset") ?? 0);
  const page = features.slice(offset, offset + limit);
  const next = new URL(url);
  next.searchParams.set("offset", String(offset + limit));
  return Response.json({
    type: "FeatureCollection",
    features: page,
    links: offset + limit < features.length ? [{ rel: "next", href: next.href }] : [],
    numberMatched: features.length,
    numberReturned: page.length,
    ...change,
  });
}

export function clientOf(service: FakeService, options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl, clientId, clientSecret, fetch: service.fetch, ...options });
}

export async function idsOf(listing: AsyncIterable<Feature>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const feature of listing) ids.push(feature.id);
  return ids;
}

/** A stopped clock; sleeping advances it. */
export function fakeClock(startMs = Date.UTC(2026, 0, 1)): {
  now(): number;
  monotonicMs(): number;
  sleep(ms: number): Promise<void>;
  pass(ms: number): void;
  jump(ms: number): void;
  slept: number[];
} {
  let passedMs = 0;
  let jumpedMs = 0;
  const slept: number[] = [];
  return {
    now: () => startMs + passedMs + jumpedMs,
    monotonicMs: () => passedMs,
    async sleep(ms) {
      slept.push(ms);
      passedMs += ms;
    },
    pass: (ms) => {
      passedMs += ms;
    },
    jump: (ms) => {
      jumpedMs += ms;
    },
    slept,
  };
}
