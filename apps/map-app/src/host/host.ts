import type { CallToolResult, Transport } from "@modelcontextprotocol/client";
import { App, type McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import { isObject, type JsonObject, objectOf, textOf } from "../answer/json.ts";
import { isReadable } from "./limits.ts";

/** How far the call whose answer is shown got. */
export type CallState =
  | { readonly phase: "waiting" }
  /** The model writes its arguments, or the tool runs. */
  | { readonly phase: "running"; readonly args: JsonObject; readonly isPartial: boolean }
  | { readonly phase: "answered"; readonly args: JsonObject; readonly answer: JsonObject }
  | { readonly phase: "failed"; readonly message: string }
  | { readonly phase: "cancelled"; readonly reason: string | null };

/** What the host told the page. */
export interface HostState {
  readonly call: CallState;
  readonly context: McpUiHostContext;
  /** What the host offers. */
  readonly can: {
    readonly callTools: boolean;
    readonly ask: boolean;
    readonly fullscreen: boolean;
  };
  readonly isClosed: boolean;
}

const info = { name: "emberline-map", version: "0.1.0" };

/** A call may wait for a service that loads its data. */
const timeoutMs = 60_000;

/** The conversation that shows the page: what it tells, and what can be asked of it. */
export class Host {
  readonly #app: App;
  readonly #end = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: HostState = {
    call: { phase: "waiting" },
    context: {},
    can: { callTools: false, ask: false, fullscreen: false },
    isClosed: false,
  };

  /** @param options autoResize: whether the page tells its height, which needs a document */
  constructor(options: { autoResize: boolean }) {
    const capabilities = { availableDisplayModes: ["inline" as const, "fullscreen" as const] };
    this.#app = new App(info, capabilities, options);
    this.#app.ontoolinputpartial = (params) => this.#run(params.arguments, true);
    this.#app.ontoolinput = (params) => this.#run(params.arguments, false);
    this.#app.ontoolresult = (result) => {
      if (isReadable(result)) this.#set({ call: this.#answered(result) });
    };
    this.#app.ontoolcancelled = ({ reason }) =>
      this.#set({ call: { phase: "cancelled", reason: textOf(reason) } });
    this.#app.onhostcontextchanged = () => this.#readContext();
    this.#app.onteardown = () => {
      this.#close();
      return {};
    };
    this.#app.onclose = () => this.#close();
  }

  get state(): HostState {
    return this.#state;
  }

  /** Aborts when the host takes the page down. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Calls back after every change; returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async connect(transport: Transport): Promise<void> {
    await this.#app.connect(transport);
    this.#readContext();
  }

  /**
   * Calls a tool of the server. Nothing is sent after the page's end.
   *
   * @throws {Error} with the tool's sentence, or why the host refused
   */
  async call(name: string, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const ended = AbortSignal.any([signal, this.#end.signal]);
    ended.throwIfAborted();
    const result = await this.#app.callServerTool(
      { name, arguments: { ...args } },
      { signal: ended, timeout: timeoutMs },
    );
    if (!isReadable(result)) throw new Error("The host passed on an answer that is too large.");
    if (result.isError) throw new Error(reasonOf(result));
    return objectOf(result.structuredContent);
  }

  /** Puts a message of the person into the conversation; false if the host refused it. */
  async ask(text: string): Promise<boolean> {
    if (this.#state.isClosed) return false;
    const message = { role: "user" as const, content: [{ type: "text" as const, text }] };
    const { isError } = await this.#app.sendMessage(message, { signal: this.#end.signal });
    return !isError;
  }

  /** Tells the model what the map shows, for its next turn. */
  async tell(text: string): Promise<void> {
    if (this.#state.isClosed || !this.#app.getHostCapabilities()?.updateModelContext) return;
    const content = [{ type: "text" as const, text }];
    await this.#app.updateModelContext({ content }, { signal: this.#end.signal });
  }

  async toggleFullscreen(): Promise<void> {
    const mode = this.#state.context.displayMode === "fullscreen" ? "inline" : "fullscreen";
    const granted = await this.#app.requestDisplayMode({ mode }, { signal: this.#end.signal });
    this.#set({ context: { ...this.#state.context, displayMode: granted.mode } });
  }

  #run(args: JsonObject | undefined, isPartial: boolean): void {
    this.#set({ call: { phase: "running", args: args ?? {}, isPartial } });
  }

  #answered(result: CallToolResult): CallState {
    if (result.isError) return { phase: "failed", message: reasonOf(result) };
    const { call } = this.#state;
    const args = call.phase === "running" || call.phase === "answered" ? call.args : {};
    const answer = result.structuredContent ?? parsed(wordsOf(result));
    return isObject(answer)
      ? { phase: "answered", args, answer }
      : { phase: "failed", message: "The host passed on an answer without its data." };
  }

  #readContext(): void {
    const context = this.#app.getHostContext() ?? {};
    const offered = this.#app.getHostCapabilities();
    const can = {
      callTools: offered?.serverTools !== undefined,
      ask: offered?.message !== undefined,
      fullscreen: context.availableDisplayModes?.includes("fullscreen") === true,
    };
    this.#set({ context, can });
  }

  #close(): void {
    if (this.#state.isClosed) return;
    this.#end.abort();
    this.#set({ isClosed: true });
  }

  /** What is too large is passed over. */
  #set(change: Partial<HostState>): void {
    if (!isReadable(change)) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Some hosts pass on the text only, which is the same JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(result: CallToolResult): string {
  const words = wordsOf(result);
  const told = parsed(words);
  const message = isObject(told) ? told.message : words;
  return textOf(message) ?? "The tool failed without a reason.";
}

function wordsOf({ content }: CallToolResult): string {
  return (content ?? []).flatMap((each) => (each.type === "text" ? [each.text] : [])).join(" ");
}
