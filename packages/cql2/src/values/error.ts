/**
 * - `syntax`: the source is not a filter in the requested language.
 * - `limit`: the source is longer, deeper or larger than the limits allow, or a geometry crosses
 *   itself too often.
 * - `invalid-literal`: a date, interval or geometry that cannot exist.
 * - `invalid-queryables`: the queryables are in neither known form.
 * - `unknown-function`: the tree calls a function that was not passed.
 * - `needs-spatial`: the tree has spatial functions and no `spatial` was passed.
 * - `unsupported`: the requested language cannot express this.
 * - `unprepared`: `spatialInTurns` needs a geometry that is not prepared yet.
 */
export type Cql2ErrorCode =
  | "syntax"
  | "limit"
  | "invalid-literal"
  | "invalid-queryables"
  | "unknown-function"
  | "needs-spatial"
  | "unsupported"
  | "unprepared";

interface Cql2ErrorDetails {
  /** Offset into the source in UTF-16 code units. */
  position?: number;
  /** Length of the offending part in UTF-16 code units. */
  length?: number;
  /** What was expected there. */
  expected?: readonly string[];
  /** Two lines: the source around the position, and a caret below it. */
  excerpt?: string;
  /** Where in a tree, like `args[0].args[1]`; empty for the root. */
  path?: string;
}

/** The only error that this package throws. */
export class Cql2Error extends Error {
  override readonly name = "Cql2Error";
  readonly code: Cql2ErrorCode;
  readonly position: number | undefined;
  readonly length: number | undefined;
  readonly expected: readonly string[];
  readonly excerpt: string | undefined;
  readonly path: string | undefined;

  constructor(code: Cql2ErrorCode, message: string, details: Cql2ErrorDetails = {}) {
    super(details.excerpt === undefined ? message : `${message}\n${details.excerpt}`);
    this.code = code;
    this.position = details.position;
    this.length = details.length;
    this.expected = details.expected ?? [];
    this.excerpt = details.excerpt;
    this.path = details.path;
  }
}

const excerptWidth = 72;

/** The line around `position`, cut to a terminal's width, and a caret line below it. */
export function excerptOf(source: string, position: number, length: number): string {
  const lineStart = source.lastIndexOf("\n", position - 1) + 1;
  const newline = source.indexOf("\n", position);
  const lineEnd = newline === -1 ? source.length : newline;
  const from = Math.max(lineStart, position - excerptWidth / 2);
  const to = Math.min(lineEnd, from + excerptWidth);
  const line = source.slice(from, to).replace(/[\t\r]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(length, to - position)));
  return `${line}\n${" ".repeat(position - from)}${carets}`;
}

/** The valid form of a geometry is needed, which `steps` make; then evaluate again. */
export class UnpreparedError extends Cql2Error {
  readonly steps: () => Generator<undefined, unknown>;

  constructor(steps: () => Generator<undefined, unknown>) {
    super("unprepared", "A geometry has to be prepared first: run the steps of this error");
    this.steps = steps;
  }
}
