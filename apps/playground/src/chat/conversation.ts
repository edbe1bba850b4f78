import { type ReadonlySignal, signal } from "@preact/signals";
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
  #end: AbortController | null = null;
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

  /** Ends the running question; nothing is sent after it. */
  stop(): void {
    this.#end?.abort();
  }

  /** Starts a new conversation. */
  clear(): void {
    this.stop();
    this.#exchanges.value = [];
    this.#messages = [];
    this.#lastNumber = 0;
  }

  /** Runs ready calls, as a model would have called them. */
  async runReady(question: string, calls: readonly ToolCall[]): Promise<void> {
    await this.#exchange(question, "example", async (id, signal) => {
      await Promise.all(
        calls.map(({ tool, args }) => {
          const { id: callId, ended } = this.#options.calls.start(tool, args, {
            by: "example",
            signal,
          });
          this.addStep(id, { kind: "call", callId, number: this.nextNumber() });
          return ended;
        }),
      );
      return "";
    });
  }

  /** Puts a question to the chosen model. */
  async ask(question: string): Promise<void> {
    const model = this.#options.model.value;
    if (!model) return;
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
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error && (error.name === "ModelError" || error.name === "ApiError")
    ? error.message
    : "The page failed: reload it and ask again.";
}
