import type { JsonObject } from "@emberline/map-app/answer/json";
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type Answer, type Api, ApiError } from "./api.ts";

/** Who started a call. */
export type CalledBy = "person" | "model" | "example" | "link";

/** What is called, and with what. */
export interface ToolCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** A call of a tool, from its start on. */
export interface Call extends ToolCall {
  /** Unique in the page's life. */
  readonly id: number;
  readonly by: CalledBy;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly state: "running" }
  | { readonly state: "answered"; readonly answer: Answer; readonly durationMs: number }
  | { readonly state: "failed"; readonly error: ApiError; readonly durationMs: number }
  | { readonly state: "cancelled"; readonly durationMs: number };

/** The answer of a call, if it has one. */
export function answerOf(call: Call | null): Answer | null {
  return call?.outcome.state === "answered" ? call.outcome.answer : null;
}

interface RunOptions {
  readonly by: CalledBy;
  readonly signal?: AbortSignal;
}

/** All calls of the page, oldest first, and the one that the map and the drawer show. */
export class Calls {
  readonly #api: Api;
  readonly #all = signal<readonly Call[]>([]);
  readonly #shownId = signal<number | null>(null);
  readonly #pinnedId = signal<number | null>(null);
  readonly all: ReadonlySignal<readonly Call[]> = this.#all;
  /** The call that stays shown while others are answered. */
  readonly pinnedId: ReadonlySignal<number | null> = this.#pinnedId;
  readonly #ends = new Map<number, AbortController>();
  #lastId = 0;

  /** The call whose answer the map and the drawer show. */
  readonly shown: ReadonlySignal<Call | null> = computed(
    () => this.#all.value.find(({ id }) => id === this.#shownId.value) ?? null,
  );

  constructor(api: Api) {
    this.#api = api;
  }

  /** Shows a call on the map and in the drawer, and unpins others; null shows none. */
  show(id: number | null): void {
    if (this.#pinnedId.value !== id) this.#pinnedId.value = null;
    this.#shownId.value = id;
  }

  /** Shows a call until it is unpinned, whatever is answered meanwhile; null unpins. */
  pin(id: number | null): void {
    this.#pinnedId.value = id;
    if (id !== null) this.#shownId.value = id;
  }

  /** Calls a tool and shows its answer when it arrives; resolves when the call has ended. */
  run(tool: string, args: JsonObject, options: RunOptions): Promise<Call> {
    return this.start(tool, args, options).ended;
  }

  /** As `run`, for those who follow a call from its start. */
  start(
    tool: string,
    args: JsonObject,
    { by, signal: outer }: RunOptions,
  ): { readonly id: number; readonly ended: Promise<Call> } {
    const id = ++this.#lastId;
    const end = new AbortController();
    this.#ends.set(id, end);
    const started: Call = {
      id,
      tool,
      args,
      by,
      startedMs: Date.now(),
      outcome: { state: "running" },
    };
    this.#all.value = [...this.#all.value, started];
    const signal = outer ? AbortSignal.any([outer, end.signal]) : end.signal;
    return { id, ended: this.#finish(started, signal) };
  }

  /** Ends a running call. */
  cancel(id: number): void {
    this.#ends.get(id)?.abort();
  }

  async #finish(started: Call, signal: AbortSignal): Promise<Call> {
    const { id } = started;
    const outcome = await this.#outcomeOf(started, signal);
    this.#ends.delete(id);
    const ended = { ...started, outcome };
    this.#all.value = this.#all.value.map((each) => (each.id === id ? ended : each));
    if (outcome.state === "answered" && this.#pinnedId.value === null) this.show(id);
    return ended;
  }

  async #outcomeOf({ tool, args }: Call, signal: AbortSignal): Promise<Outcome> {
    const start = performance.now();
    const durationMs = () => performance.now() - start;
    try {
      const answer = await this.#api.call(tool, args, signal);
      return { state: "answered", answer, durationMs: durationMs() };
    } catch (error) {
      if (signal.aborted) return { state: "cancelled", durationMs: durationMs() };
      if (!(error instanceof ApiError)) throw error;
      return { state: "failed", error, durationMs: durationMs() };
    }
  }
}

/** What a model reads of a call that has ended; null while it runs. */
export function asModelReads({ outcome }: Call): string | null {
  switch (outcome.state) {
    case "running":
      return null;
    case "answered":
      return outcome.answer.text;
    case "failed": {
      const { code } = outcome.error.problem;
      return `${typeof code === "string" ? code : "failed"}: ${outcome.error.message}`;
    }
    case "cancelled":
      return "cancelled: The person cancelled this call.";
  }
}
