import type { FireData } from "../data/load-data.ts";
import type { Expected, Form, Obstacle, Question, Unit } from "../values/question.ts";
import type { Random } from "./random.ts";
import type { Slot, Words } from "./words.ts";

/** A question before its texts are made. */
export interface Draft extends Pick<Question, "facts" | "expected" | "isAllClearFalse"> {
  readonly words: Words;
  readonly slots: Readonly<Record<string, Slot>>;
}

/** One way of drawing questions of a kind. */
export interface Case {
  /** How many times it is drawn for a split. */
  readonly times: number;
  /** A conversation of one or more questions; undefined: this draw has no single sure answer. */
  draw(random: Random, data: FireData): readonly Draft[] | undefined;
}

export interface Kind {
  readonly name: string;
  /** Of its questions without an answer. */
  readonly form: Form;
  readonly cases: readonly Case[];
}

/** A number as the right answer, to six digits; counts have no tolerance. */
export function number(value: number, unit: Unit, tolerance = 0): Expected {
  const digits = (exact: number) => Number(exact.toPrecision(6));
  return { is: "number", value: digits(value), unit, tolerance: digits(tolerance) };
}

export function obstacle(because: Obstacle): Expected {
  return { is: "obstacle", because };
}
