/** What the model does next: it calls tools, or says its last word. */
export type Turn = { readonly calls: readonly ModelCall[] } | { readonly text: string };

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A tool's result, as a request brought it. */
export interface Received {
  readonly id: string;
  readonly text: string;
  /** `data:` URLs. */
  readonly pictures: readonly string[];
  /** As the provider's format marks an error; undefined if the format cannot. */
  readonly isError?: boolean;
}

export interface OfferedTool {
  readonly name: string;
  readonly description?: string;
  readonly schema: { readonly properties?: object; readonly required?: readonly string[] };
}

/** One provider's API, as far as a conversation with tools needs it. */
export interface Dialect {
  readonly path: string;
  /** The request with what the provider stored of the conversation, if it stores any. */
  restore?(request: Body, before: Exchange): Body;
  tools(request: Body): readonly OfferedTool[];
  /**
   * The results after the model's last turn, in their order.
   *
   * @throws {Error} when the provider would refuse the request
   */
  results(request: Body): readonly Received[];
  /** The answer as JSON. */
  whole(turn: Turn): object;
  /** The answer as events, arguments in two pieces. */
  events(turn: Turn): readonly SseEvent[];
}

/** A request, and the turn that answered it. */
export interface Exchange {
  readonly request: Body;
  readonly turn: Turn;
}

interface SseEvent {
  readonly event?: string;
  readonly data: object | string;
}

// Requests are what is tested: their shape is not known before.
// biome-ignore lint/suspicious/noExplicitAny: every member is checked where it is read
export type Body = Record<string, any>;

/** Frameworks keep one message of each id. */
export function idOf(turn: Turn): string {
  return "text" in turn ? "last" : turn.calls.map(({ id }) => id).join("_");
}

/** A text in two pieces, as it may arrive. */
export function halves(text: string): [string, string] {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
