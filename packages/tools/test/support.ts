import assert from "node:assert/strict";
import { mock, type TestContext } from "node:test";
import { createClient, type Fetch } from "@emberline/core";
import { Turns } from "@emberline/turns";
import { type CallContext, callTool, catalogue } from "../src/index.ts";

type Json = Record<string, unknown>;

export interface FakeService {
  /** Features per collection, in the service's order. */
  readonly features: Readonly<Record<string, readonly Json[]>>;
  readonly queryables?: readonly Json[];
  readonly simulations?: readonly Json[];
  readonly extent?: Json;
  readonly title?: string;
  /** Other members of descriptions. */
  readonly described?: Json;
  /** Maximum features per page. */
  readonly maxLimit?: number;
  /** Answers a request instead of the service, to inject faults. */
  readonly intercept?: (url: URL, request: Request) => Response | Promise<Response> | undefined;
}

/** A minimal service of the interface: it pages but does not filter. */
function fakeService(service: FakeService): { fetch: Fetch; requests: URL[] } {
  const requests: URL[] = [];
  const respond = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    requests.push(url);
    const intercepted = service.intercept?.(url, request);
    if (intercepted) return intercepted;
    if (url.pathname === "/v1/token")
      return Response.json({ access_token: "fake-token", expires_in: 3600, token_type: "Bearer" });
    if (url.pathname === "/v1/fire-spread/simulations")
      return Response.json({ items: service.simulations ?? [], nextCursor: null });
    const [id, part, featureId] = decodeURI(url.pathname).split("/").slice(5);
    if (id === undefined)
      return Response.json({
        collections: Object.keys(service.features).map((each) => describe(each, service)),
      });
    const all = service.features[id];
    if (!all) return Response.json({ code: "not-found" }, { status: 404 });
    if (part === undefined) return Response.json(describe(id, service));
    if (part === "queryables")
      return Response.json({
        queryables: service.queryables ?? [{ id: "datetime", type: "dateTime" }],
      });
    if (featureId !== undefined) {
      const feature = all.find((each) => each.id === featureId);
      return feature
        ? Response.json(feature)
        : Response.json({ code: "not-found" }, { status: 404 });
    }
    const from = Number(url.searchParams.get("from") ?? 0);
    const limit = Math.min(Number(url.searchParams.get("limit")), service.maxLimit ?? 10_000);
    const next = new URL(url);
    next.searchParams.set("from", String(from + limit));
    return Response.json({
      type: "FeatureCollection",
      features: all.slice(from, from + limit),
      links: from + limit < all.length ? [{ rel: "next", href: next.href }] : [],
      numberMatched: all.length,
    });
  };
  return { fetch: (input, init) => respond(new Request(input, init)), requests };
}

function describe(id: string, { extent, title, described }: FakeService): Json {
  return { id, title: title ?? id, links: [], ...(extent && { extent }), ...described };
}

/** A context of the tools over a fake service; the clock stands at `now`. */
export function contextOf(
  service: FakeService,
  now = "2025-06-20T12:00:00Z",
  more: Partial<CallContext> = {},
) {
  const { fetch, requests } = fakeService(service);
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: "me",
    clientSecret: "hush-hush",
    fetch,
    // No test waits for a retry.
    clock: { sleep: async () => {} },
  });
  return {
    context: { client, now: () => Date.parse(now), notices: [], ...more } as CallContext,
    requests,
  };
}

// callTool parses answers by the tool's output schema.
// biome-ignore lint/suspicious/noExplicitAny: the members differ by tool
export type Answer = Record<string, any>;

export function call(name: string, input: unknown, context: CallContext) {
  return callTool(catalogue.find((tool) => tool.name === name)!, input, context);
}

export async function answerOf(
  name: string,
  input: unknown,
  context: CallContext,
): Promise<Answer> {
  const result = await call(name, input, context);
  assert.ok(result.ok, result.ok ? "" : `${result.error.code}: ${result.error.message}`);
  assert.equal(result.text, JSON.stringify(result.output));
  return result.output;
}

export function point(id: string, lon: number, lat: number, properties: Json = {}): Json {
  return { type: "Feature", id, geometry: { type: "Point", coordinates: [lon, lat] }, properties };
}

/** Makes time jump ahead when the returned function is called; timers otherwise run as usual. */
export function jumpingTime(t: TestContext) {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asUsual = setInterval(() => mock.timers.tick(1), 1);
  t.after(() => {
    clearInterval(asUsual);
    mock.timers.reset();
  });
  return (ms: number): void => mock.timers.tick(ms);
}

/** Turns of a loop with a stopped clock, and the number of requested turns. */
export function countedTurns() {
  let asked = 0;
  const now = () => {
    asked++;
    return 0;
  };
  const turns = new Turns({ now, defer: (run) => void setImmediate(run) });
  return { turns, asked: () => asked };
}
