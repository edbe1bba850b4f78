import { appendFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { WrongValue } from "@emberline/settings";

/** Readable by the owner only: lines name callers. */
const mode = 0o600;

/** Appends a line, or several. */
export type AppendLines = (lines: string) => Promise<void>;

/** The value of the setting that means standard error. */
const stderr = "-";

/** Where the audit log goes: a file, opened for each write so that it may be rotated, or `-`. */
export function parseAuditLog(given: string): AppendLines {
  if (given === stderr) return async (lines) => void process.stderr.write(lines);
  try {
    appendFileSync(given, "", { mode });
  } catch {
    throw new WrongValue("give a file that can be written to, or - for standard error");
  }
  return (lines) => appendFile(given, lines, { mode });
}
