import type { TokenStore } from "../auth/token-store.ts";
import type { EmberlineError } from "../errors.ts";
import type { Clock } from "./clock.ts";
import type { Fetch } from "./fetch.ts";
import type { RetryPolicy } from "./retry.ts";

export interface RequestEvent {
  method: string;
  /** Without secrets. */
  url: string;
  /** 1 for the first. */
  attempt: number;
}

export interface ResponseEvent extends RequestEvent {
  /** Status and headers; the body belongs to the client. */
  response: Response;
  durationMs: number;
}

export interface RetryEvent extends RequestEvent {
  delayMs: number;
  error: EmberlineError;
}

/** Observers; what they throw ends the call. */
export interface Hooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

export interface ClientOptions extends Hooks {
  /** Root of the service, http or https, without user, password or query. */
  baseUrl: string;
  /** Path of the feature API below `baseUrl`; default `/ogc/features/v1`, `""` where they are one. */
  featuresPath?: string;
  /** The API client; both or neither. */
  clientId?: string;
  clientSecret?: string;
  /** Instead of an API client: a ready bearer token, or a function that gives one and is asked again after a 401. */
  token?: string | (() => string | Promise<string>);
  /** Where processes share their tokens; default: this client alone keeps its own, in memory. */
  tokens?: TokenStore;
  /** Default: the platform's. */
  fetch?: Fetch;
  /** Most time of one request, with its token, retries, waits and body, in milliseconds; default 30,000. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Sent with every request. */
  headers?: Record<string, string>;
  userAgent?: string;
  clock?: Partial<Clock>;
}

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Most time of each request of this call, in milliseconds; default: the client's. */
  timeoutMs?: number | undefined;
  /** Sees status and headers of every answer of this call, failed attempts included. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
}
