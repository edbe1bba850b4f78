import type { ServerResponse } from "node:http";
import { requestIdOf } from "@emberline/http-tools";
import { type Log, traceIdOf } from "@emberline/settings/node";
import {
  type Attributes,
  context,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Context, MiddlewareHandler } from "hono";

const scope = "emberline";
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30];

/**
 * A span and a duration for every request, by OpenTelemetry's conventions for HTTP servers. A
 * request lasts until its answer was sent. Its id is recorded; queries, other headers and callers
 * are not.
 */
export function observeRequests(log?: Log): MiddlewareHandler {
  const duration = metrics.getMeter(scope).createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of HTTP server requests.",
    advice: { explicitBucketBoundaries: boundaries },
  });
  return async (c, next) => {
    const startMs = performance.now();
    const { method } = c.req;
    const route = routeOf(c.req.path);
    const attributes: Attributes = {
      "http.request.method": methods.has(method) ? method : "_OTHER",
      "url.scheme": "http",
      ...(route !== undefined && { "http.route": route }),
    };
    const parent = propagation.extract(context.active(), c.req.raw.headers, headerGetter);
    const name = [attributes["http.request.method"], route].filter(Boolean).join(" ");
    const span = trace
      .getTracer(scope)
      .startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const end = () => {
      // A client that left before there was an answer.
      const status = c.finalized ? c.res.status : 499;
      attributes["http.response.status_code"] = status;
      if (status >= 500) {
        attributes["error.type"] = String(status);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.setAttributes({
        ...attributes,
        // By the conventions a list; of the caller, if it sent one.
        "http.response.header.x-request-id": [requestIdOf(c)],
      });
      span.end();
      const milliseconds = performance.now() - startMs;
      duration.record(milliseconds / 1000, attributes);
      log?.(`${name} ${status} in ${Math.round(milliseconds)} ms`, "debug", {
        request_id: requestIdOf(c),
        trace_id: traceOfSpan(span) ?? traceIdOf(c.req.header("traceparent")),
      });
    };
    const outgoing = outgoingOf(c);
    outgoing?.once("close", end);
    try {
      await context.with(trace.setSpan(parent, span), next);
    } finally {
      if (!outgoing) end();
    }
  };
}

/** Undefined where nobody traces. */
function traceOfSpan(span: Span): string | undefined {
  const known = span.spanContext();
  return trace.isSpanContextValid(known) ? known.traceId : undefined;
}

/** Absent if the request did not arrive on a socket. */
function outgoingOf(c: Context): ServerResponse | undefined {
  return c.env?.outgoing;
}

const headerGetter = {
  keys: (headers: Headers) => [...headers.keys()],
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
};

const fixed = [
  "/mcp",
  "/tools",
  "/tools/call",
  "/openapi.json",
  "/docs",
  "/docs/api",
  "/healthz",
  "/readyz",
  "/metrics",
  "/",
];

/** The pattern of a path, without names from callers; undefined for paths that do not exist. */
function routeOf(path: string): string | undefined {
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (fixed.includes(plain)) return plain;
  if (/^\/tools\/[^/]+$/.test(plain)) return "/tools/{name}";
  if (/^\/exports\/[^/]+$/.test(plain)) return "/exports/{id}";
  if (plain.startsWith("/service/")) return "/service/*";
  if (plain.startsWith("/docs/")) return "/docs/*";
  return undefined;
}
