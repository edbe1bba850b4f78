import { lexer, type Token } from "marked";

/** The tokens of a text, null if it nests too deep; before its parsing, undefined. */
export type MarkdownReply = readonly Token[] | null | undefined;

/** As much of the worker's global as is used: the page's types have no workers. */
interface Scope {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(reply: MarkdownReply): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data: text }) => {
  scope.postMessage(undefined);
  try {
    scope.postMessage(lexer(text, { gfm: true }));
  } catch {
    scope.postMessage(null);
  }
};
