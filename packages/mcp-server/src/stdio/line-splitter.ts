/** A line, or the ends of one that is too long to be kept. */
export type Line =
  | { readonly text: string }
  | { readonly head: string; readonly tail: string; readonly bytes: number };

const newline = 0x0a;
/** Bytes kept of each end of a line that is too long. */
const endBytes = 512;

/** Splits a stream of bytes into lines; of a line beyond `maxBytes` it keeps only the ends. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that the chunk completes. */
  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  /** The last line, if the stream ended without a line break. */
  *end(): Generator<Line> {
    if (this.#bytes > 0) yield this.#take();
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    this.#parts.push(part);
    if (this.#bytes <= this.#maxBytes) return;
    const kept = Buffer.concat(this.#parts);
    this.#parts =
      kept.length <= 2 * endBytes
        ? [kept]
        : [kept.subarray(0, endBytes), kept.subarray(kept.length - endBytes)];
  }

  #take(): Line {
    const bytes = this.#bytes;
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (bytes <= this.#maxBytes) return { text: line.toString("utf8") };
    const head = line.subarray(0, endBytes).toString("utf8");
    return { head, tail: line.subarray(-endBytes).toString("utf8"), bytes };
  }
}

/**
 * The id of a message from the ends of its line. An answer by id keeps the client from waiting.
 * Clients write the id before the parameters, or as the last member.
 */
export function idInLongLine({
  head,
  tail,
}: {
  head: string;
  tail: string;
}): string | number | null {
  const found =
    /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(-?\d+|"[^"\\]{1,256}")\s*,/.exec(
      head,
    ) ?? /,\s*"id"\s*:\s*(-?\d+|"[^"\\]{1,256}")\s*\}\s*$/.exec(tail);
  return found ? JSON.parse(found[1]!) : null;
}
