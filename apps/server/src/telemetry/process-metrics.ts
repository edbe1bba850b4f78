import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { version } from "../version.ts";
import { gauge } from "./gauge.ts";

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

const resolutionMs = 10;

/** Memory, processor time and the delay of the event loop. */
function observeProcess(): void {
  gauge("process.memory.usage", { unit: "By", description: "Resident memory." }, (observe) =>
    observe(process.memoryUsage.rss()),
  );
  gauge("nodejs.heap.used", { unit: "By", description: "Used JavaScript heap." }, (observe) =>
    observe(process.memoryUsage().heapUsed),
  );
  gauge("process.uptime", { unit: "s", description: "Time since the start." }, (observe) =>
    observe(process.uptime()),
  );
  gauge(
    "process.cpu.time",
    { unit: "s", description: "Processor time.", isTotal: true },
    (observe) => {
      const { user, system } = process.cpuUsage();
      observe(user / 1e6, { mode: "user" });
      observe(system / 1e6, { mode: "system" });
    },
  );
  observeEventLoop();
}

function observeEventLoop(): void {
  const delay = startMonitor();
  if (!delay) return;
  const percentiles = [50, 90, 99, 100];
  const description = "Delay of the event loop since the last reading, by percentile.";
  gauge("nodejs.eventloop.delay", { unit: "s", description }, (observe) => {
    for (const percentile of percentiles) {
      const measured = delay.percentile(percentile) / 1e9;
      observe(Math.max(0, measured - resolutionMs / 1000), { percentile });
    }
    delay.reset();
  });
}

/** Undefined on runtimes that cannot measure it. */
function startMonitor(): IntervalHistogram | undefined {
  try {
    const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
    monitor.enable();
    return monitor;
  } catch {
    return undefined;
  }
}
