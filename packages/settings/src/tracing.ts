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

const maxFrames = 10;
const maxCauses = 4;

/**
 * The origin of an unforeseen error, for the operator's log: its name, code and stack, and those of
 * its causes. Messages are left out, since they may quote a token, a URL with a key, or data.
 */
export function traceOf(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each !== undefined && parts.length < maxCauses; each = causeOf(each)) {
    parts.push([labelOf(each), ...framesOf(each)].join("\n"));
  }
  return parts.join("\ncaused by ");
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function labelOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${error === null ? "null" : typeof error}`;
  const { name, code } = error as Error & { code?: unknown };
  return [name, code].filter(isIdentifier).join(" ") || "Error";
}

function isIdentifier(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z_][\w.-]{0,60}$/.test(value);
}

/** The stack's lines after the message, which may span lines that look like frames. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== "string") return [];
  const { stack, message } = error;
  const start = message === "" ? 0 : stack.indexOf(message) + message.length;
  const lines = start < message.length ? [] : stack.slice(start).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).slice(0, maxFrames);
}
