import { isObject, type JsonObject, objectOf, withoutHidden } from "@emberline/map-app/answer/json";
import { ModelError, messageOf } from "./refusals.ts";

/** A message of Chat Completions. */
export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly tool_calls?: readonly ToolCallMessage[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

interface ToolCallMessage {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A call that a model asks for. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** JSON, unless the model failed at it. */
  readonly arguments: string;
}

/** One reply of a model. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Why it ended, such as "stop" or "length"; null if the stream broke off. */
  readonly finish: string | null;
}

/** A schema of a function, in OpenAI's format. */
export type FunctionSchema = JsonObject;

/** Beyond this, a text is cut: nobody reads on, and the page must stay quick. */
const maxTextLength = 100_000;
const maxCallLength = 100_000;
const maxCalls = 64;

interface Piece {
  id: string;
  name: string;
  arguments: string;
  index: number | null;
}

/** Puts a turn together from the choices of a stream or of a whole answer. */
export class TurnCollector {
  #text = "";
  #finish: string | null = null;
  readonly #pieces: Piece[] = [];
  /** Whether anything looked like Chat Completions. */
  #isChat = false;

  /** The text so far, without the thoughts that some models put before it. */
  get text(): string {
    return withoutHidden(withoutThoughts(this.#text));
  }

  /** Whether the text is as long as it may be: what follows is not needed. */
  get isFull(): boolean {
    return this.#text.length >= maxTextLength;
  }

  /**
   * Takes a chunk or a whole answer; what it does not know, it passes over.
   *
   * @throws {ModelError} when the endpoint reports an error, or the model calls without end
   */
  take(body: unknown): void {
    if (!isObject(body)) return;
    if (body.error !== undefined && body.error !== null)
      throw new ModelError(messageOf(body.error));
    const choice = firstChoice(body);
    if (!choice) return;
    this.#isChat = true;
    if (typeof choice.finish_reason === "string") this.#finish = choice.finish_reason;
    const delta = isObject(choice.delta) ? choice.delta : choice.message;
    if (!isObject(delta)) return;
    this.#addText(textOf(delta.content) + textOf(delta.refusal));
    if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) this.#addCall(call);
  }

  /** @throws {ModelError} when nothing was like Chat Completions */
  finished(): Turn {
    if (!this.#isChat)
      throw new ModelError(
        "The endpoint answered, but not with Chat Completions: check the base URL, which usually ends with /v1.",
      );
    return {
      text: this.text.trim(),
      calls: this.#pieces.map(
        ({ id, name, arguments: args }, i): RequestedCall => ({
          id: id || `call_${i + 1}`,
          name: withoutHidden(name),
          arguments: args,
        }),
      ),
      finish: this.#finish,
    };
  }

  #addText(text: string): void {
    this.#text = (this.#text + text).slice(0, maxTextLength);
    if (this.isFull) this.#finish = "length";
  }

  #addCall(call: unknown): void {
    if (!isObject(call)) return;
    const { id, name, args, index } = membersOf(call);
    const piece = this.#pieceFor(id, name, index);
    if (piece.id === "") piece.id = id;
    // Some providers repeat the name in every chunk, others send it in pieces.
    if (name !== piece.name) piece.name += name;
    piece.arguments += args;
    if (piece.id.length + piece.name.length + piece.arguments.length > maxCallLength)
      throw new ModelError("The model wrote arguments without end.");
  }

  /** Some providers send no index, the same index for all calls, or no id. */
  #pieceFor(id: string, name: string, index: number | null): Piece {
    const sameId = id === "" ? undefined : this.#pieces.find((each) => each.id === id);
    if (sameId) return sameId;
    const sameIndex =
      index === null ? undefined : this.#pieces.findLast((each) => each.index === index);
    if (sameIndex && (id === "" || sameIndex.id === "")) return sameIndex;
    const last = this.#pieces.at(-1);
    if (index === null && id === "" && name === "" && last) return last;
    if (this.#pieces.length >= maxCalls)
      throw new ModelError("The model asks for calls without end.");
    const piece = { id: "", name: "", arguments: "", index };
    this.#pieces.push(piece);
    return piece;
  }
}

function firstChoice({ choices }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.filter(isObject).find(({ index }) => index === undefined || index === 0);
}

function membersOf(call: JsonObject) {
  const given = objectOf(call.function);
  const { arguments: args } = given;
  return {
    id: textOf(call.id),
    name: textOf(given.name),
    args: isObject(args) ? JSON.stringify(args) : textOf(args),
    index: typeof call.index === "number" ? call.index : null,
  };
}

/** A text, or the texts of a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isObject(part) && typeof part.text === "string" ? part.text : ""))
    .join("");
}

function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, "");
}
