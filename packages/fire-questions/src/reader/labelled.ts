import { readFileSync } from "node:fs";
import type { Form } from "../values/question.ts";
import { type Context, readReply } from "./read-reply.ts";

/** A reply, and what it means to its reader: null where nobody could tell. */
interface Labelled extends Context {
  readonly asked: Form;
  readonly reply: string;
  /** `cannot`: that there is no answer; `value`: where anything is asked for, that it is stated. */
  readonly means: number | string | boolean | null;
  readonly hedged?: boolean;
  readonly allClear?: boolean;
  /** Labelled after the reader was done: no rule was written for it. */
  readonly heldOut?: boolean;
}

/** A reply that is not read as it was labelled. */
interface Misreading {
  readonly reply: string;
  readonly means: number | string | boolean | null;
  /** null: nothing is read, which counts against nobody's answer but its own. */
  readonly read: number | string | boolean | null;
  /** What else differs: its hedge, or its all-clear. */
  readonly also: readonly string[];
  /** Not merely left unread. */
  readonly isMisread: boolean;
}

/** How well the labelled replies are read. */
export interface ReaderFigures {
  readonly replies: number;
  readonly right: number;
  /** A meaning is there and is not read. */
  readonly unread: number;
  /** Something else is read, or a hedge or an all-clear that is not there, or one is overlooked. */
  readonly misread: number;
  readonly differing: readonly Misreading[];
}

/** Reads the labelled replies of the package: those that its rules were fitted to, and others. */
export function readerFigures(): {
  readonly fitted: ReaderFigures;
  readonly heldOut: ReaderFigures;
} {
  const file = new URL("../../labelled/replies.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const rows = lines.map((line): Labelled => JSON.parse(line));
  return {
    fitted: figuresOf(rows.filter(({ heldOut }) => !heldOut)),
    heldOut: figuresOf(rows.filter(({ heldOut }) => heldOut)),
  };
}

function figuresOf(rows: readonly Labelled[]): ReaderFigures {
  const differing = rows.flatMap(differenceOf);
  const misread = differing.filter(({ isMisread }) => isMisread).length;
  return {
    replies: rows.length,
    right: rows.length - differing.length,
    unread: differing.length - misread,
    misread,
    differing,
  };
}

function differenceOf(labelled: Labelled): Misreading[] {
  const { reply, means, asked, hedged = false, allClear = false } = labelled;
  const { says, isHedged, isAllClear } = readReply(reply, asked, labelled);
  const isAny = asked === "anything" || says.is !== "value";
  const read = says.is === "unread" ? null : isAny ? says.is : says.value;
  // An all-clear that nothing is read of is no other mistake than that.
  const isOverlooked = allClear && !isAllClear && read !== null;
  const also = [
    // A hedge counts only for a value.
    ...(says.is !== "value" || isHedged === hedged ? [] : ["hedge"]),
    ...(isOverlooked || (isAllClear && !allClear) ? ["all-clear"] : []),
  ];
  return isSame(read, means) && also.length === 0
    ? []
    : [{ reply, means, read, also, isMisread: read !== null || also.length > 0 }];
}

function isSame(read: Misreading["read"], means: Labelled["means"]): boolean {
  if (typeof read !== "number" || typeof means !== "number") return read === means;
  return Math.abs(read - means) <= 1e-9 * Math.max(1, Math.abs(means));
}
