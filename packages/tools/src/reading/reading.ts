import { z } from "zod";
import type { Hit } from "./match.ts";
import type { Tally } from "./tally.ts";

const whole = z.number().int().min(0);

/**
 * How far a reading got: everything that the next call needs to continue. Names are short and zeros
 * are omitted, since a model pays for every character.
 */
export const readingState = z
  .object({
    /** Rows answered so far. */
    n: whole,
    /** The tally, packed by `packTally`. */
    t: z.array(whole).min(2).max(9),
    /** Page size, in the service's order. */
    s: whole.max(10_000).optional(),
    /** Page token of the service; absent for the first page. */
    p: z.string().optional(),
    /** How many features of this page were already returned. */
    k: whole.optional(),
    /** The last sort key that was returned, if sorted. */
    a: z
      .tuple([z.union([z.string(), z.number(), z.null()]), z.string(), z.number().optional()])
      .optional(),
  })
  .strict();

export type ReadingState = z.output<typeof readingState>;

/** The numbers of a tally, without the zeros at the end. */
export function packTally(tally: Tally): ReadingState["t"] {
  const { matched, exact, read, noLocation, noTime, skipped, older, nearStatic, undecided } = tally;
  const behind = exact ? 0 : read;
  const first = [matched, Number(exact), behind, noLocation, noTime];
  const packed = [...first, skipped, older, nearStatic, undecided];
  return packed.slice(0, Math.max(2, packed.findLastIndex((each) => each !== 0) + 1));
}

export function unpackTally(packed: ReadingState["t"]): Tally {
  const [matched = 0, exact, behind = 0, noLocation = 0, noTime = 0, ...more] = packed;
  const [skipped = 0, older = 0, nearStatic = 0, undecided = 0] = more;
  const read = { matched, exact: exact === 1, read: behind, noLocation, noTime };
  return { ...read, skipped, older, nearStatic, undecided };
}

/** The hits of one answer, and the tally of all matches. */
export interface Reading {
  readonly hits: readonly Hit[];
  readonly order: string;
  readonly tally: Tally;
  /** Rows of the answers before this one. */
  readonly returnedBefore: number;
  /** Whether a further call would return nothing: a stop at the same place brings no new hits. */
  readonly isEnd: boolean;
  readonly notices: readonly string[];
  /** The state after the first `kept` hits. */
  stateAfter(kept: number): ReadingState;
}
