import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

/** Traces of a program. */
export interface Tracing {
  /** Sends the spans that are left, within the time. */
  end(withinMs: number): Promise<void>;
}

interface Program {
  readonly name: string;
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (line: string) => void;
}

const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/**
 * Sends the spans of the packages to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names. The
 * SDK reads the other `OTEL_` variables itself. Baggage of callers is not passed on.
 *
 * @throws {Error} when the endpoint is not a URL: one sentence for the operator
 */
export function startTracing({ name, version, environment, log }: Program): Tracing {
  for (const variable of endpoints) {
    const value = environment[variable]?.trim();
    if (value && !/^https?:\/\/[^/]/i.test(value))
      throw new Error(`${variable} is not a URL: give one such as http://127.0.0.1:4318.`);
  }
  let hasFailed = false;
  setGlobalErrorHandler(() => {
    if (!hasFailed) log("traces cannot be sent to the collector: spans are lost");
    hasFailed = true;
  });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": name, "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return {
    async end(withinMs) {
      const time = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), time]);
    },
  };
}
