/** Where a surface lets exports go; given by it, never by an argument. */
export interface ExportStore {
  /**
   * Begins a file that nobody sees before it is committed.
   *
   * @param name a proposal such as `svc:hotspots 2025-06-20.csv`; the
   * store cleans it and makes it its own
   * @throws {ToolError} when nothing may be written (`not_allowed`) or nothing can be (`internal`)
   */
  create(name: string, mimeType: string): Promise<ExportSink>;
}

/** A file that is being written. Ends with either `commit` or `discard`. */
export interface ExportSink {
  /** @throws {ToolError} when there is no room for it */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the whole file visible at its place. */
  commit(): Promise<ExportedFile>;
  /** Deletes the file, committed or not. */
  discard(): Promise<void>;
}

/** A whole file, and how the caller gets at it. */
export interface ExportedFile {
  readonly name: string;
  /** `https:` or `http:` with a signature, or `file:`. */
  readonly uri: string;
  /** On this machine, where the caller may open it. */
  readonly path?: string;
  /** RFC 3339 instant from which on the URI is no longer good. */
  readonly expires?: string;
}
