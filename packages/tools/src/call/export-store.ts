/** Default of the megabytes (10⁶ bytes) that all exported files of a program may take. */
export const defaultMaxExportMb = 2000;

/** Where exports are written; chosen by the surface, never by an argument. */
export interface ExportStore {
  /**
   * Begins a file that stays invisible until it is committed.
   *
   * @param name a suggestion such as `svc:hotspots 2025-06-20.csv`; the store makes it safe and
   *   unique
   * @throws {ToolError} when nothing may be written (`not_allowed`) or nothing can be (`internal`)
   */
  create(name: string, mimeType: string): Promise<ExportSink>;
}

/** A file that is being written. Ends with either `commit` or `discard`. */
export interface ExportSink {
  /** @throws {ToolError} when there is no room for it */
  write(bytes: Uint8Array): Promise<void>;
  /** Publishes the whole file. */
  commit(): Promise<ExportedFile>;
  /** Deletes the file, even if it was committed. */
  discard(): Promise<void>;
}

/** A finished file, and where the caller finds it. */
export interface ExportedFile {
  readonly name: string;
  /** `https:` or `http:` with a signature, or `file:`. */
  readonly uri: string;
  /** Path on this machine, if the caller can open it. */
  readonly path?: string;
  /** RFC 3339 instant at which the URI expires. */
  readonly expires?: string;
}
