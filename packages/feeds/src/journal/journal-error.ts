/**
 * - `not_leased`: this journal may not write: another one of its folder does
 * - `storage`: the disk is full or fails
 * - `other_version`: another version of the program writes to the folder, or has written to it
 * - `closed`: it was used after its end
 */
export type JournalErrorCode = "not_leased" | "storage" | "other_version" | "closed";

/** What a journal could not do; what was committed before stands. */
export class JournalError extends Error {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const fullCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/** An error of the disk in one sentence; mistakes of the program as they are. */
export function storageError(
  folder: string,
  error: unknown,
  effect = "lacks the last change, and keeps everything before",
): unknown {
  if (error instanceof JournalError || error instanceof TypeError) return error;
  const { code, message: text } = error as NodeJS.ErrnoException;
  const problem = fullCodes.includes(code ?? "") ? "the disk is full" : "its files cannot be used";
  const message = `The journal in ${folder} ${effect}, since ${problem} (${code ?? text}).`;
  return new JournalError("storage", message, { cause: error });
}
