import { logLine } from "@emberline/settings";

/** Logs for the operator. */
export function toStderr(text: string): void {
  process.stderr.write(`emberline: ${logLine(text)}\n`);
}
