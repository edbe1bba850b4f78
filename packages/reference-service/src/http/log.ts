import { randomUUID } from "node:crypto";
import { traceOf } from "@emberline/settings";
import type { MiddlewareHandler } from "hono";
import { Problem } from "../values/problems.ts";
import type { ServiceEnv } from "./environment.ts";

/** The log entry of a request. It never contains tokens, secrets or values of parameters. */
export interface LogEntry {
  /** RFC 3339, by the service's clock. */
  time: string;
  requestId: string;
  method: string;
  path: string;
  /** The names of the query parameters. */
  parameters: string[];
  status: number;
  /** Time until the response headers were ready. */
  milliseconds: number;
  /** Where an internal error came from: names and stack, no values. */
  trace?: string;
}

/** Gives every request an id and logs it once it is answered. */
export function requestLog(
  log: ((entry: LogEntry) => void) | undefined,
  now: () => number,
): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    await next();
    context.res.headers.set("X-Request-Id", requestId);
    const { error } = context;
    log?.({
      time: new Date(now()).toISOString(),
      requestId,
      method: context.req.method,
      path: context.req.path,
      parameters: [...new URL(context.req.url).searchParams.keys()],
      status: context.res.status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
      ...(error && !(error instanceof Problem) && { trace: traceOf(error) }),
    });
  };
}
