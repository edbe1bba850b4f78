import { type Attributes, type MetricOptions, metrics } from "@opentelemetry/api";

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
