import { JournalError } from "./journal-error.ts";

const fullCodes = ["ENOSPC", "EDQUOT", "EFBIG"];
/** Deno names some errors only by their number. */
const fullNumbers = /\(os error (?:27|28|122)\)/;

/** An error of the disk in one sentence; mistakes of the program as they are. */
export function storageError(
  folder: string,
  error: unknown,
  effect = "lacks the last change, and keeps everything before",
): unknown {
  if (error instanceof JournalError || error instanceof TypeError) return error;
  const { code, message: text } = error as NodeJS.ErrnoException;
  const isFull = fullCodes.includes(code ?? "") || fullNumbers.test(text);
  const problem = isFull ? "the disk is full" : "its files cannot be used";
  const message = `The journal in ${folder} ${effect}, since ${problem} (${code ?? text}).`;
  return new JournalError("storage", message, { cause: error });
}
