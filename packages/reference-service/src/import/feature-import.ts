import { detectionId } from "@emberline/feeds/detections";
import { eachInTurns, processTurns } from "@emberline/turns";
import type { FeatureStore } from "../store/feature-store.ts";
import { isSynthetic } from "../values/synthetic.ts";
import { PropertyNames } from "./check-properties.ts";
import type { FeatureFormat } from "./file-kind.ts";
import type { FirmsCsv } from "./firms-csv.ts";
import { type ParsedFeature, parseFeature } from "./parse-feature.ts";
import { joined, type Parsed, parsedBatches } from "./parsed-batches.ts";
import type { Reporter } from "./report.ts";

/** Identities of detections, of features with and without an id. */
interface Detections {
  named: Set<string>;
  nameless: Set<string>;
}

/** Where the features of files go. */
export interface ImportTarget extends Pick<FeatureStore, "insert" | "batchLength"> {
  find(
    selection: Record<string, never>,
    page: { limit: number },
  ): Promise<{ features: Iterable<string> }>;
}

/**
 * Loads files into one store, each feature once. Features with an id are equal if their ids are; a
 * feature without one equals any other with the same satellite, time and position.
 */
export class FeatureImport {
  #store: ImportTarget;
  #reporter: Reporter;
  /** Created for the first feature without an id, since most folders have none. */
  #detections: Detections | undefined;
  #names = new PropertyNames();
  #onProgress: ((features: number) => void) | undefined;
  #synthetic = 0;

  /** @param onProgress called after each batch with how many features of the file were new */
  constructor(store: ImportTarget, reporter: Reporter, onProgress?: (features: number) => void) {
    this.#onProgress = onProgress;
    this.#store = store;
    this.#reporter = reporter;
  }

  /** How many features of the last file say that they are made up. */
  get synthetic(): number {
    return this.#synthetic;
  }

  /** Reads one file and returns how many of its features were new. */
  async file(path: string, file: string, format: FeatureFormat): Promise<number> {
    const parsed = format === "csv" ? await csvParser() : parseFeature;
    const parse = (text: string) => {
      const value = parsed(text);
      if (value) this.#names.add(value.feature.properties);
      if (value && isSynthetic(value.feature)) this.#synthetic++;
      return value;
    };
    let loaded = 0;
    this.#synthetic = 0;
    const store = async (fresh: readonly Parsed<ParsedFeature>[]) => {
      const features = fresh.map(({ value }) => value.feature);
      const known = await this.#store.insert(features, file);
      for (const index of known) {
        const { line, value } = fresh[index]!;
        this.#reporter.duplicate({ file, line, id: value.feature.id });
      }
      loaded += fresh.length - known.length;
      this.#onProgress?.(loaded);
    };
    const source = { path, file, format };
    const batches = joined(parsedBatches(source, parse, this.#reporter), this.#store.batchLength);
    let storing: Promise<void> | undefined;
    // The next batch is parsed while one is stored.
    for await (const batch of batches) {
      await storing;
      if (!this.#detections && batch.some(({ value }) => !value.hasOwnId)) {
        this.#detections = { named: await this.#detectionsInStore(), nameless: new Set() };
      }
      const fresh = batch.filter(({ line, value }) => {
        const isTwin = this.#isTwin(value);
        if (isTwin) this.#reporter.duplicate({ file, line, id: value.feature.id });
        return !isTwin;
      });
      storing = store(fresh);
      // It is awaited later, and then known.
      storing.catch(() => {});
    }
    await storing;
    return loaded;
  }

  /** Whether the same detection was loaded under another id, because one of the two had none. */
  #isTwin({ feature, hasOwnId }: ParsedFeature): boolean {
    if (!this.#detections) return false;
    const id = detectionId(feature);
    if (id === undefined) return false;
    const { named, nameless } = this.#detections;
    (hasOwnId ? named : nameless).add(id);
    return (hasOwnId ? nameless : named).has(id);
  }

  async #detectionsInStore(): Promise<Set<string>> {
    const ids = new Set<string>();
    const { features } = await this.#store.find({}, { limit: Number.POSITIVE_INFINITY });
    await eachInTurns(features, processTurns.pauseOf(new AbortController().signal), (text) => {
      const id = detectionId(parseFeature(text).feature);
      if (id !== undefined) ids.add(id);
    });
    return ids;
  }
}

/** The first line is the header. */
async function csvParser(): Promise<(line: string) => ParsedFeature | undefined> {
  // Most folders have no CSV.
  const { FirmsCsv } = await import("./firms-csv.ts");
  let table: FirmsCsv | undefined;
  return (line) => {
    if (table) return table.parse(line);
    table = new FirmsCsv(line);
    return undefined;
  };
}
