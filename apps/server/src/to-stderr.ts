/** Logs for the operator. */
export function toStderr(text: string): void {
  process.stderr.write(`emberline: ${text}\n`);
}
