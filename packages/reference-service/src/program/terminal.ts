/** Messages go to standard error, so that standard output is for what a command is asked for. */
export function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** @throws {Error} that names the option and its bounds */
export function integerOption(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`${name} must be an integer from ${least} to ${most}, not "${text}"`);
}
