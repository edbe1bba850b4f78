import { type ReadonlySignal, signal } from "@preact/signals";
import type { Said } from "../common/route.ts";
import type { Api } from "../server/api.ts";
import type { Calls, ToolCall } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Exchange, NewStep, Schemas } from "./exchange.ts";

interface ConversationOptions {
  readonly api: Api;
  readonly calls: Calls;
  readonly fetch: typeof fetch;
  readonly model: ReadonlySignal<ChosenModel | null>;
  readonly status: ReadonlySignal<Status | null>;
}

/** Questions and answers, one at a time. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #exchanges = signal<readonly Exchange[]>([]);
  readonly exchanges: ReadonlySignal<readonly Exchange[]> = this.#exchanges;
  /** All that were asked, also those that the person went back from. */
  readonly #past = new Map<number, Exchange>();
  #end: AbortController | null = null;
  #restoring: object | null = null;
  #lastId = 0;

  /** The schemas that the model got; null before the first question. */
  readonly schemas = signal<Schemas | null>(null);

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** The questions and their calls, as an address has them. */
  get said(): readonly Said[] {
    return this.#exchanges.value.map((each) => this.#saidOf(each));
  }

  /** Whether questions of an address are still to be restored. */
  get isRestoring(): boolean {
    return this.#restoring !== null;
  }

  /**
   * Shows a conversation of an address: as it was, where the page still knows it; else its calls
   * are made again, of the tools that `mayRun`.
   */
  async restore(said: readonly Said[], mayRun: (tool: string) => boolean): Promise<void> {
    const token = {};
    this.stop();
    this.#restoring = token;
    this.#exchanges.value = [];
    for (const each of said) {
      const key = JSON.stringify(each);
      const known = [...this.#past.values()].findLast(
        (past) => past.state !== "running" && JSON.stringify(this.#saidOf(past)) === key,
      );
      if (known) this.#exchanges.value = [...this.#exchanges.value, known];
      else await this.#runAgain(each, mayRun);
      // A new question was asked meanwhile, or another address was opened.
      if (this.#restoring !== token) return;
    }
    this.#restoring = null;
  }

  async #runAgain({ question, isByModel, calls }: Said, mayRun: (tool: string) => boolean) {
    const runs = calls.filter(({ tool }) => mayRun(tool));
    const notes = [
      isByModel
        ? "The calls were made again; what the model wrote is not kept in the address."
        : null,
      runs.length < calls.length ? "A call that writes a file was not made again." : null,
    ].filter((each) => each !== null);
    await this.#runCalls(question, runs, isByModel ? "link" : "example", notes.join(" "));
  }

  #saidOf({ question, by, steps }: Exchange): Said {
    const all = this.#options.calls.all.value;
    return {
      question,
      isByModel: by !== "example",
      calls: steps.flatMap((step) => {
        const call = step.kind === "call" ? all.find(({ id }) => id === step.callId) : undefined;
        return call ? [{ tool: call.tool, args: call.args }] : [];
      }),
    };
  }

  /** Ends the running question; nothing is sent after it. */
  stop(): void {
    this.#end?.abort();
  }

  /** Starts a new conversation. */
  clear(): void {
    this.stop();
    this.#restoring = null;
    this.#exchanges.value = [];
  }

  /** Runs ready calls, as a model would have called them. */
  async runReady(question: string, calls: readonly ToolCall[]): Promise<void> {
    this.#restoring = null;
    await this.#runCalls(question, calls, "example", "");
  }

  async #runCalls(
    question: string,
    calls: readonly ToolCall[],
    by: "example" | "link",
    note: string,
  ): Promise<void> {
    await this.#exchange(question, by, async ({ id }, signal) => {
      const started = calls.map(({ tool, args }) =>
        this.#options.calls.start(tool, args, { by, signal }),
      );
      for (const { id: callId } of started) this.addStep(id, { kind: "call", callId });
      await Promise.all(started.map(({ ended }) => ended));
      return note;
    });
  }

  /** Puts a question to the chosen model. */
  async ask(question: string): Promise<void> {
    const model = this.#options.model.value;
    if (!model) return;
    this.#restoring = null;
    await this.#exchange(question, "model", async ({ id, messages: earlier }, signal) => {
      const { askWithTools } = await import("./ask-with-tools.ts");
      signal.throwIfAborted();
      const { messages, note } = await askWithTools(question, {
        ...this.#options,
        model,
        conversation: this,
        exchangeId: id,
        earlier,
        signal,
      });
      this.#change(id, () => ({ messages }));
      return note;
    });
  }

  /** @returns the number of the step, which citations show */
  addStep(exchangeId: number, step: NewStep): number {
    const all = this.#exchanges.value.flatMap(({ steps }) => steps);
    const last = all.reduce(
      (most, each) => (each.kind === "text" ? most : Math.max(most, each.number)),
      0,
    );
    const number = last + 1;
    this.#change(exchangeId, ({ steps }) => ({ steps: [...steps, { ...step, number }] }));
    return number;
  }

  /** Writes the text that is arriving, at the end of the steps. */
  setText(exchangeId: number, text: string): void {
    this.#change(exchangeId, ({ steps }) => {
      const before = steps.at(-1)?.kind === "text" ? steps.slice(0, -1) : steps;
      return { steps: text === "" ? before : [...before, { kind: "text", text }] };
    });
  }

  /** Runs `work` as an exchange; it resolves with a note for the person. */
  async #exchange(
    question: string,
    by: Exchange["by"],
    work: (exchange: Exchange, signal: AbortSignal) => Promise<string>,
  ): Promise<void> {
    this.stop();
    const end = new AbortController();
    this.#end = end;
    this.#lastId += 1;
    const id = this.#lastId;
    const messages = this.#exchanges.value.at(-1)?.messages ?? [];
    const exchange = { id, question, by, messages, steps: [], note: "" } as const;
    const started: Exchange = { ...exchange, state: "running" };
    this.#exchanges.value = [...this.#exchanges.value, started];
    try {
      const note = await work(started, end.signal);
      this.#change(id, () => ({ state: end.signal.aborted ? "stopped" : "done", note }));
    } catch (error) {
      this.#change(id, () =>
        end.signal.aborted ? { state: "stopped" } : { state: "failed", note: sentenceOf(error) },
      );
    }
  }

  #change(id: number, change: (exchange: Exchange) => Partial<Exchange>): void {
    this.#exchanges.value = this.#exchanges.value.map((each) =>
      each.id === id ? { ...each, ...change(each) } : each,
    );
    const changed = this.#exchanges.value.find((each) => each.id === id);
    if (changed) this.#past.set(id, changed);
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && (error.name === "ModelError" || error.name === "ApiError")
    ? error.message
    : "The page failed: reload it and ask again.";
}
