import type { ExportSink } from "../call/export-store.ts";

/** Characters buffered per write: a write per feature would cost more than the feature. */
const partLength = 262_144;
const encoder = new TextEncoder();

/** Writes text to a sink as UTF-8, buffering one part at a time. */
export class TextWriter {
  readonly #sink: ExportSink;
  #text = "";
  #sizeBytes = 0;

  constructor(sink: ExportSink) {
    this.#sink = sink;
  }

  /** Bytes written to the sink. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Returns a promise if the caller should wait before adding more. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < partLength ? undefined : this.flush();
  }

  async flush(): Promise<void> {
    const bytes = encoder.encode(this.#text);
    this.#text = "";
    await this.#sink.write(bytes);
    this.#sizeBytes += bytes.length;
  }
}
