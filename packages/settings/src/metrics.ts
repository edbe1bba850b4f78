import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { type Attributes, type MetricOptions, metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, type ResourceMetrics } from "@opentelemetry/sdk-metrics";

/** The metrics of this process. */
export interface ProcessMetrics {
  /** In the text format of Prometheus. */
  text(): Promise<string>;
}

/** Of that text. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Combinations of an entry of the keys file, a tool and an outcome. */
const maxCombinations = 50_000;

let opened: ProcessMetrics | undefined;

/** Starts to record what the packages measure by OpenTelemetry's API; once in a process. */
export function openMetrics(program: {
  readonly name: string;
  readonly version: string;
}): ProcessMetrics {
  opened ??= open(program);
  return opened;
}

function open({ name, version }: { readonly name: string; readonly version: string }) {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const resource = resourceFromAttributes({ "service.name": name, "service.version": version });
  const views = [{ instrumentName: "emberline.*", aggregationCardinalityLimit: maxCombinations }];
  metrics.setGlobalMeterProvider(new MeterProvider({ resource, views, readers: [exporter] }));
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

interface GaugeOptions extends MetricOptions {
  /** The value only grows. */
  readonly isTotal?: boolean;
  /** Ends the observation. */
  readonly until?: AbortSignal | undefined;
}

/** Records values that are read when somebody asks for the metrics. */
export function gauge(
  name: string,
  { isTotal, until, ...options }: GaugeOptions,
  read: (observe: (value: number, attributes?: Attributes) => void) => void | Promise<void>,
): void {
  const meter = metrics.getMeter("emberline");
  const instrument = isTotal
    ? meter.createObservableCounter(name, options)
    : meter.createObservableGauge(name, options);
  const callback: Parameters<typeof instrument.addCallback>[0] = (result) =>
    read((value, attributes) => result.observe(value, attributes));
  instrument.addCallback(callback);
  until?.addEventListener("abort", () => instrument.removeCallback(callback), { once: true });
}

/** Seconds; requests end after half a minute. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Records how long each of many things took. */
export function histogram(
  name: string,
  options: MetricOptions,
): (value: number, attributes: Attributes) => void {
  const advice = { explicitBucketBoundaries: boundaries };
  const instrument = metrics.getMeter("emberline").createHistogram(name, { ...options, advice });
  return (value, attributes) => instrument.record(value, attributes);
}

/** Which of several states something is in: 1 for that, 0 for the others. */
export function observeState<State extends string>(
  observe: (value: number, attributes: Attributes) => void,
  states: readonly State[],
  current: State,
  attributes: Attributes = {},
): void {
  for (const state of states) observe(Number(state === current), { ...attributes, state });
}
