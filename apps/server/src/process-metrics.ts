import { timingSafeEqual } from "node:crypto";
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import type { Circuit } from "@emberline/core";
import { problem } from "@emberline/http-tools";
import type { EmbeddedService, FeedStatus } from "@emberline/reference-service";
import type { CallQueue } from "@emberline/tools";
import type { WorkerThreads } from "@emberline/tools/node";
import { type Attributes, type MetricOptions, metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import type { Handler } from "hono";
import { keyDigest } from "./access/grants.ts";
import { isFromThisMachine } from "./caller.ts";
import type { Connections } from "./connections.ts";
import type { Settings } from "./read-settings.ts";
import { version } from "./version.ts";

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** `GET /metrics`: with the operator's key for it, or without one only for this machine. */
export function metricsPage(
  metrics: ProcessMetrics,
  settings: Pick<Settings, "metricsKey" | "trustProxy">,
): Handler {
  return async (c) => {
    const metricsKey = settings.metricsKey();
    const key = metricsKey === undefined ? null : keyDigest(metricsKey);
    if (key === null && !isFromThisMachine(c, settings)) {
      return problem(
        "forbidden",
        "The metrics are for this machine only: the operator can open them with EMBERLINE_METRICS_KEY.",
      );
    }
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (key !== null && !timingSafeEqual(key, keyDigest(shown))) {
      return problem(
        "unauthorized",
        "The key of EMBERLINE_METRICS_KEY is needed: send the header Authorization: Bearer KEY.",
        { "www-authenticate": "Bearer" },
      );
    }
    return new Response(await metrics.text(), { headers: { "content-type": contentType } });
  };
}

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

/** Live feeds, by name: how old their last reading is, and how their attempts went. */
export function observeFeeds(feeds: () => readonly FeedStatus[], until?: AbortSignal): void {
  const age = "Time since the last complete reading of a live feed; absent before the first.";
  gauge("emberline.feed.age", { unit: "s", description: age, until }, (observe) => {
    for (const { name, readAt } of feeds()) {
      if (readAt !== null) observe((Date.now() - readAt) / 1000, { feed: name });
    }
  });
  const attempts = "Readings of a live feed that began.";
  total("emberline.feed.attempts", "{reading}", attempts, (feed) => feed.attempts);
  const failures = "Readings of a live feed that failed.";
  total("emberline.feed.failures", "{reading}", failures, (feed) => feed.failures);
  const rows = "Rows that live feeds received, rejected, added, replaced and removed.";
  gauge(
    "emberline.feed.rows",
    { unit: "{row}", description: rows, isTotal: true, until },
    (observe) => {
      for (const { name, rows } of feeds()) {
        for (const [kind, count] of Object.entries(rows)) observe(count, { feed: name, kind });
      }
    },
  );

  function total(
    name: string,
    unit: string,
    description: string,
    read: (feed: FeedStatus) => number,
  ): void {
    gauge(name, { unit, description, isTotal: true, until }, (observe) => {
      for (const feed of feeds()) observe(read(feed), { feed: feed.name });
    });
  }
}

/** Nodes of the store, by name; no row of one whose coordinator is away. */
export function observeNodes(nodes: EmbeddedService["nodes"], until?: AbortSignal): void {
  const description = "1 for a node of the store that is there, 0 for one that is away.";
  gauge("emberline.store.node.up", { description, until }, async (observe) => {
    for (const { name, isAway } of await nodes().catch(() => [])) {
      observe(isAway ? 0 : 1, { node: name });
    }
  });
}

/** Calls that run and wait, by lane. */
export function observeQueue(queue: CallQueue, until?: AbortSignal): void {
  const description = "Tool calls that run or wait for a free slot.";
  gauge("emberline.queue.calls", { unit: "{call}", description, until }, (observe) => {
    for (const [lane, { running, waiting }] of Object.entries(queue.load)) {
      observe(running, { lane, state: "running" });
      observe(waiting, { lane, state: "waiting" });
    }
  });
}

export function observeConnections(connections: Connections, until?: AbortSignal): void {
  const description = "Open connections, active while a request is not answered.";
  gauge("emberline.server.connections", { unit: "{connection}", description, until }, (observe) => {
    const { active, idle } = connections.load;
    observe(active, { state: "active" });
    observe(idle, { state: "idle" });
  });
}

/** Threads for heavy work, and tasks that wait for one. */
export function observeThreads(workers: WorkerThreads, until?: AbortSignal): void {
  const threads = "Threads for heavy work.";
  gauge(
    "emberline.worker.threads",
    { unit: "{thread}", description: threads, until },
    (observe) => {
      for (const [pool, load] of Object.entries(workers.load)) observe(load.threads, { pool });
    },
  );
  const tasks = "Heavy work that waits for a thread.";
  gauge("emberline.worker.waiting", { unit: "{task}", description: tasks, until }, (observe) => {
    for (const [pool, load] of Object.entries(workers.load)) observe(load.waiting, { pool });
  });
}

const states = ["closed", "half-open", "open"] as const;

/** @param circuits by the name of the upstream client: the operator's, or an entry's */
export function observeCircuits(
  circuits: () => Iterable<readonly [string, Circuit]>,
  until?: AbortSignal,
): void {
  const description = "1 for the current state of the circuit of each upstream client.";
  gauge("emberline.circuit.state", { description, until }, (observe) => {
    for (const [upstream, circuit] of circuits()) {
      for (const state of states) observe(Number(circuit.state === state), { upstream, state });
    }
  });
}

interface GaugeOptions extends MetricOptions {
  /** The value only grows. */
  readonly isTotal?: boolean;
  /** Ends the observation. */
  readonly until?: AbortSignal | undefined;
}

/** Records values that are read when somebody asks for the metrics. */
function gauge(
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
