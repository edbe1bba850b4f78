import { linkAbort } from "@emberline/core";
import { type BooleanExpression, build, readQueryables } from "@emberline/cql2";
import { nearest } from "@emberline/cql2/nearest";
import type { ToolContext } from "../call/context.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { readAll } from "../reading/read-all.ts";
import { filterOf } from "../selection/filter.ts";
import { withArea } from "../selection/filter-area.ts";
import { filterText } from "../selection/filter-tree.ts";
import {
  boundsOf,
  type Equality,
  equalitiesOf,
  type Replacement,
  withValues,
  withWildcards,
} from "../selection/filter-values.ts";
import type { Selection } from "../selection/selection.ts";
import { stateKey } from "../values/own-property.ts";
import { satelliteName } from "../values/source-codes.ts";
import { quoted } from "../values/text.ts";
import type { PropertyTally } from "./profile.ts";
import { profileOf } from "./profile-reading.ts";

/** How long the values of a large collection are read for a suggestion, in ms. */
const timeoutMs = 8000;
/** More values than this are not listed. */
const maxListed = 12;

/**
 * Which values of the filter no feature has, and the nearest that features have, with how many
 * match then.
 */
export async function nearValues(selection: Selection, context: ToolContext): Promise<string[]> {
  const { filter, collection } = selection;
  const wild = withWildcards(filter!.tree);
  if (wild) {
    const found = await countWith(wild, selection, context);
    return [
      `The wildcards of LIKE are % and _. Matching: ${found} with ${JSON.stringify({ filter: filterText(wild) })}.`,
    ];
  }
  const equalities = equalitiesOf(filter!.tree);
  if (equalities.length === 0) return [];
  const tallies = await talliesOf(collection.id, context);
  if (!tallies) return [];
  const sentences: string[] = [];
  const replaced = new Map<Equality, Replacement>();
  for (const equality of equalities) {
    const tally = tallies.get(equality.property);
    if (!tally || isFound(equality, tally)) continue;
    const texts = tally.texts();
    const similar = similarValues(equality.value, texts, tally.codes());
    if (similar) replaced.set(equality, similar);
    else if (tally.distinct === null) continue;
    const values = similar ? "" : `: ${valuesOf(tally, texts)}`;
    sentences.push(
      `No feature has ${quoted(equality.property, 60)} ${shown(equality.value)}${values}.`,
    );
  }
  if (replaced.size === 0) return sentences;
  const tree = withValues(filter!.tree, replaced);
  const count = await countWith(tree, selection, context);
  const found = `${count} with ${JSON.stringify({ filter: filterText(tree) })}.`;
  return [[...sentences, `Matching: ${found}`].join(" ")];
}

/** The greatest or least value, where the filter asks for more or less. */
export async function boundNotices(selection: Selection, context: ToolContext): Promise<string[]> {
  const bounds = boundsOf(selection.filter!.tree);
  const tallies = bounds.length === 0 ? null : await talliesOf(selection.collection.id, context);
  return bounds.flatMap(({ property, op, value }) => {
    const tally = tallies?.get(property);
    if (!tally || !Number.isFinite(tally.max)) return [];
    if (op.startsWith(">") && value >= tally.max)
      return [`The greatest ${quoted(property, 60)} is ${tally.max}.`];
    return op.startsWith("<") && value <= tally.min
      ? [`The least ${quoted(property, 60)} is ${tally.min}.`]
      : [];
  });
}

function isFound({ value, isFolded }: Equality, tally: PropertyTally): boolean {
  if (typeof value === "number") return hasNumber(tally, value);
  const fold = (text: string) => (isFolded ? text.toLowerCase() : text);
  return tally.texts().some((each) => fold(each) === fold(value));
}

function shown(value: string | number): string {
  return typeof value === "number" ? String(value) : quoted(value, 60);
}

/** The values of each property; null unless all features could be read in the time. */
async function talliesOf(
  collection: string,
  context: ToolContext,
): Promise<ReadonlyMap<string, PropertyTally> | null> {
  const limit = linkAbort({ signal: context.softDeadline, timeoutMs });
  try {
    const { reading } = await profileOf(collection, {
      ...context,
      // Getters, which a spread leaves out.
      signal: context.signal,
      softDeadline: limit.signal,
    });
    // Of the values of some features no one can say which values none has.
    if (reading?.isWhole) return reading.profile.properties;
  } catch (error) {
    // A suggestion is not worth losing the answer.
    if (context.signal.aborted) throw error;
  } finally {
    limit.release();
  }
  // The next call reads on from here.
  if (limit.signal.aborted)
    context.note("The values of the data could not all be read in time to suggest one: ask again.");
  return null;
}

