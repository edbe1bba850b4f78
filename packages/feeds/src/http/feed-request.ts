import {
  type Clock,
  type FeedAnswer,
  FeedError,
  type FeedRequest,
  type FeedRequestOptions,
  systemClock,
  type Validators,
} from "../values/feed.ts";
import { shownUrl } from "./redact.ts";
import { TimeLimitReached, within } from "./time-limit.ts";

/** A body above its size limit. */
class TooLarge extends Error {}

/** A body that takes too long as a whole: asked again, it would again. */
class TooSlow extends Error {}

interface BodyLimits {
  /** After decompression. */
  readonly maxBytes: number;
  /** Between two pieces. */
  readonly silenceMs: number;
  /** For all pieces together. */
  readonly totalMs: number;
}

/** A whole body, as fast as it comes: sources close connections whose reader takes its time. */
async function drained(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, silenceMs, totalMs }: BodyLimits,
  clock: Clock,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  if (!body) return pieces;
  const reader = body.getReader();
  let bytes = 0;
  let remainingMs = totalMs;
  for (;;) {
    const from = clock.now();
    const { done, value } = await within(reader.read(), silenceMs, clock);
    remainingMs -= Math.max(0, clock.now() - from);
    if (done) return pieces;
    if (remainingMs <= 0) throw new TooSlow();
    bytes += value.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    pieces.push(value);
  }
}

/** Pieces of UTF-8 as text; each is let go of once it was read. */
async function* textOf(pieces: Uint8Array[]): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for (let at = 0; at < pieces.length; at++) {
    const text = decoder.decode(pieces[at], { stream: true });
    pieces[at] = nothing;
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

const nothing = new Uint8Array();

/** The part of `fetch` that feeds use. */
export type FeedFetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface FeedRequestSettings {
  /** See `userAgentOf`. */
  readonly userAgent: string;
  /** Aborts at the end of a reading: then no request is left open. */
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  readonly fetch?: FeedFetch | undefined;
  /** From 0 to below 1. */
  readonly random?: (() => number) | undefined;
}

const maxAttempts = 3;
const firstDelayMs = 1000;
/** A longer `Retry-After` ends the reading. */
const maxDelayMs = 30_000;
const maxRedirects = 5;
const silenceMs = 60_000;
const totalMs = 600_000;
const defaultMaxBytes = 256e6;

/** A failure after which the same request may succeed. */
class Transient extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Requests for feeds. A server error, none at all and a body that breaks off are tried again with
 * growing, random waits; answers below 500 are returned once they are here. Redirects stay on the
 * same host.
 */
export function createFeedRequest({
  userAgent,
  signal,
  clock = systemClock,
  fetch = globalThis.fetch,
  random = Math.random,
}: FeedRequestSettings): FeedRequest {
  return async (url, options = {}) => {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      try {
        return await answerOf(url, options);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Transient)) throw error;
        const { retryAfterMs: asked = 0 } = error;
        if (attempt >= maxAttempts || asked > maxDelayMs) {
          throw new FeedError("unreachable", error.message, error.retryAfterMs);
        }
        const backoffMs = firstDelayMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
        await clock.wait(Math.max(asked, backoffMs), signal);
      }
    }
  };

  async function answerOf(url: URL, options: FeedRequestOptions): Promise<FeedAnswer> {
    const { validators, secrets = [], maxBytes = defaultMaxBytes } = options;
    const what = `GET ${shownUrl(url, secrets)}`;
    const ended = new AbortController();
    const init: RequestInit = {
      headers: headersOf(options, userAgent),
      redirect: "manual",
      signal: AbortSignal.any([signal, ended.signal]),
    };
    try {
      const response = await follow(url, init, what);
      const { status, headers } = response;
      const askedMs = retryAfterMs(headers, clock.now());
      if (status >= 500) throw new Transient(`${what} was answered ${status}`, askedMs);
      if (status === 304 && validators) return { kind: "unchanged" };
      const limits = { maxBytes, silenceMs, totalMs };
      const pieces = await drained(response.body, limits, clock).catch((error: unknown) => {
        throw bodyError(error, what);
      });
      return {
        kind: "content",
        status,
        mediaType: headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "",
        validators: validatorsOf(headers),
        retryAfterMs: askedMs,
        body: textOf(pieces),
      };
    } finally {
      ended.abort();
    }
  }

  async function follow(start: URL, init: RequestInit, what: string): Promise<Response> {
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await within(fetch(url, init), silenceMs, clock).catch((error: unknown) => {
        throw new Transient(`${what} ${reasonOf(error)}`);
      });
      if (!isRedirect(response.status)) return response;
      await response.body?.cancel().catch(() => undefined);
      const target = redirectTarget(url, response.headers.get("location"));
      if (!target) {
        throw new FeedError(
          "refused",
          `${what} was redirected to another host, which is not followed: if the source has moved, set its new address`,
        );
      }
      url = target;
    }
    throw new FeedError("refused", `${what} was redirected more than ${maxRedirects} times`);
  }
}

function bodyError(error: unknown, what: string): Error {
  if (error instanceof TooLarge)
    return new FeedError("invalid_answer", `${what} was answered with too large a body`);
  const limit = `${what} was not answered in full within ${totalMs / 60_000} minutes`;
  if (error instanceof TooSlow) return new FeedError("unreachable", limit);
  const fault = error instanceof TimeLimitReached ? "stopped" : "broke off";
  return new Transient(`${what} ${fault} in the middle of the answer`);
}

function headersOf({ accept, validators }: FeedRequestOptions, userAgent: string): Headers {
  const headers = new Headers({ "user-agent": userAgent, accept: accept ?? "*/*" });
  if (validators?.etag) headers.set("if-none-match", validators.etag);
  if (validators?.lastModified) headers.set("if-modified-since", validators.lastModified);
  return headers;
}

function validatorsOf(headers: Headers): Validators {
  const etag = headers.get("etag");
  const lastModified = headers.get("last-modified");
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Never the message of `fetch`, which may contain the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof TimeLimitReached) return `was not answered within ${silenceMs / 1000} s`;
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown } | null)?.cause);
  return `did not reach the source${code ? ` (${code})` : ""}`;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : undefined;
}

/**
 * The wait that `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3). A date counts from
 * the answer's own `Date`, since the local clock may be wrong.
 */
function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const untilMs = Date.parse(value);
  if (Number.isNaN(untilMs)) return undefined;
  const sentMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}

/** The target of a redirect; null if its host may not see the request. */
function redirectTarget(from: URL, location: string | null): URL | null {
  if (location === null || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  const isUpgrade = from.protocol === "http:" && to.protocol === "https:";
  const isSame = to.origin === from.origin || (isUpgrade && to.hostname === from.hostname);
  return isSame && to.username + to.password === "" ? to : null;
}

const redirects = new Set([301, 302, 303, 307, 308]);

function isRedirect(status: number): boolean {
  return redirects.has(status);
}
