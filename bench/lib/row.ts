/** The goal of a figure: at most, at least, or below a number. */
interface Goal {
  readonly kind: "≤" | "≥" | "<";
  readonly bound: number;
}

/** One printed figure. */
export interface Line {
  /** The row's name, or the row's name with a suffix for its further figures. */
  readonly name: string;
  readonly value: number;
  /** For a ratio `× ` and the baseline's name. */
  readonly unit: string;
  readonly goal: Goal;
  /** The medians behind the value, for `results.json`. */
  readonly measured: { readonly unit: string; readonly [name: string]: number | string };
}

/** One row of measures. */
export interface Row {
  readonly name: string;
  /** The reason why it cannot be measured here. */
  readonly skip?: string | false;
  run(): Promise<readonly Line[]>;
}

export function isMet({ value, goal }: Line): boolean {
  switch (goal.kind) {
    case "≤":
      return value <= goal.bound;
    case "≥":
      return value >= goal.bound;
    case "<":
      return value < goal.bound;
  }
}

export function printLine({ name, value, unit, goal }: Line): string {
  return `${name}: ${rounded(value)} ${unit} (goal ${goal.kind} ${rounded(goal.bound)})`;
}

function rounded(value: number): string {
  // Otherwise misses of a hundredth would be rounded to the goal.
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 0.1 ? 4 : 2;
  return value.toLocaleString("en", {
    minimumFractionDigits: Math.min(digits, 2),
    maximumFractionDigits: digits,
  });
}
