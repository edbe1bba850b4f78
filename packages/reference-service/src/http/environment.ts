import type { Credit } from "@emberline/feeds";
import type { Bbox } from "@emberline/geo";
import type { MapRequest } from "@emberline/map";
import type { Pause, Turns } from "@emberline/turns";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { html } from "hono/html";
import type { Caller } from "../auth/client-records.ts";
import type { Clients } from "../auth/clients.ts";
import type { SettingsSessions } from "../auth/settings-sessions.ts";
import type { SigningKeys } from "../auth/signing-keys.ts";
import type { RateLimit, Throttle } from "../auth/throttle.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { SimulationStore } from "../simulations/simulation-store.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import type { CollectionId, DeclaredCoverages } from "../values/collections.ts";
import { Problem } from "../values/problems.ts";
import type { Synthetic } from "../values/synthetic.ts";
import type { CoverageMember } from "./coverage.ts";
import type { FeedStatus } from "./feed-notices.ts";

/** Markup whose values were escaped. */
export type Html = ReturnType<typeof html>;

/** Draws a map that follows the theme of the page. */
export type MapFigure = (request: Omit<MapRequest, "width" | "height">) => Promise<Html>;

/** How a request arrived, as its server reports it. */
export interface Connection {
  /** The caller's IP address; without it, all callers count as one. */
  address?: string | undefined;
  /** The service's address for the caller, without a trailing slash; default: from the URL. */
  baseUrl?: string | undefined;
}

/** The connection, and the caller that the bearer check sets for the routes. */
export interface ServiceEnv {
  Bindings: Connection;
  Variables: { caller: Caller; site: Site };
}

export type ServiceContext = Context<ServiceEnv>;

/** A page outside the service; `href` is relative to the root of the service. */
export interface OtherPage {
  readonly title: string;
  readonly href: string;
}

/** What routes say of live feeds. */
interface LiveView {
  /** Boxes that the feeds are read for; none for the world. */
  readonly areas: readonly Bbox[];
  feedsOf(id: CollectionId): readonly FeedStatus[];
  /** Those of its feeds, and of lists that are loaded with them. */
  creditsOf(id: CollectionId): readonly Credit[];
  /** Of which time and place the data are complete; undefined if not known. */
  coverageOf(id: CollectionId): CoverageMember | undefined;
}

/** The data behind the routes. */
export interface Resources {
  /** Those that are offered, in the order they are listed. */
  collections: readonly CollectionId[];
  stores: Record<CollectionId, FeatureStore>;
  simulations: SimulationStore;
  cursors: CursorSeal;
  /** Of this start of the service: entity tags of another one mean nothing here. */
  startId: string;
  synthetic: Synthetic;
  /** Notices for callers about a collection, such as that part of its data is missing. */
  notices: Record<CollectionId | "simulations", string[]>;
  /** The countries that data files cover, as their folder declares. */
  declared: DeclaredCoverages;
  /** The live feeds of the collections, if any. */
  live: LiveView | undefined;
  documentedOnly: boolean;
  /** Shows the API in place of the service's own page, relative to its root. */
  apiPage: string | undefined;
  /** Pages of the program that embeds the service. */
  otherPages: readonly OtherPage[];
  basePath: string;
  now: () => number;
  working: WorkingTime;
  mapFigure: MapFigure;
}

/** What pages need around their contents. */
export interface Site {
  resources: Resources;
  hasSettings: boolean;
  /** A hidden field, without which forms are refused. */
  formField(context: ServiceContext): Html;
}

/** Authentication and rate limits. */
export interface Guards {
  clients: Clients;
  tokens: Tokens;
  throttle: Throttle;
  rateLimit: RateLimit | undefined;
  /** Undefined: the pages of Settings are disabled. */
  adminKey: (() => string) | undefined;
  /** Links into Settings, and what they opened. */
  settingsSessions: SettingsSessions;
  /** Sign the forms of pages. */
  formKeys: SigningKeys;
}

