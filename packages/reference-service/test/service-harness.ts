import assert from "node:assert/strict";
import { sharedData } from "@emberline/test-support/shared-data";
import {
  createReferenceService,
  type ReferenceService,
  type ReferenceServiceOptions,
} from "../src/index.ts";

export const testClient = { id: "test-client", secret: "test-secret-1" };
export const rootUrl = "http://service.test";
export const featuresUrl = `${rootUrl}/ogc/features/v1`;

/** The clock of tests with the synthetic sample. */
export const sampleNow = Date.parse("2026-03-04T15:20:00Z");

export interface Harness {
  service: ReferenceService;
  token: string;
  /** A GET with the bearer token; a path below the feature API's root, or a whole URL. */
  get(path: string, init?: RequestInit): Promise<Response>;
  /** The body of a GET that must succeed. */
  json(path: string): Promise<Body>;
}

/** A JSON body, read member by member. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies that they assert on
export type Body = any;

export async function exchange(
  service: ReferenceService,
  { id, secret }: { id: string; secret: string } = testClient,
  root = rootUrl,
): Promise<Response> {
  return service.fetch(
    new Request(`${root}/v1/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_id: id, client_secret: secret }),
    }),
  );
}

export async function start(options: Partial<ReferenceServiceOptions> = {}): Promise<Harness> {
  const { data, live, store } = options;
  const service = await createReferenceService({
    clients: [testClient],
    now: () => sampleNow,
    synthetic: data === undefined && live === undefined && store === undefined,
    ...options,
  });
  const root = rootUrl + (options.basePath ?? "");
  const [{ id, secret } = testClient] = options.clients ?? [];
  const [current = ""] = typeof secret === "string" ? [secret] : secret();
  const answer = await exchange(service, { id, secret: current }, root);
  assert.equal(answer.status, 200);
  const token: string = ((await answer.json()) as Body).access_token;
  const get = (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, ...(init.headers as object) };
    const url = path.startsWith("http") ? path : `${root}/ogc/features/v1${path}`;
    return service.fetch(new Request(url, { ...init, headers }));
  };
  const json = async (path: string) => {
    const response = await get(path);
    assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
    return response.json();
  };
  return { service, token, get, json };
}

let onSharedData: Promise<Harness> | undefined;

/** The service on the real data, which is loaded once for all test files of a process. */
export function startOnSharedData(): Promise<Harness> {
  onSharedData ??= start({ data: sharedData });
  return onSharedData;
}

/** Runs a test with a stopped system clock, which the rate limits use. */
export async function withSystemClock(
  test: (advance: (milliseconds: number) => void) => Promise<void>,
): Promise<void> {
  const { now: real } = Date;
  let now = sampleNow;
  Date.now = () => now;
  try {
    await test((milliseconds) => {
      now += milliseconds;
    });
  } finally {
    Date.now = real;
  }
}

/** Every page of a listing, following `next` to its end. */
export async function allPages({ json }: Harness, path: string): Promise<Body[]> {
  const pages: Body[] = [];
  for (let next: string | undefined = path; next; ) {
    const page: Body = await json(next);
    pages.push(page);
    assert.equal(page.numberReturned, page.features.length);
    next = page.links.find((link: Body) => link.rel === "next")?.href;
  }
  return pages;
}