function hasNumber(tally: PropertyTally, value: number): boolean {
  const codes = tally.codes();
  return codes.length > 0 ? codes.includes(value) : value >= tally.min && value <= tally.max;
}

function valuesOf(tally: PropertyTally, texts: readonly string[]): string {
  if (texts.length > maxListed) return `it has ${texts.length} other values`;
  const listed = texts.map((each) => quoted(each, 40));
  const range = Number.isFinite(tally.min) ? [`numbers from ${tally.min} to ${tally.max}`] : [];
  return `its values are ${[...listed, ...range].join(", ")}`;
}

/** How many match with another filter, as text. */
async function countWith(
  tree: BooleanExpression,
  selection: Selection,
  context: ToolContext,
): Promise<string> {
  const { collection, area, interval, fire, latestPerFire, exclusion } = selection;
  const { filter: _, ...query } = selection.query;
  const own = fire?.isOwn ? fire.fire.query.filter : undefined;
  const known = collection.queryables && readQueryables({ queryables: collection.queryables });
  const filter = await filterOf(tree, known && withArea(known, collection), context.pause);
  const sent = filter.sent && own ? build.and(filter.sent, own) : (filter.sent ?? own);
  const corrected: Selection = {
    ...selection,
    filter,
    query: { ...query, ...(sent && { filter: sent }) },
  };
  const isWhole = !(area || interval || fire || latestPerFire || exclusion);
  if (isWhole && (await honoursFilter(filter, collection, context))) {
    const { numberMatched } = await featuresOf(context.client, collection.id).page(collection.id, {
      ...corrected.query,
      limit: 1,
      signal: context.signal,
    });
    if (numberMatched !== undefined) return String(numberMatched);
  }
  const { matched, exact } = await readAll(corrected, context, () => {});
  return exact ? String(matched) : `at least ${matched}`;
}

/** Of more values than this none is an abbreviation: they are names. */
const maxCodes = 50;

/**
 * The values of the data that another one most likely means: in another case or spelling
 * ("us-ca"), a state's name or the end of its code ("CA"), abbreviations ("high", "NOAA20"), a
 * part of a name, a misspelling; null if none is near.
 */
function similarValues(
  value: string | number,
  texts: readonly string[],
  codes: readonly number[],
): Replacement | null {
  if (typeof value === "number") {
    const text = texts.find((each) => each === String(value));
    return text === undefined ? null : [text];
  }
  const asked = folded(value);
  if (asked === "") return null;
  const number = codes.find((each) => String(each) === value.trim());
  if (number !== undefined) return [number];
  const same = [
    (text: string) => folded(text) === asked,
    (text: string) => !/\s/.test(text) && lastPartOf(text) === value.trim().toLowerCase(),
    (text: string) => stateKey(text) === stateKey(value),
    (text: string) => value.length > 2 && satelliteName(value) === (satelliteName(text) ?? ""),
  ]
    .map((rule) => texts.filter(rule))
    .find((each) => each.length > 0);
  const areCodes = texts.length <= maxCodes;
  const short = areCodes ? texts.filter((each) => isAbbreviation(folded(each), asked)) : [];
  const long = areCodes ? texts.filter((each) => isAbbreviation(asked, folded(each))) : [];
  const found = [...new Set([...(same ?? []), ...(short.length > 0 ? short : long)])];
  if (found.length > 0) return found;
  const isPart = asked.length > 2 && texts.some((each) => hasWords(each, value));
  if (isPart) return { part: value.trim() };
  return nearest(value, texts, 1).length > 0 ? nearest(value, texts, 1) : null;
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function lastPartOf(text: string): string | undefined {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .at(-1);
}

function hasWords(text: string, words: string): boolean {
  return ` ${text.toLowerCase()} `.includes(` ${words.trim().toLowerCase()} `);
}

/** "h" of "high", "n20" of "noaa20": the first letters, and all digits. */
function isAbbreviation(short: string, long: string): boolean {
  const [, letters, digits] = /^(\p{L}{1,3})(\d*)$/u.exec(short) ?? [];
  const [, longLetters, longDigits] = /^(\p{L}+)(\d*)$/u.exec(long) ?? [];
  if (letters === undefined || longLetters === undefined || short === long) return false;
  return digits === longDigits && longLetters.startsWith(letters);
}
