import { AsyncLocalStorage } from "node:async_hooks";
import { requestIdOf } from "@emberline/http-tools";
import { type Log, type LogOptions, openLog, traceIdOf } from "@emberline/settings/node";
import { trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";

interface Current {
  readonly requestId: string;
  /** As the caller sent it: without an SDK it is passed on as it is. */
  readonly traceparent: string | undefined;
}

/** The request for which work is done: its ids are in logs, and in requests to services. */
const requests = new AsyncLocalStorage<Current>();

export const followRequest: MiddlewareHandler = (c, next) =>
  requests.run({ requestId: requestIdOf(c), traceparent: c.req.header("traceparent") }, next);

/** The trace of the current request, if its caller or the operator traces. */
export function currentTraceId(): string | undefined {
  const own = trace.getActiveSpan()?.spanContext();
  if (own && trace.isSpanContextValid(own)) return own.traceId;
  return traceIdOf(requests.getStore()?.traceparent);
}

/** Logs for the operator, with the ids of the current request. */
export function openServerLog(
  options: LogOptions,
  to: NodeJS.WritableStream = process.stderr,
): Log {
  const context = () => ({
    request_id: requests.getStore()?.requestId,
    trace_id: currentTraceId(),
  });
  return openLog({ ...options, prefix: "emberline: ", context, to });
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Sends requests with the ids of the current request, by which logs of services are joined. */
export function followedBy(send: Fetch): Fetch {
  return (input, init) => {
    const current = requests.getStore();
    if (!current) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set("x-request-id", current.requestId);
    const { traceparent } = current;
    if (traceIdOf(traceparent) !== undefined && !headers.has("traceparent"))
      headers.set("traceparent", traceparent!);
    return send(input, { ...init, headers });
  };
}
