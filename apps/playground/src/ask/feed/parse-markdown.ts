import type { Token } from "marked";
import type { MarkdownReply, MarkdownRequest } from "./markdown-worker.ts";

/** Longer texts stay plain, which keeps the page quick. */
const maxLength = 20_000;
/** A hostile text of some thousand characters can take minutes. */
const maxParseMs = 5000;

type Tokens = readonly Token[] | null;

let worker: Worker | null = null;
const waiting = new Map<number, (tokens: Tokens) => void>();
let lastId = 0;
/** Runs while the thread parses: a slow start is not a hostile text. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tokens of a text in Markdown, parsed in a thread; null if it is to stay plain. */
export async function parseMarkdown(text: string): Promise<Tokens> {
  if (text.length > maxLength) return null;
  lastId += 1;
  const request: MarkdownRequest = { id: lastId, text };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker ??= startWorker();
    worker.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./markdown-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: { id, tokens } }: MessageEvent<MarkdownReply>) => {
    clearTimeout(timer);
    if (tokens === undefined) {
      timer = setTimeout(giveUp, maxParseMs);
      return;
    }
    waiting.get(id)?.(tokens);
    waiting.delete(id);
  };
  started.onerror = giveUp;
  return started;
}

/** Ends the thread; all texts that wait for it stay plain. */
function giveUp(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  for (const resolve of waiting.values()) resolve(null);
  waiting.clear();
}
