/** What a check found. */
export interface Finding {
  readonly name: string;
  /** Null if it is a remark, or an earlier failure left nothing to check. */
  readonly isGood: boolean | null;
  readonly text: string;
}

/** Something that a program needs. */
export interface Check {
  readonly name: string;
  /**
   * What is there, for the operator.
   *
   * @throws {Error} when it would not do: one sentence
   */
  readonly run: () => string | Promise<string>;
}

export function lineOf({ name, isGood, text }: Finding): string {
  const mark = isGood === null ? "–" : isGood ? "ok" : "FAIL";
  return `${mark.padEnd(5)} ${name.padEnd(14)} ${text}`;
}

/**
 * Runs checks one after the other, and prints a line for each.
 *
 * @returns whether everything is right
 */
export async function runChecks(
  checks: readonly Check[],
  print: (line: string) => void,
): Promise<boolean> {
  let isGood = true;
  for (const { name, run } of checks) {
    try {
      print(lineOf({ name, isGood: true, text: await run() }));
    } catch (error) {
      isGood = false;
      const text = error instanceof Error ? error.message : String(error);
      print(lineOf({ name, isGood: false, text }));
    }
  }
  return isGood;
}

/** The option of programs that run such checks. */
export const checkSwitch = {
  option: "check",
  help: "read all settings, try everything that they name, print what would be served, and exit: with 0, or with 1 if something is wrong",
} as const;
