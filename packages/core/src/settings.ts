import type { AnyServer } from "./any-server.ts";
import { type AuthHeader, headerValue } from "./auth/auth-header.ts";
import { checkBearerToken } from "./auth/bearer-token.ts";
import type { TokenStore } from "./auth/token-store.ts";
import type { Hooks } from "./http/call-options.ts";
import { type Circuit, defaultRetryPolicy, type RetryPolicy } from "./http/circuit.ts";
import { type Clock, checkTimeoutMs, systemClock } from "./http/deadline.ts";
import type { Fetch } from "./http/fetch.ts";
import { type BodyLimits, BodyReader, defaultBodyLimits } from "./http/response-body.ts";
import { parseUrl } from "./http/urls.ts";
import { InvalidRequestError } from "./values/errors.ts";

export interface ClientOptions extends Hooks {
  /** Root of the service, http or https, without user, password or query. */
  baseUrl: string;
  /** Path of the feature API under `baseUrl`; default `/ogc/features/v1`, `""` for none. */
  featuresPath?: string;
  /** `anyServer` for other OGC API Features servers; without it, only the interface is accepted. */
  server?: AnyServer;
  /** The API client. Give both or neither. */
  clientId?: string;
  /** Or a function, called for each exchange, where the secret may change. */
  clientSecret?: string | (() => string);
  /** Instead of an API client: a bearer token, or a function, called again after a 401. */
  token?: string | (() => string | Promise<string>);
  /** Instead of both: a header with a key, sent with every request and masked like a token. */
  authHeader?: AuthHeader;
  /** Where processes share their tokens; default: the memory of this client. */
  tokens?: TokenStore;
  /** Default: the platform's. */
  fetch?: Fetch;
  /** Time limit of a request, including token, retries and body; default 30,000. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Refuses requests at once while the service does not answer; one for each client. */
  circuit?: Circuit;
  /** Sent with every request. */
  headers?: Record<string, string>;
  userAgent?: string;
  clock?: Partial<Clock>;
  /** Limits for responses in memory; default 128 MiB each, 512 MiB together. */
  bodyLimits?: Partial<BodyLimits>;
}

/** The validated options with defaults. */
export interface Settings {
  baseUrl: URL;
  featuresUrl: URL;
  server: AnyServer | undefined;
  credentials:
    | { kind: "none" }
    | { kind: "client"; id: string; secret: () => string }
    | { kind: "token"; token: string | (() => string | Promise<string>) }
    | { kind: "header"; header: AuthHeader };
  tokenStore: TokenStore | undefined;
  fetch: Fetch;
  timeoutMs: number;
  retry: RetryPolicy;
  circuit: Circuit | undefined;
  headers: Record<string, string>;
  clock: Clock;
  hooks: Hooks;
  bodies: BodyReader;
}

/** Throws `InvalidRequestError`. Messages never repeat values that may be secret. */
export function resolveSettings(options: ClientOptions): Settings {
  const baseUrl = serviceRoot(options.baseUrl);
  const credentials = credentialsOf(options);
  return {
    baseUrl,
    featuresUrl: featuresRoot(baseUrl, options.featuresPath ?? "/ogc/features/v1"),
    server: options.server,
    credentials,
    tokenStore: options.tokens,
    // Browsers require this receiver. Binding here also ignores later patches of the global.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    timeoutMs: checkTimeoutMs(options.timeoutMs ?? 30_000),
    retry: retryPolicy(options.retry),
    circuit: options.circuit,
    headers: fixedHeaders(options),
    clock: { ...systemClock, ...options.clock },
    bodies: new BodyReader({ ...defaultBodyLimits, ...options.bodyLimits }),
    hooks: {
      onRequest: options.onRequest,
      onResponse: options.onResponse,
      onRetry: options.onRetry,
    },
  };
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
      `baseUrl ${url.origin}${url.pathname} has a user, password, query or fragment: leave them out and give ` +
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
      `featuresPath is ${JSON.stringify(path)}: give a path under baseUrl such as /ogc/features/v1, or "".`,
    );
  }
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url;
}

function credentialsOf(options: ClientOptions): Settings["credentials"] {
  const { clientId, clientSecret, token, authHeader } = options;
  const kinds = [token, authHeader, clientId ?? clientSecret];
  if (kinds.filter((each) => each !== undefined).length > 1) {
    throw new InvalidRequestError(
      "Several credentials are given: give token, authHeader, or clientId and clientSecret.",
    );
  }
  if (authHeader !== undefined) return { kind: "header", header: authHeader };
  if (token !== undefined)
    return { kind: "token", token: typeof token === "string" ? checkBearerToken(token) : token };
  if (clientId === undefined && clientSecret === undefined) return { kind: "none" };
  if (!clientId || !clientSecret) {
    const missing = clientId ? "clientSecret" : "clientId";
    throw new InvalidRequestError(
      `${missing} is missing: an API client needs clientId and clientSecret.`,
    );
  }
  const secret = typeof clientSecret === "string" ? () => clientSecret : clientSecret;
  return { kind: "client", id: clientId, secret };
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

/** By lower-case name. Avoids `Headers` if there are none: the first takes Node 20 ms. */
function fixedHeaders(options: ClientOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const given = {
    ...options.headers,
    ...(options.userAgent !== undefined && { "user-agent": options.userAgent }),
  };
  for (const [name, value] of Object.entries(given)) {
    if (name.toLowerCase() === "authorization") {
      throw new InvalidRequestError(
        "headers has Authorization: give token, authHeader, or clientId and clientSecret.",
      );
    }
    add(name, value);
  }
  if (options.authHeader) add(options.authHeader.name, headerValue(options.authHeader));
  return headers;

  function add(name: string, value: string): void {
    try {
      for (const [key, checked] of new Headers([[name, value]])) headers[key] = checked;
    } catch {
      throw new InvalidRequestError(
        `headers has ${JSON.stringify(name)}: its name or its value is not valid in HTTP.`,
      );
    }
  }
}
