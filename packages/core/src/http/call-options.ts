import type { EmberlineError } from "../values/errors.ts";

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

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Most time of each request of this call, in milliseconds; default: the client's. */
  timeoutMs?: number | undefined;
  /** Sees status and headers of every answer of this call, failed attempts included. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
}
