import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import { type Question, trivial } from "./honest.ts";
import { attacks } from "./hostile.ts";

/** What callers found out. */
export class Findings {
  calls = 0;
  shed = 0;
  readonly wrong: string[] = [];
  readonly faults: string[] = [];
  readonly trivialMs: number[] = [];
  /** The call that took longest to be answered. */
  longestMs = 0;
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

/** Asks known questions at random until the end, and checks every answer. */
export async function ask(
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
      await sleep(500);
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

/** Makes trivial calls until the end and records how long they take. */
export async function askTrivially(caller: Caller, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const startMs = performance.now();
    const { status } = await post(caller, trivial.tool, trivial.args);
    found.calls++;
    if (status === 200) found.trivialMs.push(performance.now() - startMs);
    else if (status === 503) found.shed++;
    else found.faults.push(`${status} for ${trivial.tool}`);
    await sleep(20);
  }
}

/** Attacks at random until the end. */
export async function attack(caller: Caller, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const each = attacks[Math.floor(Math.random() * attacks.length)]!;
    const status = await timed(found, each(caller));
    if (status === 503) {
      found.shed++;
      await sleep(500);
    } else if (status !== null && status >= 500)
      found.faults.push(`${status} for attack ${attacks.indexOf(each)}`);
  }
}
