import type { Token } from "marked";
import type { MarkdownReply } from "./markdown-worker.ts";

/** Longer texts stay plain, which keeps the page quick. */
const maxLength = 20_000;
/** A hostile text of some thousand characters can take minutes. */
const maxParseMs = 5000;

let worker: Worker | null = null;
/** Those who wait for the worker, in its order. */
let waiting: ((tokens: readonly Token[] | null) => void)[] = [];
/** Runs while the thread parses: a slow start is not a hostile text. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tokens of a text in Markdown, parsed in a thread; null if it is to stay plain. */
export async function parseMarkdown(text: string): Promise<readonly Token[] | null> {
  if (text.length > maxLength) return null;
  return new Promise((resolve) => {
    waiting.push(resolve);
    worker ??= startWorker();
    worker.postMessage(text);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./markdown-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: tokens }: MessageEvent<MarkdownReply>) => {
    clearTimeout(timer);
    if (tokens === undefined) timer = setTimeout(giveUp, maxParseMs);
    else waiting.shift()?.(tokens);
  };
  started.onerror = giveUp;
  return started;
}

/** Ends the thread; all texts that wait for it stay plain. */
function giveUp(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  for (const resolve of waiting) resolve(null);
  waiting = [];
}
