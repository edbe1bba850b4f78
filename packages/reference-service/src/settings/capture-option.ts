/** The folder of `--capture DIR`, which only a doctor knows, and the other arguments. */
export function captureIn(args: readonly string[]): {
  readonly capture: string | undefined;
  readonly rest: readonly string[];
} {
  const at = args.indexOf("--capture");
  if (at < 0) return { capture: undefined, rest: args };
  const capture = args[at + 1];
  if (capture === undefined || capture.startsWith("-"))
    throw new Error("--capture: give the folder that answers of live feeds are saved in.");
  return { capture, rest: [...args.slice(0, at), ...args.slice(at + 2)] };
}
