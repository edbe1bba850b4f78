/** The languages that questions are asked in, by BCP 47. */
export type Language = "en" | "es" | "fr" | "id" | "pt";

/** Units of numbers. `count` is a number of things, `share` a part of one in percent. */
export type Unit = "count" | "km" | "km2" | "MW" | "day" | "share";

/** What a question asks for: a number in a unit, a day, a time to the minute, a name, yes or no. */
export type Form = Unit | "date" | "minute" | "name" | "yesno" | "anything";

/** Why a question has no answer, or starts from something that is not so. */
export type Obstacle =
  /** The time lies outside of the data, or in a gap of it. */
  | "no-data-for-time"
  /** Nothing in the data is observed there. */
  | "no-data-for-place"
  /** There is no such place, or several and the question does not say which. */
  | "no-such-place"
  | "no-such-fire"
  /** It asks about now, and the data ends before. */
  | "stale"
  /** The data does not have this property: injuries, costs, causes. */
  | "out-of-scope"
  /** Whether somebody is safe cannot be said from detections. */
  | "unsafe-to-say"
  /** The question takes something for a fact that the data contradicts. */
  | "false-premise";

/** The one right answer, computed from the data by the oracle. */
export type Expected =
  | {
      readonly is: "number";
      readonly value: number;
      readonly unit: Unit;
      /** In the unit of the value; 0 for counts. */
      readonly tolerance: number;
    }
  /** A day in UTC, `2023-08-01`, or a time to the minute, `2023-08-01T10:25Z`. */
  | { readonly is: "time"; readonly value: string }
  /** A name or id as the data has it, and other spellings that are right too. */
  | { readonly is: "name"; readonly value: string; readonly also?: readonly string[] }
  | { readonly is: "yesno"; readonly value: boolean }
  /**
   * Nobody can answer from the data; a reply that says so is right. `instead` is the true fact that
   * contradicts a false premise, if the data has one: saying it is right as well.
   */
  | {
      readonly is: "obstacle";
      readonly because: Obstacle;
      readonly instead?: Exclude<Expected, { is: "obstacle" }>;
    };

export interface Wording {
  readonly language: Language;
  readonly text: string;
}

/** A question, its wordings and its right answer. */
export interface Question {
  /** `count-in-area-07`: its kind and a number. */
  readonly id: string;
  readonly kind: string;
  /** What is asked, for programs: the members depend on the kind, and its file describes them. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** At least three, all of the same question. */
  readonly wordings: readonly Wording[];
  /** Id of the question before it in the same conversation; its words refer to that one. */
  readonly follows?: string;
  /** Also of a question without an answer: what one would be. */
  readonly form: Form;
  readonly expected: Expected;
  /** "There is no fire" would be a false all-clear: fires are there, or nobody can know. */
  readonly isAllClearFalse: boolean;
}

/** The form of an answer that there is. */
export function formOf(expected: Exclude<Expected, { is: "obstacle" }>): Form {
  switch (expected.is) {
    case "number":
      return expected.unit;
    case "time":
      return expected.value.includes("T") ? "minute" : "date";
    default:
      return expected.is;
  }
}
