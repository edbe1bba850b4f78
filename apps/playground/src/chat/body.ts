import { processTurns } from "@emberline/turns";
import { ModelError } from "./refusals.ts";

/** What an endpoint may send for one turn: some hundred bytes a token, and long thoughts. */
const maxStreamBytes = 16_000_000;
const maxTextBytes = 4_000_000;
/** The parser of events takes time by the square of a part's length. */
const partBytes = 4096;

/**
 * The text of a stream, part by part, with turns for the page.
 *
 * @throws {ModelError} when it has no end
 * @throws {DOMException} when `signal` aborts
 */
export async function* partsOf(
  { body }: Response,
  signal: AbortSignal,
  maxBytes = maxStreamBytes,
): AsyncGenerator<string> {
  if (!body) return;
  const pause = processTurns.pauseOf(signal);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      if (bytes > maxBytes) throw new ModelError("The model's answer has no end.");
      for (let from = 0; from < value.length; from += partBytes) {
        yield decoder.decode(value.subarray(from, from + partBytes), { stream: true });
        const pausing = pause();
        if (pausing) await pausing;
      }
    }
    yield decoder.decode();
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The whole text of a body; throws as `partsOf` does. */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  let text = "";
  for await (const part of partsOf(response, signal, maxTextBytes)) text += part;
  return text;
}
