import type { Feature } from "@emberline/core";
import type { describeSelection } from "../selection/describe-selection.ts";
import type { Selection } from "../selection/selection.ts";

/** What an export is of, as the file itself tells it where its format has room. */
export interface ExportSubject {
  readonly selection: Selection;
  /** The selection as answers describe it. */
  readonly described: ReturnType<typeof describeSelection>;
  /** Sentences to know, such as that the data is synthetic. */
  readonly notices: readonly string[];
  /**
   * Names of properties in their order, where a format needs to know them before the first feature.
   */
  readonly properties: readonly string[];
  /** Features have no properties but these. */
  readonly isSubset: boolean;
}

/** Turns features into text, one after the other: it holds none of them. */
interface Encoder {
  /** What stands before the first feature. */
  begin(): string;
  feature(feature: Feature): string;
  /** What stands after the last of `count` features. */
  end(count: number): string;
  /** What was changed so that the format, or who opens it, is safe. */
  notices(): string[];
}

export interface ExportFormat {
  readonly extension: string;
  readonly mimeType: string;
  encoder(subject: ExportSubject): Encoder;
}
