// Preloaded into every measured process, also into programs that are not ours:
// answers the questions that the parent sends as messages.
import { openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/** How often the event loop is asked for a turn, in milliseconds. */
const tickMs = 2;

/** @type {{ cpuMs: number, wallMs: number } | undefined} */
let longest;

/** @type {Record<string, () => unknown>} */
const answers = {
  usage() {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    return { cpuUs: userCPUTime + systemCPUTime, maxRssKiB: maxRSS };
  },
  async retained() {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc");
    // Finalizers free memory only in a second collection, and pages are returned later.
    collectGarbage();
    await sleep(500);
    collectGarbage();
    await sleep(500);
    const { heapUsed, external, rss } = process.memoryUsage();
    const { code_and_metadata_size: codeBytes } = getHeapCodeStatistics();
    return { heapBytes: heapUsed + external, codeBytes, residentBytes: rss };
  },
  /** What keeps the event loop busy: sockets, timers, requests; how many of each kind. */
  resources() {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  },
  /** The longest hold of the event loop since the last question. */
  hold() {
    const hold = longest ?? watch();
    longest = { cpuMs: 0, wallMs: 0 };
    return hold;
  },
};

/** Starts to note how long the event loop is held; on Linux only. */
function watch() {
  // Node 20 does not tell the CPU time of a thread.
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const text = Buffer.alloc(64);
  const now = () => {
    const length = readSync(file, text, 0, text.length, 0);
    const [cpuNs] = text.toString("latin1", 0, length).split(" ", 1);
    return { cpuMs: Number(cpuNs) / 1e6, wallMs: performance.now() };
  };
  let last = now();
  setInterval(() => {
    const { cpuMs, wallMs } = now();
    longest = {
      cpuMs: Math.max(longest?.cpuMs ?? 0, cpuMs - last.cpuMs),
      wallMs: Math.max(longest?.wallMs ?? 0, wallMs - last.wallMs),
    };
    last = { cpuMs, wallMs };
  }, tickMs).unref();
  return { cpuMs: 0, wallMs: 0 };
}

if (isMainThread) {
  process.on("message", async (question) => {
    process.send?.(await answers[String(question)]?.());
  });
  // Exit with the benchmark.
  process.on("disconnect", () => process.exit());
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
