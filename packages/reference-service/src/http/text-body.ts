import type { Pause } from "@emberline/turns";

const chunkLength = 1 << 16;

/**
 * A response body made piece by piece as it is read, in turns with other work, so that a slow
 * reader holds no more than a chunk and a fast one does not hold the event loop. A short one is a
 * plain text, which servers send in one go.
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
