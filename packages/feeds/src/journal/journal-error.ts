/**
 * - `not_leased`: this journal may not write: another one of its folder does
 * - `storage`: the disk is full or fails
 * - `newer_version`: the folder was written by a newer version of the program
 * - `closed`: it was used after its end
 */
export type JournalErrorCode = "not_leased" | "storage" | "newer_version" | "closed";

/** What a journal could not do; what was committed before stands. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
