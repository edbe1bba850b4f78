import type { ExportSink } from "../call/export-store.ts";

/**
 * Characters that are gathered before they are written: a write per feature
 * would cost more than the feature.
 */
const partLength = 262_144;
const encoder = new TextEncoder();

/** Text on its way into a file, as UTF-8. Holds one part of it, however long the whole is. */
export class TextWriter {
  readonly #sink: ExportSink;
  #text = "";
  #sizeBytes = 0;

  constructor(sink: ExportSink) {
    this.#sink = sink;
  }

  /** Bytes that the sink has. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** A promise where the caller should wait before it goes on. */
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
