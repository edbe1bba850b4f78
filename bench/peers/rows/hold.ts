import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { emberlineServer, type Retained, retained, stop } from "../../lib/child.ts";
import { type HttpServer, startHttpServer } from "../../lib/http-server.ts";
import type { Line, Row } from "../../lib/row.ts";
import { Caller } from "../hold/caller.ts";
import { type Question, questionsOn } from "../hold/honest.ts";
import { ask, askTrivially, attack, Findings } from "../hold/load.ts";

const data = fileURLToPath(new URL("../../../../shared/data", import.meta.url));
const honestCallers = 40;
const hostileCallers = 10;
/** One key per caller, since the server shares its slots among keys. */
const keys = Array.from(
  { length: honestCallers + hostileCallers },
  (_, i) => `caller-${String(i).padStart(16, "0")}`,
);
const minutes = Number(process.env.HOLD_MINUTES ?? 5);
const calmSeconds = 10;

/** The server's memory under load and when all calls have ended. */
interface Memory {
  /** The greatest resident memory under load, garbage included. */
  readonly peakMB: number;
  /** What is left after the load and a collection of garbage. */
  readonly left: Retained;
}

/**
 * Five minutes with 40 honest callers and 10 hostile ones: wrong answers, faults, waiting, memory.
 */
export const hold: Row = {
  name: "hold",
  async run(): Promise<Line[]> {
    const questions = await questionsOn(data);
    const server = await startHttpServer(emberlineServer, {
      args: ["--data", data],
      env: { EMBERLINE_API_KEYS: keys.join() },
    });
    try {
      // The server answers 503 until its data is loaded.
      while ((await fetch(`${server.origin}/readyz`)).status !== 200) await sleep(200);
      const calm = new Findings();
      const calmEndMs = performance.now() + calmSeconds * 1000;
      await askTrivially(new Caller(server.origin, keys[0]!), calm, calmEndMs);
      const found = new Findings();
      // By the end of the first third, the caches are filled.
      const first = await underLoad(server, questions, found, minutes / 3);
      const rest = await underLoad(server, questions, found, (minutes * 2) / 3);
      for (const each of [...found.wrong, ...found.faults].slice(0, 20)) console.error(each);
      return [
        count("hold-wrong", found.wrong.length, `wrong answers of ${found.calls}`, found),
        count("hold-faults", found.faults.length, "5xx answers other than 503", found),
        {
          name: "hold-longest",
          value: found.longestMs / 1000,
          unit: "s for the slowest answer, where calls may take 30 s",
          goal: { kind: "≤", bound: 31 },
          measured: { unit: "ms", emberline: found.longestMs },
        },
        {
          name: "hold-trivial",
          value: percentile(found.trivialMs, 0.99) - percentile(calm.trivialMs, 0.99),
          unit: "ms more than calm, 99th percentile of a trivial call",
          goal: { kind: "≤", bound: 50 },
          measured: {
            unit: "ms",
            baseline: percentile(calm.trivialMs, 0.99),
            emberline: percentile(found.trivialMs, 0.99),
          },
        },
        ...growth(first, rest),
      ];
    } finally {
      await stop(server.child);
    }
  },
};

async function underLoad(
  server: HttpServer,
  questions: readonly Question[],
  found: Findings,
  minutes: number,
): Promise<Memory> {
  const endMs = performance.now() + minutes * 60_000;
  let peakMB = 0;
  const sampling = setInterval(() => {
    peakMB = Math.max(peakMB, residentMB(server));
  }, 1000);
  const callers = keys.map((key) => new Caller(server.origin, key));
  await Promise.all(
    callers.map((caller, i) => {
      if (i === 0) return askTrivially(caller, found, endMs);
      return i < honestCallers
        ? ask(caller, questions, found, endMs)
        : attack(caller, found, endMs);
    }),
  ).finally(() => clearInterval(sampling));
  return { peakMB, left: await retained(server.child) };
}

/**
 * Judges what is left after a collection, since a leak stays and garbage goes: peaks under load
 * depend on when V8 collects, and differ by half between equal thirds.
 */
function growth(first: Memory, rest: Memory): Line[] {
  const line = (name: string, member: keyof Retained, of: string): Line => {
    const [before, after] = [first.left[member] / 1e6, rest.left[member] / 1e6];
    const peaks = `${first.peakMB.toFixed(0)} and ${rest.peakMB.toFixed(0)} MB`;
    return {
      name,
      value: after / before,
      unit: `× ${of} after garbage collection, at the end against after the first third: ${before.toFixed(0)} and ${after.toFixed(0)} MB; peaks with garbage, not judged: ${peaks}`,
      goal: { kind: "≤", bound: 1.1 },
      measured: {
        unit: "MB",
        baseline: before,
        emberline: after,
        peak_first: first.peakMB,
        peak_rest: rest.peakMB,
      },
    };
  };
  return [
    line("hold-heap", "heapBytes", "heap and buffers of the main thread"),
    line("hold-memory", "residentBytes", "resident memory of all threads"),
  ];
}

function count(name: string, value: number, unit: string, { calls, shed }: Findings): Line {
  const measured = { unit: "calls", emberline: calls, shed };
  return { name, value, unit, goal: { kind: "≤", bound: 0 }, measured };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function residentMB({ child }: HttpServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024) / 1e6;
}
