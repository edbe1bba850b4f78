import type { Pause } from "@emberline/turns";

const chunkLength = 1 << 16;

/**
 * A response body generated while it is read, in turns with other work: a slow reader keeps only a
 * chunk in memory, and a fast one does not block the event loop. A short body is a plain text,
 * which servers send at once.
 */
export function textBody(
  parts: Iterator<string>,
  pause: Pause,
): string | ReadableStream<Uint8Array> {
  const first = nextChunk(parts);
  if (first.length < chunkLength) return first;
  const encoder = new TextEncoder();
  let chunk = first;
  return new ReadableStream({
    async pull(controller) {
      await pause();
      if (chunk !== "") controller.enqueue(encoder.encode(chunk));
      else controller.close();
      chunk = chunk === "" ? "" : nextChunk(parts);
    },
  });
}

function nextChunk(parts: Iterator<string>): string {
  let chunk = "";
  while (chunk.length < chunkLength) {
    const { done, value } = parts.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}
