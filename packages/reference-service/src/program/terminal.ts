/** Messages go to standard error, so that standard output is for what a command is asked for. */
export function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
