import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { emberlineServer, stop } from "../../lib/child.ts";
import { type HttpServer, startHttpServer } from "../../lib/http-server.ts";
import type { Line, Row } from "../../lib/row.ts";
import { Caller } from "../hold/caller.ts";
import { type Question, questionsOn, trivial } from "../hold/honest.ts";
import { attacks } from "../hold/hostile.ts";

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

interface Findings {
  calls: number;
  shed: number;
  wrong: string[];
  faults: string[];
  trivialMs: number[];
  /** The call that took longest to be answered. */
  longestMs: number;
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
    const caller = (i: number) => new Caller(server.origin, keys[i]!);
    try {
      // The server answers 503 until its data is loaded.
      while ((await fetch(`${server.origin}/readyz`)).status !== 200) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const calm = emptyFindings();
      await askTrivially(caller(0), calm, performance.now() + calmSeconds * 1000);
      const found = emptyFindings();
      const endMs = performance.now() + minutes * 60_000;
      const memory: number[] = [];
      const sampling = setInterval(() => memory.push(residentMB(server)), 5000);
      await Promise.all([
        askTrivially(caller(0), found, endMs),
        ...keys.slice(1).map((_, i) => {
          const each = caller(i + 1);
          return i + 1 < honestCallers
            ? ask(each, questions, found, endMs)
            : attack(each, found, endMs);
        }),
      ]).finally(() => clearInterval(sampling));
      for (const each of [...found.wrong, ...found.faults].slice(0, 20)) console.error(each);
      const third = Math.ceil(memory.length / 3);
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
        {
          name: "hold-memory",
          value: Math.max(...memory.slice(-third)) / Math.max(...memory.slice(0, third)),
          unit: "× peak memory of the last third against the first",
          goal: { kind: "≤", bound: 1.1 },
          measured: {
            unit: "MB",
            baseline: Math.max(...memory.slice(0, third)),
            emberline: Math.max(...memory.slice(-third)),
          },
        },
      ];
    } finally {
      await stop(server.child);
    }
  },
};

function emptyFindings(): Findings {
  return { calls: 0, shed: 0, wrong: [], faults: [], trivialMs: [], longestMs: 0 };
}

function count(name: string, value: number, unit: string, { calls, shed }: Findings): Line {
  const measured = { unit: "calls", emberline: calls, shed };
  return { name, value, unit, goal: { kind: "≤", bound: 0 }, measured };
}

async function post({ origin, headers }: Caller, tool: string, args: object) {
  const response = await fetch(`${origin}/tools/${tool}`, {
    method: "POST",
    headers,
    body: JSON.stringify(args),
  });
  return { status: response.status, body: await response.json() };
}

/** Counts a call and records how long it takes. */
async function timed<Answer>(found: Findings, answering: Promise<Answer>): Promise<Answer> {
  const startMs = performance.now();
  const answer = await answering;
  found.calls++;
  found.longestMs = Math.max(found.longestMs, performance.now() - startMs);
  return answer;
}

async function ask(
  caller: Caller,
  questions: readonly Question[],
  found: Findings,
  endMs: number,
): Promise<void> {
  while (performance.now() < endMs) {
    const question = questions[Math.floor(Math.random() * questions.length)]!;
    const { status, body } = await timed(found, post(caller, question.tool, question.args));
    if (status === 503) {
      found.shed++;
      await new Promise((resolve) => setTimeout(resolve, 500));
    } else if (status >= 500) {
      found.faults.push(`${status} ${JSON.stringify(body).slice(0, 200)}`);
    } else if (status !== 200 || isWrong(question, body)) {
      found.wrong.push(
        `${JSON.stringify(question)} → ${status} ${JSON.stringify(body).slice(0, 300)}`,
      );
    }
  }
}

/** A right answer is marked as partial, or is equal to the expected one. */
function isWrong(
  { matched }: Question,
  body: { matched: number; matched_exact: boolean; complete: boolean; omitted: number },
) {
  if (body.matched_exact) return body.matched !== matched;
  return body.complete || body.matched > matched;
}

async function askTrivially(caller: Caller, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const startMs = performance.now();
    const { status } = await post(caller, trivial.tool, trivial.args);
    found.calls++;
    if (status === 200) found.trivialMs.push(performance.now() - startMs);
    else if (status === 503) found.shed++;
    else found.faults.push(`${status} for ${trivial.tool}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function attack(caller: Caller, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const each = attacks[Math.floor(Math.random() * attacks.length)]!;
    const status = await timed(found, each(caller));
    if (status === 503) {
      found.shed++;
      await new Promise((resolve) => setTimeout(resolve, 500));
    } else if (status !== null && status >= 500)
      found.faults.push(`${status} for attack ${attacks.indexOf(each)}`);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function residentMB({ child }: HttpServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
