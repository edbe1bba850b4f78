import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { EmberlineError } from "../values/errors.ts";

/** Seconds, by the conventions. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Spans and a duration metric by OpenTelemetry's HTTP client conventions, with an SDK. */
export interface Telemetry {
  /** Runs one attempt in a span, with the headers that propagate the trace. */
  observe<T extends { response: Response } | { error: EmberlineError }>(
    request: { method: string; url: URL; attempt: number },
    run: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T>;
}

export function createTelemetry(roots: Roots): Telemetry {
  const tracer = trace.getTracer("@emberline/core");
  const duration = metrics
    .getMeter("@emberline/core")
    .createHistogram("http.client.request.duration", {
      unit: "s",
      description: "Duration of HTTP client requests.",
      advice: { explicitBucketBoundaries: boundaries },
    });

  return {
    async observe({ method, url, attempt }, run) {
      const template = templateOf(url, roots);
      const attributes: Record<string, string | number> = {
        "http.request.method": method,
        "server.address": url.hostname,
        "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
        "url.scheme": url.protocol.slice(0, -1),
        ...(template !== undefined && { "url.template": template }),
      };
      // Ids and queries come from callers, so they are not traced.
      const span = tracer.startSpan(template === undefined ? method : `${method} ${template}`, {
        kind: SpanKind.CLIENT,
        attributes: {
          ...attributes,
          "url.full": url.origin + (template ?? ""),
          ...(attempt > 1 && { "http.request.resend_count": attempt - 1 }),
        },
      });
      const spanContext = trace.setSpan(context.active(), span);
      const startedAtMs = performance.now();
      try {
        const headers: Record<string, string> = {};
        propagation.inject(spanContext, headers);
        const result = await context.with(spanContext, () => run(headers));
        const status = "error" in result ? result.error.status : result.response.status;
        if (status !== undefined) attributes["http.response.status_code"] = status;
        if ("error" in result) {
          attributes["error.type"] = result.error.status?.toString() ?? result.error.code;
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        return result;
      } catch (error) {
        attributes["error.type"] = "aborted";
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.setAttributes(attributes);
        span.end();
        duration.record((performance.now() - startedAtMs) / 1000, attributes, spanContext);
      }
    },
  };
}

/** The roots of a service's interfaces. */
interface Roots {
  readonly baseUrl: URL;
  readonly featuresUrl: URL;
}

const featurePaths: readonly [RegExp, string][] = [
  [/^\/collections$/, "/collections"],
  [/^\/collections\/[^/]+$/, "/collections/{collection}"],
  [/^\/collections\/[^/]+\/queryables$/, "/collections/{collection}/queryables"],
  [/^\/collections\/[^/]+\/items$/, "/collections/{collection}/items"],
  [/^\/collections\/[^/]+\/items\/[^/]+$/, "/collections/{collection}/items/{feature}"],
];
const otherPaths: readonly string[] = ["/v1/token", "/v1/fire-spread/simulations"];

/** The path of a URL without ids (`url.template`); undefined if the interface does not have it. */
function templateOf(url: URL, { baseUrl, featuresUrl }: Roots): string | undefined {
  const path = pathUnder(url, featuresUrl);
  const found = featurePaths.find(([pattern]) => path !== undefined && pattern.test(path));
  if (found) return rootOf(featuresUrl) + found[1];
  const other = pathUnder(url, baseUrl);
  return otherPaths.find((each) => each === other) && url.pathname;
}

function pathUnder(url: URL, root: URL): string | undefined {
  const start = rootOf(root);
  return url.pathname.startsWith(start) ? url.pathname.slice(start.length) : undefined;
}

function rootOf({ pathname }: URL): string {
  return pathname.replace(/\/$/, "");
}
