const CHUNK_LENGTH = 1 << 16;

/**
 * A response body made piece by piece as it is read, so that a slow reader holds no more than a
 * chunk. A short one is a plain text, which servers send in one go.
 */
export function textBody(parts: Iterator<string>): string | ReadableStream<Uint8Array> {
  const first = nextChunk(parts);
  if (first.length < CHUNK_LENGTH) return first;
  const encoder = new TextEncoder();
  let chunk = first;
  return new ReadableStream({
    pull(controller) {
      if (chunk !== "") controller.enqueue(encoder.encode(chunk));
      else controller.close();
      chunk = chunk === "" ? "" : nextChunk(parts);
    },
  });
}

function nextChunk(parts: Iterator<string>): string {
  let chunk = "";
  while (chunk.length < CHUNK_LENGTH) {
    const { done, value } = parts.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}
