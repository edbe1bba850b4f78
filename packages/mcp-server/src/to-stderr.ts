/** Logs for the operator: stdout belongs to the protocol. */
export function toStderr(text: string): void {
  process.stderr.write(`emberline-mcp: ${text}\n`);
}
