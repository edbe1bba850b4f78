import { lexer, type Token } from "marked";

/** What the page asks for: the tokens of a text. */
export interface MarkdownRequest {
  readonly id: number;
  readonly text: string;
}

export interface MarkdownReply {
  readonly id: number;
  /** Null if the text nests too deep; undefined when its parsing begins. */
  readonly tokens?: readonly Token[] | null;
}

/** As much of the worker's global as is used: the page's types have no workers. */
interface Scope {
  onmessage: ((event: MessageEvent<MarkdownRequest>) => void) | null;
  postMessage(reply: MarkdownReply): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data: { id, text } }) => {
  scope.postMessage({ id });
  try {
    scope.postMessage({ id, tokens: lexer(text, { gfm: true }) });
  } catch {
    scope.postMessage({ id, tokens: null });
  }
};
