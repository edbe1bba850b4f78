import type { Feature } from "@emberline/core";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import type { ExportedFile, ExportSink, ExportStore } from "../call/export-store.ts";
import { readAll } from "../reading/read-all.ts";
import { withProperties } from "../reading/select-properties.ts";
import type { Tally } from "../reading/tally.ts";
import type { ExportFormat, ExportSubject } from "./export-format.ts";
import { pick } from "./pick.ts";

/** Characters buffered per write: a write per feature would cost more than the feature. */
const partLength = 262_144;
const encoder = new TextEncoder();

/** Writes text to a sink as UTF-8, buffering one part at a time. */
class TextWriter {
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

/** A finished export. */
interface WrittenExport {
  readonly file: ExportedFile;
  /** Features in the file. */
  readonly count: number;
  readonly sizeBytes: number;
  readonly tally: Tally;
  /** Changes made by the format. */
  readonly notices: readonly string[];
  discard(): Promise<void>;
}

/**
 * Writes everything that the subject's selection matches to a new file of the store, page by page.
 * The file becomes visible when it is complete; any failure before removes it.
 */
export async function writeExport(
  subject: ExportSubject,
  format: ExportFormat,
  store: ExportStore,
  context: ToolContext,
): Promise<WrittenExport> {
  const stamp = new Date(context.now()).toISOString().replace(/\.\d+Z$/, "Z");
  const name = `${subject.selection.collection.id} ${stamp}.${format.extension}`;
  const sink = await store.create(name, format.mimeType);
  try {
    return await fill(sink, subject, format, context);
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

async function fill(
  sink: ExportSink,
  subject: ExportSubject,
  format: ExportFormat,
  context: ToolContext,
): Promise<WrittenExport> {
  const { selection, properties, isSubset } = subject;
  const { presentation } = context;
  // Tables are read by people: other formats keep features as the service gave them.
  const isShown = format.extension === "csv" && !presentation.isPlain;
  const encoder = format.encoder(
    isShown ? { ...subject, properties: presentation.namesOf(properties) } : subject,
  );
  const writer = new TextWriter(sink);
  let count = 0;
  await writer.add(encoder.begin());
  const take = ({ feature }: { feature: Feature }) => {
    count++;
    const picked = isSubset ? pick(feature, properties) : feature;
    const parts = encoder.feature(
      isShown
        ? { ...picked, properties: presentation.propertiesOf(picked.properties ?? {}) }
        : picked,
    );
    const { geometry } = feature;
    if (geometry && geometry.type !== "Point")
      return eachInTurns(parts, context.pause, (part) => writer.add(part));
    // A promise for each point would cost more than the point.
    return writer.add([...parts].join(""));
  };
  const selected = isSubset ? await withProperties(selection, properties, context) : selection;
  const tally = await readAll(selected, context, take, { isWhole: true });
  await writer.add(encoder.end(count));
  await writer.flush();
  context.signal.throwIfAborted();
  const file = await sink.commit();
  return {
    file,
    count,
    sizeBytes: writer.sizeBytes,
    tally,
    notices: encoder.notices(),
    discard: () => sink.discard(),
  };
}
