import type { Clock } from "../clock.ts";
import { within } from "./time-limit.ts";

/** A body above its size limit. */
export class TooLarge extends Error {}

export interface TextLimits {
  /** After decompression. */
  readonly maxBytes: number;
  /** Between two pieces. */
  readonly silenceMs: number;
  /** For all pieces together, without the time that the reader takes. */
  readonly totalMs: number;
}

/** A body as UTF-8 text, in pieces. */
export async function* readText(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, silenceMs, totalMs }: TextLimits,
  clock: Clock,
): AsyncGenerator<string, void> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let remainingMs = totalMs;
  for (;;) {
    const from = clock.now();
    const { done, value } = await within(reader.read(), Math.min(silenceMs, remainingMs), clock);
    remainingMs -= Math.max(0, clock.now() - from);
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    const text = decoder.decode(value, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
