import { type ReadonlySignal, signal } from "@preact/signals";
import type { Said } from "../common/route.ts";
import type { Api } from "../server/api.ts";
import type { Calls, ToolCall } from "../server/calls.ts";
import type { Status } from "../server/status.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Message } from "./collect-turn.ts";
import type { Exchange, Schemas, Step } from "./exchange.ts";

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
  readonly #schemas = signal<Schemas | null>(null);
  /** What the model has read and said in earlier questions. */
  #messages: readonly Message[] = [];
  /** The same, after each question. */
  readonly #messagesAfter = new Map<number, readonly Message[]>();
  /** All that were asked, also those that the person went back from. */
  readonly #past = new Map<number, Exchange>();
  #end: AbortController | null = null;
  #restoring: object | null = null;
  #lastId = 0;
  #lastNumber = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  get exchanges(): ReadonlySignal<readonly Exchange[]> {
    return this.#exchanges;
  }

  /** The schemas that the model got; null before the first question. */
  get schemas(): ReadonlySignal<Schemas | null> {
    return this.#schemas;
  }

  get isRunning(): boolean {
    return this.#exchanges.value.at(-1)?.state === "running";
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
    this.#messages = [];
    this.#lastNumber = 0;
    for (const each of said) {
      const key = JSON.stringify(each);
      const known = [...this.#past.values()].findLast(
        (past) => past.state !== "running" && JSON.stringify(this.#saidOf(past)) === key,
      );
      if (known) {
        this.#exchanges.value = [...this.#exchanges.value, known];
        this.#messages = this.#messagesAfter.get(known.id) ?? [];
        for (const step of known.steps)
          if (step.kind !== "text") this.#lastNumber = Math.max(this.#lastNumber, step.number);
      } else await this.#runAgain(each, mayRun);
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
    this.#messages = [];
    this.#lastNumber = 0;
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
    await this.#exchange(question, by, async (id, signal) => {
      await Promise.all(
        calls.map(({ tool, args }) => {
          const { id: callId, ended } = this.#options.calls.start(tool, args, {
            by,
            signal,
          });
          this.addStep(id, { kind: "call", callId, number: this.nextNumber() });
          return ended;
        }),
      );
      return note;
    });
  }

  /** Puts a question to the chosen model. */
  async ask(question: string): Promise<void> {
    const model = this.#options.model.value;
    if (!model) return;
    this.#restoring = null;
    await this.#exchange(question, "model", async (id, signal) => {
      const { askWithTools } = await import("./ask-with-tools.ts");
      signal.throwIfAborted();
      const { messages, note } = await askWithTools(question, {
        ...this.#options,
        model,
        conversation: this,
        exchangeId: id,
        earlier: this.#messages,
        schemas: this.#schemas.value,
        signal,
      });
      this.#messages = messages;
      this.#messagesAfter.set(id, messages);
      return note;
    });
  }

  setSchemas(schemas: Schemas): void {
    this.#schemas.value = schemas;
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  addStep(exchangeId: number, step: Step): void {
    this.#change(exchangeId, ({ steps }) => ({ steps: [...steps, step] }));
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
    work: (id: number, signal: AbortSignal) => Promise<string>,
  ): Promise<void> {
    this.stop();
    const end = new AbortController();
    this.#end = end;
    this.#lastId += 1;
    const id = this.#lastId;
    const started: Exchange = { id, question, by, steps: [], state: "running", note: "" };
    this.#exchanges.value = [...this.#exchanges.value, started];
    try {
      const note = await work(id, end.signal);
      this.#change(id, () => ({ state: end.signal.aborted ? "stopped" : "done", note }));
    } catch (error) {
      if (end.signal.aborted) {
        this.#change(id, () => ({ state: "stopped" }));
        return;
      }
      this.#change(id, () => ({ state: "failed", note: sentenceOf(error) }));
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
