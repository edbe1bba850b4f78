import { type JsonObject, objectOf, textOf } from "./json.ts";
import { noticesOf } from "./tables.ts";
import { listed } from "./words.ts";

/** The tools' notices of what they took for what, as a sentence each. */
const told: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^No fire is named just (".+"): this is (".+")\.$/,
    ([, given, taken]) => `${curly(given)} was read as ${curly(taken)}.`,
  ],
  [/^".+" may be (?:at least )?\d+ fires\. Not meant here: .+$/, ([all]) => all],
  [/^Of the fires of that name only this one burned at that time; others: .+$/, ([all]) => all],
  [
    /^The filter is not valid CQL2, and is read as: (.+)$/s,
    ([, filter]) => `The filter was read as ${filter}.`,
  ],
];

/** What a tool took the question to mean where it could be meant otherwise; null if nothing. */
export function guessOf(answer: JsonObject, args: JsonObject): string | null {
  const sentences = noticesOf(answer).flatMap((notice) =>
    told.flatMap(([pattern, say]) => {
      const match = pattern.exec(notice);
      return match ? [say(match)] : [];
    }),
  );
  const { selection } = answer;
  const area = objectOf(objectOf(selection).area);
  const others = [area.other_places, area.other_areas].flatMap((each) =>
    Array.isArray(each) ? each.flatMap((other) => textOf(other) ?? []) : [],
  );
  const taken = textOf(area.place) ?? textOf(area.within);
  const given = textOf(args.near) ?? textOf(args.within);
  if (taken !== null && others.length > 0) {
    const name = given === null ? "The place" : `“${given}”`;
    sentences.unshift(`${name} was read as ${taken}, not ${listed(others.slice(0, 3))}.`);
  }
  return sentences.length > 0 ? sentences.join(" ") : null;
}

const curly = (quoted = "") => quoted.replace(/^"/, "“").replace(/"$/, "”");
