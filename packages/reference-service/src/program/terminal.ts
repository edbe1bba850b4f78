import { logLine } from "@emberline/settings";

/** Messages go to standard error, so that standard output has only the results of a command. */
export function print(line: string): void {
  process.stderr.write(`${logLine(line)}\n`);
}
