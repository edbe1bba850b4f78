import { once } from "node:events";
import { askedAgain } from "../models/endpoint.ts";
import type { Model } from "../models/model.ts";
import { keyOf } from "../score/verdict.ts";
import { behindSearch } from "../systems/search.ts";
import type { System } from "../systems/system.ts";
import type { Question } from "../values/question.ts";
import { converse, type Limits, type Step } from "./converse.ts";
import { openRun, type RunFolder, tracePath } from "./folder.ts";
import { attemptOf, createTrace, readTrace, type TraceEvent } from "./trace.ts";

export interface AskOptions {
  readonly folder: RunFolder;
  readonly system: System;
  readonly model: Model;
  readonly limits: Limits;
  /** Conversations at the same time. */
  readonly parallel: number;
  /** What no trace may have: keys. */
  readonly secrets?: readonly string[];
  /** Ends the run at once: what has not ended by then is asked again. */
  readonly signal?: AbortSignal;
  /** Called after each attempt, with what is done and how many there are. */
  readonly onEnded?: (event: TraceEvent, done: number, all: number) => void;
}

/**
 * Asks all questions of a run that have no answer in its trace yet.
 *
 * @throws {Error} when it is ended, or the model's endpoint or the tools cannot be used any more:
 *   what was answered stays, and the same call goes on from there
 */
export async function askAll(options: AskOptions): Promise<void> {
  const { folder, system, model, limits, parallel, secrets, signal, onEnded } = options;
  openRun(folder);
  const path = tracePath(folder);
  const answered = new Set(
    [...readTrace(path)].flatMap(([key, events]) => (attemptOf(events) ? [key] : [])),
  );
  const all = conversationsOf(folder);
  const waiting = all.filter((steps) => steps.some(({ key }) => !answered.has(keyOf(key))));
  const total = all.reduce((sum, steps) => sum + steps.length, 0);
  let done = total - waiting.reduce((sum, steps) => sum + steps.length, 0);
  const write = createTrace(path, secrets);
  const trace = (event: TraceEvent) => {
    signal?.throwIfAborted();
    write(event);
    if (event.event === "ended") onEnded?.(event, ++done, total);
  };
  const errors: unknown[] = [];
  const work = async () => {
    for (let steps = waiting.shift(); steps && errors.length === 0; steps = waiting.shift()) {
      const tools = system.open();
      const shown = folder.settings.areToolsBehindSearch ? behindSearch(tools) : tools;
      await converse(steps, { model: askedAgain(model), tools: shown, limits }, trace);
    }
  };
  // Running conversations are finished before the error is thrown.
  const workers = Array.from({ length: parallel }, () =>
    work().catch((error) => errors.push(error)),
  );
  await Promise.race([Promise.all(workers), ...(signal ? [once(signal, "abort")] : [])]);
  signal?.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}

/** Each conversation is a question with those that follow it, in one wording, once. */
function conversationsOf({ questions, settings }: RunFolder): Step[][] {
  const chains = chainsOf(questions);
  return Array.from({ length: settings.runs }, (_, i) => i + 1).flatMap((run) =>
    chains.flatMap((chain) => {
      const wordings = settings.wordings === "first" ? 1 : chain[0]!.wordings.length;
      return Array.from({ length: wordings }, (_, wording) =>
        chain.map(({ id, wordings: texts }) => ({
          key: { question: id, wording, run },
          text: texts[wording]!.text,
        })),
      );
    }),
  );
}

/** Questions with those that follow them in the same conversation. */
export function chainsOf(questions: readonly Question[]): readonly (readonly Question[])[] {
  const chains = new Map<string, Question[]>();
  for (const question of questions) {
    const chain = question.follows === undefined ? undefined : chains.get(question.follows);
    const joined = [...(chain ?? []), question];
    if (question.follows !== undefined) chains.delete(question.follows);
    chains.set(question.id, joined);
  }
  return [...chains.values()];
}
