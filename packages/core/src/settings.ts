import type { TokenStore } from "./auth/token-store.ts";
import { InvalidRequestError } from "./errors.ts";
import type { ClientOptions, Hooks } from "./http/call-options.ts";
import { type Clock, systemClock } from "./http/clock.ts";
import type { Fetch } from "./http/fetch.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./http/retry.ts";
import { parseUrl } from "./http/urls.ts";

/** The options, checked and with their defaults. */
export interface Settings {
  baseUrl: URL;
  featuresUrl: URL;
  credentials:
    | { kind: "none" }
    | { kind: "client"; id: string; secret: string }
    | { kind: "token"; token: string | (() => string | Promise<string>) };
  tokenStore: TokenStore | undefined;
  fetch: Fetch;
  timeoutMs: number;
  retry: RetryPolicy;
  headers: Record<string, string>;
  clock: Clock;
  hooks: Hooks;
}

/** Throws `InvalidRequestError`. No message repeats a value that may be a secret. */
export function settle(options: ClientOptions): Settings {
  const baseUrl = serviceRoot(options.baseUrl);
  return {
    baseUrl,
    featuresUrl: featuresRoot(baseUrl, options.featuresPath ?? "/ogc/features/v1"),
    credentials: credentialsOf(options),
    tokenStore: options.tokens,
    // Called without a receiver, as browsers demand, and looked up once, so that a later patch of the global changes nothing.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    timeoutMs: checkTimeoutMs(options.timeoutMs ?? 30_000),
    retry: retryPolicy(options.retry),
    headers: fixedHeaders(options),
    clock: { ...systemClock, ...options.clock },
    hooks: {
      onRequest: options.onRequest,
      onResponse: options.onResponse,
      onRetry: options.onRetry,
    },
  };
}

const maxTimeoutMs = 2 ** 31 - 1;

export function checkTimeoutMs(timeoutMs: number): number {
  if (timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return timeoutMs;
  throw new InvalidRequestError(
    `timeoutMs is ${timeoutMs}: give milliseconds from 1 to ${maxTimeoutMs}, for example 30000.`,
  );
}

function serviceRoot(text: string): URL {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidRequestError(
      "baseUrl is not an http or https URL: give one such as https://service.example.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new InvalidRequestError(
      `baseUrl ${url.origin}${url.pathname} comes with a user, password, query or fragment: leave them out and give ` +
        "credentials as clientId and clientSecret.",
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

function featuresRoot(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  if (!/^(\/[\w.~:@%-]+)*$/.test(path) || /(^|\/)\.\.?(\/|$)/.test(path)) {
    throw new InvalidRequestError(
      `featuresPath is ${JSON.stringify(path)}: give a path below baseUrl such as /ogc/features/v1, or "".`,
    );
  }
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url;
}

function credentialsOf(options: ClientOptions): Settings["credentials"] {
  const { clientId, clientSecret, token } = options;
  if (token !== undefined && (clientId !== undefined || clientSecret !== undefined)) {
    throw new InvalidRequestError(
      "Both a token and an API client are given: give token, or clientId and clientSecret.",
    );
  }
  if (token !== undefined)
    return { kind: "token", token: typeof token === "string" ? checkToken(token) : token };
  if (clientId === undefined && clientSecret === undefined) return { kind: "none" };
  if (!clientId || !clientSecret) {
    const missing = clientId ? "clientSecret" : "clientId";
    throw new InvalidRequestError(
      `${missing} is missing: an API client needs clientId and clientSecret.`,
    );
  }
  return { kind: "client", id: clientId, secret: clientSecret };
}

/** Anything else could not stand in a header, and the platform's error would quote it. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

export function checkToken(token: unknown): string {
  if (isToken(token)) return token;
  throw new InvalidRequestError(
    "The token is not a bearer token: it must be visible ASCII characters without spaces.",
  );
}

function retryPolicy(given: Partial<RetryPolicy> = {}): RetryPolicy {
  const policy = { ...defaultRetryPolicy, ...given };
  const { maxRetries, maxElapsedMs, baseDelayMs } = policy;
  if (
    !Number.isInteger(maxRetries) ||
    maxRetries < 0 ||
    !(maxElapsedMs >= 0) ||
    !(baseDelayMs >= 0)
  ) {
    throw new InvalidRequestError(
      "retry is not valid: give a whole number of maxRetries and milliseconds, for example { maxRetries: 3, maxElapsedMs: 30000 }.",
    );
  }
  return policy;
}

/** By lower-case name. `Headers` are made only where there is something to check: the first takes Node 20 ms. */
function fixedHeaders(options: ClientOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const given = {
    ...options.headers,
    ...(options.userAgent !== undefined && { "user-agent": options.userAgent }),
  };
  for (const [name, value] of Object.entries(given)) {
    if (name.toLowerCase() === "authorization") {
      throw new InvalidRequestError(
        "headers holds Authorization: give token, or clientId and clientSecret.",
      );
    }
    try {
      for (const [key, checked] of new Headers([[name, value]])) headers[key] = checked;
    } catch {
      throw new InvalidRequestError(
        `headers holds ${JSON.stringify(name)}, which is no header, or its value is none.`,
      );
    }
  }
  return headers;
}
