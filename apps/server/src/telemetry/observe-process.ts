import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { gauge } from "./gauge.ts";

const resolutionMs = 10;

/** Memory, processor time and the delay of the event loop. */
export function observeProcess(): void {
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
