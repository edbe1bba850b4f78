import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import type { Question } from "./honest.ts";
import { attacks } from "./hostile.ts";

/** What callers found out. */
export class Findings {
  calls = 0;
  shed = 0;
  readonly wrong: string[] = [];
  readonly faults: string[] = [];
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
    const { status, text } = await caller.call(question.tool, question.args);
    found.calls++;
    if (status === 503) {
      found.shed++;
      await sleep(500);
    } else if (status === null || status >= 500) {
      found.faults.push(`${status} ${text.slice(0, 200)}`);
    } else if (status !== 200 || isWrong(question, JSON.parse(text))) {
      found.wrong.push(`${JSON.stringify(question)} → ${status} ${text.slice(0, 300)}`);
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

/** Asks for the health of the server until the end. */
export async function askHealth(origin: string, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status !== 200) found.faults.push(`${answer?.status} for /healthz`);
    await sleep(500);
  }
}

/** Attacks at random until the end. */
export async function attack(caller: Caller, found: Findings, endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const each = attacks[Math.floor(Math.random() * attacks.length)]!;
    const status = await each(caller);
    found.calls++;
    if (status === 503) {
      found.shed++;
      await sleep(500);
    } else if (status !== null && status >= 500) {
      found.faults.push(`${status} for attack ${attacks.indexOf(each)}`);
    }
  }
}
