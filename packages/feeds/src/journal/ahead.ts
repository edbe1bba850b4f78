/** As many blocks are compressed at once while the next one is made. */
const maxAhead = 3;

/** Awaits work in its order; some of it is begun before it is needed. */
export async function* ahead<T>(
  begun: AsyncIterable<{ readonly result: Promise<T> }>,
): AsyncGenerator<T, void> {
  const waiting: Promise<T>[] = [];
  for await (const { result } of begun) {
    // Whoever stops early does not await the others.
    result.catch(() => undefined);
    waiting.push(result);
    if (waiting.length > maxAhead) yield await waiting.shift()!;
  }
  for (const result of waiting) yield await result;
}
