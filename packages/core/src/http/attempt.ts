import {
  type EmberlineError,
  type ErrorDetails,
  NetworkError,
  ResponseError,
} from "../values/errors.ts";
import type { Hooks, ResponseEvent } from "./call-options.ts";
import { retryAfterMs } from "./circuit.ts";
import { type Clock, settleOrAbort } from "./deadline.ts";
import type { Fetch } from "./fetch.ts";
import {
  type BodyReader,
  errorOfStatus,
  excerpt,
  isTransient,
  type ResponseBody,
  readErrorBody,
  TooLargeBody,
  UnreadableBody,
} from "./response-body.ts";
import { isUnder, parseUrl, type Redactor, readable } from "./urls.ts";

const maxRedirects = 5;

/** A redirect that is not followed: it leaves the service, has no target, or loops. */
class ForeignRedirect {
  readonly status: number;
  readonly target: URL | undefined;
  constructor(status: number, target: URL | undefined) {
    this.status = status;
    this.target = target;
  }
}

/**
 * Fetches, following redirects only under `root`; without it, none. The platform would send the
 * token to any target.
 */
async function fetchUnder(
  root: URL | undefined,
  start: URL,
  init: RequestInit,
  fetch: Fetch,
): Promise<{ response: Response; url: URL } | ForeignRedirect> {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(readable(url), { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    // Browsers hide where a redirect leads.
    const hidden = response.type === "opaqueredirect";
    if (!hidden && (!isRedirect(response.status) || location === null)) return { response, url };
    await response.body?.cancel();
    const target = location === null ? undefined : parseUrl(location, url);
    if (!target || !root || !isUnder(target, root) || hops === maxRedirects) {
      return new ForeignRedirect(response.status, target);
    }
    url = target;
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

export interface OutgoingRequest<T> {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** False for a request that must not be sent twice. */
  repeatable: boolean;
  /** Redirects are followed only to this URL and below it; without it, never. */
  redirectsUnder?: URL;
  /**
   * True for the token exchange: its answers are never quoted; a refusal is an authentication
   * error.
   */
  exchange?: boolean;
  /** Of the answer; default that of the client. */
  maxBytes?: number;
  /** A sentence for the message of a 404. */
  notFoundHint?: string;
  read(body: ResponseBody): Promise<T>;
}

export interface Reply<T> {
  value: T;
  response: Response;
  /** Where the answer came from, after redirects. */
  url: URL;
  /** The request's URL without secrets. */
  shownUrl: string;
  /** The error for an answer that breaks the interface; the sentence has no full stop. */
  invalid(sentence: string): ResponseError;
}

/** A failed attempt. */
export interface Failure {
  error: EmberlineError;
  /** Another attempt may succeed. */
  transient: boolean;
  retryAfterMs?: number | undefined;
}

export interface AttemptSettings {
  fetch: Fetch;
  headers: Record<string, string>;
  clock: Clock;
  redactor: Redactor;
  hooks: Hooks;
  bodies: BodyReader;
}

interface AttemptContext {
  /** The request's URL without secrets. */
  shownUrl: string;
  token: string | undefined;
  /** 1 for the first. */
  attempt: number;
  signal: AbortSignal;
  traceHeaders: Record<string, string>;
  onResponse: ((event: ResponseEvent) => void) | undefined;
}

/** Sends a request once. Throws only if the signal is aborted or a hook throws. */
export async function sendOnce<T>(
  request: OutgoingRequest<T>,
  context: AttemptContext,
  settings: AttemptSettings,
): Promise<Reply<T> | Failure> {
  const { clock, hooks, redactor } = settings;
  const { attempt, shownUrl, signal } = context;
  const { method } = request;
  const what = `${method} ${shownUrl}`;
  const details: ErrorDetails = { method, url: shownUrl, attempts: attempt };

  const sentAtMs = clock.monotonicMs();
  hooks.onRequest?.({ method, url: shownUrl, attempt });
  let answer: { response: Response; url: URL } | ForeignRedirect;
  try {
    const init = requestInit(request, context, settings.headers);
    const fetched = fetchUnder(request.redirectsUnder, request.url, init, settings.fetch);
    answer = await settleOrAbort(fetched, signal);
  } catch (cause) {
    if (signal.aborted) throw cause;
    const error = new NetworkError(`${what} did not reach the service.`, { ...details, cause });
    return { error, transient: true };
  }
  if (answer instanceof ForeignRedirect) {
    const to = answer.target ? ` to ${redactor.url(answer.target)}` : "";
    const message =
      `${what} was redirected${to}, which is not followed: the token stays with the service. ` +
      "If the service has moved, give its new address as baseUrl.";
    return {
      error: new ResponseError(message, { ...details, status: answer.status }),
      transient: false,
    };
  }

  const { response, url } = answer;
  details.status = response.status;
  details.requestId =
    response.headers.get("x-request-id") ?? response.headers.get("request-id") ?? undefined;
  const durationMs = clock.monotonicMs() - sentAtMs;
  const event: ResponseEvent = { method, url: shownUrl, attempt, response, durationMs };
  hooks.onResponse?.(event);
  context.onResponse?.(event);
  try {
    const body = settings.bodies.open(response, request.maxBytes);
    if (!response.ok) return refusal(await settleOrAbort(body.text(), signal));
    const value = await settleOrAbort(request.read(body), signal);
    const invalid = (sentence: string): ResponseError =>
      new ResponseError(`${what}: ${redactor.text(sentence)}.`, details);
    return { value, response, url, shownUrl, invalid };
  } catch (cause) {
    if (signal.aborted) throw cause;
    if (cause instanceof UnreadableBody) return unreadable(cause.message);
    if (cause instanceof TooLargeBody) {
      const advice = request.maxBytes ? "" : ": request fewer features per page";
      const message = `${what} was answered with a body that ${cause.message}${advice}.`;
      return { error: new ResponseError(message, { ...details, cause }), transient: false };
    }
    const error = new NetworkError(`${what} broke off in the middle of the answer.`, {
      ...details,
      cause,
    });
    return { error, transient: true };
  }

  function refusal(text: string): Failure {
    const { serviceCode, description } = readErrorBody(text);
    const code = serviceCode && redactor.text(serviceCode).slice(0, 100);
    const said = excerpt(request.exchange ? (code ?? "") : redactor.text(description ?? text));
    const waitMs = retryAfterMs(response.headers, clock.now());
    const transient = isTransient(response.status);
    const refusedClient = request.exchange && !transient && response.status < 500;
    const hint = request.exchange
      ? noEndpointHint(response.status, serviceCode)
      : response.status === 404 && request.notFoundHint
        ? ` ${request.notFoundHint}`
        : "";
    const error = errorOfStatus(
      refusedClient ? 401 : response.status,
      `${what} was answered ${response.status}: ${said}.${hint}`,
      { ...details, serviceCode: code, retryAfterMs: waitMs },
    );
    return { error, transient, retryAfterMs: waitMs };
  }

  function unreadable(text: string): Failure {
    const said = request.exchange ? "" : `: ${excerpt(redactor.text(text))}`;
    const error = new ResponseError(
      `${what} was answered with a body that is not JSON${said}.`,
      details,
    );
    // Broken JSON was probably truncated in transit; an HTML page would only be repeated.
    return { error, transient: /json/i.test(response.headers.get("content-type") ?? "") };
  }
}

/** Services also refuse a missing token where they have no token endpoint. */
function noEndpointHint(status: number, serviceCode: string | undefined): string {
  const isElsewhere = [404, 405, 410].includes(status) || serviceCode === "invalid-token";
  return isElsewhere ? " There is no token endpoint at this address: check the base URL." : "";
}

function requestInit(
  request: OutgoingRequest<unknown>,
  { token, signal, traceHeaders }: AttemptContext,
  fixedHeaders: Record<string, string>,
): RequestInit {
  const headers = new Headers(fixedHeaders);
  const added = { ...traceHeaders, ...request.headers };
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const { method, body } = request;
  return { method, headers, signal, ...(body !== undefined && { body }) };
}