export function addressOf({ env }: ServiceContext): string {
  return env.address ?? "unknown";
}

/** The root URL of the service as seen by the caller, without a trailing slash. */
export function baseUrl({ env, req }: ServiceContext, { basePath }: Resources): string {
  return env.baseUrl ?? new URL(req.url).origin + basePath;
}

/** The path of that root; empty if the service has the whole origin. */
export function publicPath(context: ServiceContext, resources: Resources): string {
  return new URL(baseUrl(context, resources)).pathname.replace(/\/$/, "");
}

/** The URL of the request as seen by the caller. */
export function ownUrl(context: ServiceContext, resources: Resources): string {
  const { pathname, search } = new URL(context.req.url);
  return baseUrl(context, resources) + pathname.slice(resources.basePath.length) + search;
}

/** Limits cookies to this service, and to TLS if the service is reached over TLS. */
export function cookieScope(context: ServiceContext, resources: Resources) {
  const { protocol } = new URL(baseUrl(context, resources));
  return { path: publicPath(context, resources) || "/", secure: protocol === "https:" };
}

/** With its port, since browsers send cookies to all ports of a host. */
export function cookieName(
  { env, req }: ServiceContext,
  name: "form" | "token" | "settings",
): string {
  const { port } = new URL(env.baseUrl ?? req.url);
  return `emberline_${name}${port && `_${port}`}`;
}

/** The token of a person who uses the pages in a browser; undefined if nobody signed in. */
export function tokenInCookie(context: ServiceContext): string | undefined {
  return getCookie(context, cookieName(context, "token"));
}

export function featuresBase(context: ServiceContext, resources: Resources): string {
  return `${baseUrl(context, resources)}/ogc/features/v1`;
}

/** Makes opaque, tamper-proof cursors. */
export class CursorSeal {
  readonly #keys: SigningKeys;

  /** @param keys services with the same keys open each other's cursors */
  constructor(keys: SigningKeys) {
    this.#keys = keys;
  }

  /** A payload as an opaque, URL-safe text. */
  seal(payload: unknown): string {
    const body = Buffer.from(JSON.stringify(payload)).toString("base64url");
    return `${body}.${this.#keys.sign(body).toString("base64url")}`;
  }

  /** The payload of a cursor made by this seal; undefined for other texts. */
  open(cursor: string): unknown {
    const [body = "", signature = "", ...rest] = cursor.split(".");
    const shown = Buffer.from(signature, "base64url");
    const isWhole = rest.length === 0 && shown.toString("base64url") === signature;
    if (!isWhole || !this.#keys.isSignature(body, shown)) return undefined;
    return JSON.parse(Buffer.from(body, "base64url").toString());
  }
}

/** How long requests may work, and which turns they share. */
interface WorkingTime {
  turns: Pick<Turns, "pauseOf">;
  maxSeconds: number;
}

/** Longer than clients wait, since the same request would fail again. */
const retryAfterSeconds = 60;

/**
 * Does the work of a request in turns with other requests, until the caller leaves or the time is
 * up.
 * @throws {Problem} when either happens (503)
 */
export async function withinTime<T>(
  request: Request,
  { turns, maxSeconds }: WorkingTime,
  work: (pause: Pause) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const leave = () => ending.abort(callerLeft());
  if (request.signal.aborted) leave();
  request.signal.addEventListener("abort", leave);
  const timer = setTimeout(() => ending.abort(timeIsUp(maxSeconds)), maxSeconds * 1000);
  try {
    return await work(turns.pauseOf(ending.signal));
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", leave);
  }
}

function callerLeft(): Problem {
  return new Problem(503, "cancelled", "The caller left before the answer was ready.");
}

function timeIsUp(maxSeconds: number): Problem {
  return new Problem(
    503,
    "too-slow",
    `The selection takes longer than ${maxSeconds} seconds here; ask for a smaller area, a shorter time or a simpler filter.`,
    { "Retry-After": String(retryAfterSeconds) },
  );
}
