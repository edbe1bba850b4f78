import { ArrayElements } from "./array-elements.ts";
import type { FeatureFormat } from "./file-kind.ts";
import { Refusal, type Reporter } from "./report.ts";
import { linesOf, openText } from "./text-stream.ts";

/** What decoding leaves of bytes that are not UTF-8. */
const replacement = "\uFFFD";
const garbled = "characters were lost (U+FFFD): the text is not or was not UTF-8";

export interface SourceFile {
  path: string;
  /** The file's name in reports. */
  file: string;
  format: FeatureFormat | "json";
}

export interface Parsed<T> {
  line: number;
  value: T;
}

/**
 * The results of `parse` for each line or array element of a file, in batches. Refused pieces and
 * files that cannot be read to the end are reported; pieces that give undefined are skipped.
 */
export async function* parsedBatches<T>(
  { path, file, format }: SourceFile,
  parse: (text: string) => T | undefined,
  reporter: Reporter,
): AsyncGenerator<Parsed<T>[]> {
  const text = openText(path);
  const elements = new ArrayElements("features");
  const isArray = format === "geojson" || format === "json";
  let line = 1;
  try {
    for await (const pieces of isArray ? elements.of(text) : linesOf(text)) {
      const batch: Parsed<T>[] = [];
      for (const piece of pieces) {
        line = piece.line;
        try {
          if (piece.text === undefined) throw new Refusal("too long to be read");
          const value = parse(piece.text);
          if (value === undefined) continue;
          batch.push({ line, value });
          if (piece.text.includes(replacement)) reporter.garbled({ file, line, reason: garbled });
        } catch (error) {
          if (!(error instanceof Refusal) || error.endsFile) throw error;
          reporter.broken({ file, line, reason: error.message });
        }
      }
      yield batch;
    }
  } catch (error) {
    if (!(error instanceof Refusal || isReadError(error))) throw error;
    const reason = error instanceof Refusal ? "" : "the file cannot be read any further: ";
    reporter.cutShort({ file, line, reason: reason + error.message });
    return;
  }
  if (!isArray || elements.ended) return;
  const reason = elements.found
    ? "the file ends within its list"
    : "neither a FeatureCollection nor a list";
  reporter.cutShort({ file, line: elements.line, reason });
}

/** The batches of a file, joined until they have this many items. */
export async function* joined<T>(
  batches: AsyncIterable<readonly T[]>,
  length: number,
): AsyncGenerator<readonly T[]> {
  let rest: T[] = [];
  for await (const batch of batches) {
    if (length === 0) {
      yield batch;
      continue;
    }
    for (const item of batch) rest.push(item);
    if (rest.length < length) continue;
    yield rest;
    rest = [];
  }
  if (rest.length > 0) yield rest;
}

/** Errors of the file system and of gunzip carry a code. */
function isReadError(error: unknown): error is Error {
  return error instanceof Error && "code" in error;
}
