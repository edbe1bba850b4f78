import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { version } from "../version.ts";
import { observeProcess } from "./observe-process.ts";

/** The metrics of this process. */
export interface ProcessMetrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
}

let opened: ProcessMetrics | undefined;

/** Starts to record what the packages measure by OpenTelemetry's API; once in a process. */
export function openMetrics(): ProcessMetrics {
  opened ??= open();
  return opened;
}

function open(): ProcessMetrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const resource = resourceFromAttributes({
    "service.name": "emberline",
    "service.version": version,
  });
  metrics.setGlobalMeterProvider(new MeterProvider({ resource, readers: [exporter] }));
  observeProcess();
  // Without the labels that name the package on every line.
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);
  return {
    async text() {
      const { resourceMetrics } = await exporter.collect();
      return serializer.serialize(withUnits(resourceMetrics));
    },
  };
}

const unitNames: Readonly<Record<string, string>> = { s: "seconds", By: "bytes" };

/** Names end with their unit, as Prometheus wants them; the serializer leaves it out. */
function withUnits(all: ResourceMetrics): ResourceMetrics {
  const scopeMetrics = all.scopeMetrics.map((each) => ({
    ...each,
    metrics: each.metrics.map((metric) => {
      const { name, unit } = metric.descriptor;
      const suffix = unitNames[unit];
      const descriptor = suffix ? { ...metric.descriptor, name: `${name}.${suffix}` } : undefined;
      return descriptor ? { ...metric, descriptor } : metric;
    }),
  }));
  return { ...all, scopeMetrics };
}
