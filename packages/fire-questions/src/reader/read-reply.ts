import type { Form, Language } from "../values/question.ts";
import { anyOf, saysCannot } from "./cannot.ts";
import { namesIn } from "./names.ts";
import { quantitiesIn } from "./quantities.ts";
import {
  isHedged,
  isInside,
  saysNothingBurns,
  saysSafe,
  withoutOutside,
  yesOrNoOf,
} from "./statements.ts";
import { conclusionOf, plainReply } from "./text.ts";
import { timesIn, withoutTimes } from "./times.ts";

/** What the reader knows of the question. */
export interface Context {
  readonly language: Language;
  /** Its text: whether it asks for a change. */
  readonly question?: string;
  /** Those that may be the answer. */
  readonly names?: readonly string[];
  /** A time without a day is of this one. */
  readonly day?: string;
}

type Value = number | string | boolean;

/** What a reply says. */
export interface Reading {
  readonly says:
    | { readonly is: "value"; readonly value: Value }
    /** That it cannot be answered. */
    | { readonly is: "cannot" }
    /** Nothing that can be read for certain: no value, or several that differ. */
    | { readonly is: "unread" };
  /** It calls itself partial, limited, a minimum, or unsure. */
  readonly isHedged: boolean;
  /** It says without a hedge that nothing burns, or that somebody is safe. */
  readonly isAllClear: boolean;
}

/**
 * Reads the value that a reply in plain words states: in its last line; if that states several, in
 * what it concludes from them; if it states nothing, in the whole. All that could be meant must
 * agree. Numbers are in the unit that is asked for.
 */
export function readReply(reply: string, form: Form, context: Context): Reading {
  const { final, whole, all } = plainReply(reply);
  const isUnsure = isHedged(all);
  const says =
    statementOf(final, form, context) ??
    statementOf(whole, form, context) ??
    (saysCannot(all) || (isUnsure && whole === "") ? cannot : unread);
  const value = says.is === "value" ? says.value : undefined;
  const isNone = value === undefined || value === false || value === 0 || form === "anything";
  const isDenial =
    (value === 0 && form === "count") || saysSafe(final) || (isNone && saysNothingBurns(final));
  return {
    says,
    isHedged: isUnsure,
    isAllClear: isDenial && says.is !== "cannot" && !isUnsure,
  };
}

const cannot = { is: "cannot" } as const;
const unread = { is: "unread" } as const;

/** What a text states; undefined if it states nothing. */
function statementOf(text: string, form: Form, context: Context): Reading["says"] | undefined {
  const values = valuesIn(text, form, context);
  const isCannot = saysCannot(form === "yesno" ? withoutOutside(text) : text);
  // Beside "it cannot be answered", none or no is a reason, as is the day of the data's end; and
  // several names are those of the question.
  const areReasons =
    ["date", "anything"].includes(form) ||
    (form === "name" && values?.length !== 1) ||
    (form !== "km2" && values?.every((each) => !each));
  if (isCannot && areReasons) return cannot;
  if (values?.length === 0) return undefined;
  const [value, ...others] = values ?? ["unclear"];
  if (!isCannot && others.length === 0 && value !== undefined && value !== "unclear")
    return { is: "value", value };
  const conclusion = conclusionOf(text);
  return (conclusion && statementOf(conclusion, form, context)) || unread;
}

/** The different values of a statement; undefined if one of them cannot be read for certain. */
function valuesIn(text: string, form: Form, context: Context): readonly Value[] | undefined {
  const { language, names = [], question = "", day } = context;
  switch (form) {
    case "date":
      return timesIn(text, "day", language);
    case "minute":
      return timesIn(text, "minute", language, day);
    case "name":
      // "Fewer than" turns around which of two is meant.
      return fewer.test(text) ? undefined : namesIn(text, names);
    case "yesno": {
      const word = text
        .split("\n")
        .map(yesOrNoOf)
        .find((each) => each !== undefined);
      if (word !== undefined) return [word];
      if (saysNothingBurns(text) || saysSafe(text)) return [false];
      const position = saysCannot(withoutOutside(text)) ? undefined : isInside(text);
      return position === undefined ? [] : [position];
    }
    case "anything": {
      const word = yesOrNoOf(text);
      if (word !== undefined) return [word];
      return /\d/u.test(withoutTimes(text, language)) ? [text] : [];
    }
    default: {
      const numbers = quantitiesIn(text, form, language, question);
      const isNone = form === "count" && numbers?.length === 0 && saysNothingBurns(text);
      return isNone ? [0] : numbers;
    }
  }
}

/** Before a number it is a limit: "less than 30 km away". */
const fewer = anyOf([
  "(?:fewer|less|menos|moins|lebih sedikit)(?! (?:(?:than|de|que|dari) )?\\d)(?!\\p{L})",
]);
