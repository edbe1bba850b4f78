import type { Language, Unit } from "../values/question.ts";
import { anyOf, saysCannot } from "./cannot.ts";
import { quantitiesIn } from "./quantities.ts";
import { isHedged, saysNothingBurns, yesOrNoOf } from "./statements.ts";
import { isSetAside, plainReply } from "./text.ts";
import { timesIn, withoutTimes } from "./times.ts";

/** The kind of value that a reply is read for. */
export type Asked =
  | { readonly is: "number"; readonly unit: Unit }
  /** A time without a day is of the day that the question names. */
  | { readonly is: "time"; readonly to: "day" | "minute"; readonly day?: string }
  /** Only these names are known; those that the question has give way to another. */
  | { readonly is: "name"; readonly names: readonly string[]; readonly question?: string }
  | { readonly is: "yesno" }
  /** Whether it states any number, yes or no; a statement of a number is the value itself. */
  | { readonly is: "anything" };

/** What a reply says. */
export interface Reading {
  readonly says:
    | { readonly is: "value"; readonly value: number | string | boolean }
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
 * Reads the value that a reply in plain words states: in its last line first, else in the whole,
 * where all that could be meant must agree. Numbers are in the unit that is asked for.
 */
export function readReply(reply: string, asked: Asked, language: Language): Reading {
  const { final, whole, all } = plainReply(reply);
  const isUnsure = isHedged(all);
  const says = readFrom({ final, whole, all }, asked, language, isUnsure);
  const isZero = says.is === "value" && says.value === 0;
  const isOther = says.is === "value" && says.value !== false && asked.is !== "anything";
  const isDenial = isZero || (saysNothingBurns(final) && !isOther);
  return {
    says,
    isHedged: isUnsure,
    isAllClear: isDenial && says.is !== "cannot" && !isUnsure,
  };
}

function readFrom(
  { final, whole, all }: ReturnType<typeof plainReply>,
  asked: Asked,
  language: Language,
  isUnsure: boolean,
): Reading["says"] {
  const inFinal = valuesIn(final, asked, language);
  if (saysCannot(final)) {
    // Where a statement has a value too, only a zero or a no can mean that there is none; a day
    // of the data's end is usual.
    const isValueOfItsOwn =
      asked.is !== "time" &&
      asked.is !== "anything" &&
      inFinal?.some((value) => value !== 0 && value !== false);
    return { is: isValueOfItsOwn ? "unread" : "cannot" };
  }
  const values = inFinal?.length === 0 ? valuesIn(whole, asked, language) : inFinal;
  const value = values?.[0];
  if (values?.length === 1 && value !== undefined && value !== "unclear")
    return { is: "value", value };
  const isCannot = values?.length === 0 && (saysCannot(all) || (isUnsure && whole === ""));
  return { is: isCannot ? "cannot" : "unread" };
}

/** The different values of a statement; undefined if one of them cannot be read for certain. */
function valuesIn(
  text: string,
  asked: Asked,
  language: Language,
): readonly (number | string | boolean)[] | undefined {
  switch (asked.is) {
    case "number": {
      const numbers = quantitiesIn(text, asked.unit, language);
      const isZero = asked.unit === "count" && numbers?.length === 0;
      return isZero && saysNothingBurns(text) ? [0] : numbers;
    }
    case "time":
      return timesIn(text, asked, language);
    case "name":
      // "Fewer than" turns around which of two is meant.
      return fewer.test(text) ? undefined : namesIn(text, asked.names, asked.question);
    case "yesno": {
      const word = text
        .split("\n")
        .map(yesOrNoOf)
        .find((each) => each !== undefined);
      return word !== undefined ? [word] : saysNothingBurns(text) ? [false] : [];
    }
    case "anything": {
      const word = yesOrNoOf(text);
      if (word !== undefined) return [word];
      return /\d/u.test(withoutTimes(text, language)) ? [text] : [];
    }
  }
}

const fewer = anyOf(["fewer|less|menos|moins|lebih sedikit"]);

/** The known names in a text, the longest first: "Lake" is not in "Salt Lake". */
function namesIn(text: string, names: readonly string[], question = ""): readonly string[] {
  const found = new Set<string>();
  let rest = plain(text);
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    rest = rest.replace(patternOf(name), (match, offset: number, before: string) => {
      // "park" in lower case is a word, not the name.
      if (match[0] !== match[0]!.toUpperCase() && name[0] !== name[0]!.toLowerCase()) return match;
      if (!isSetAside(before.slice(0, offset))) found.add(name);
      return "~";
    });
  }
  const own = [...found].filter((name) => !patternOf(name).test(plain(question)));
  return own.length === 1 ? own : [...found];
}

/** A name as a whole, whatever marks stand between its words. */
function patternOf(name: string): RegExp {
  const words = plain(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${words.join("[^\\p{L}\\p{N}]+")}(?![\\p{L}\\p{N}_])`,
    "giu",
  );
}

/** Without accents, which many leave out. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}
