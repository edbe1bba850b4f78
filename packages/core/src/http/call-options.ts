import type { Pause } from "@emberline/turns";
import type { EmberlineError } from "../values/errors.ts";

interface RequestEvent {
  method: string;
  /** Without secrets. */
  url: string;
  /** 1 for the first. */
  attempt: number;
}

export interface ResponseEvent extends RequestEvent {
  /** Use only its status and headers; the client reads the body. */
  response: Response;
  durationMs: number;
}

export interface RetryEvent extends RequestEvent {
  delayMs: number;
  error: EmberlineError;
}

/** Observers. An error that they throw ends the call. */
export interface Hooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** One of several services, which an answer is without. */
export interface MissingService {
  readonly name: string;
  /** Why it did not answer. */
  readonly error: EmberlineError;
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Time limit of each request of this call, in milliseconds; default: the client's. */
  timeoutMs?: number | undefined;
  /**
   * Pauses while a page of thousands of features is read; without it, the event loop is blocked.
   */
  pause?: Pause | undefined;
  /** Receives the status and headers of every answer, also of failed attempts. */
  onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Receives each of several services that a list is without, because it did not answer. */
  onMissing?: ((missing: MissingService) => void) | undefined;
}
