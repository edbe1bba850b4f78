import type { Feature } from "@emberline/core";
import type { describeSelection } from "../selection/describe-selection.ts";
import type { Selection } from "../selection/selection.ts";

/** What an export contains; written into the file if the format allows. */
export interface ExportSubject {
  readonly selection: Selection;
  /** The selection as answers describe it. */
  readonly described: ReturnType<typeof describeSelection>;
  /** Sentences such as that the data is synthetic. */
  readonly notices: readonly string[];
  /** Property names in order, for formats that need them before the first feature. */
  readonly properties: readonly string[];
  /** Only these properties are exported. */
  readonly isSubset: boolean;
}

/** Converts features to text, one at a time, without keeping any. */
interface Encoder {
  /** Text before the first feature. */
  begin(): string;
  /** A feature, in parts of some milliseconds: an outline may have any number of vertices. */
  feature(feature: Feature): Generator<string, void>;
  /** Text after the last of `count` features. */
  end(count: number): string;
  /** Changes made for the format or for the safety of readers, as sentences. */
  notices(): string[];
}

export interface ExportFormat {
  readonly extension: string;
  readonly mimeType: string;
  encoder(subject: ExportSubject): Encoder;
}
