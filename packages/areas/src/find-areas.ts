import { boxesOverlap } from "@emberline/geo";
import { distance } from "fastest-levenshtein";
import { fold } from "../data/fold.js";
import type { AreaRecord, Areas } from "./load-areas.ts";
import { boxOfRings, kindWord, rankOf, ranks } from "./rings.ts";

/** The areas of a name. */
export interface FoundAreas {
  /** The area that is clearly meant; null if there is none, or no single one. */
  readonly best: AreaRecord | null;
  /** The other areas of that name, or all if none is clearly meant; largest first within a kind. */
  readonly others: readonly AreaRecord[];
}

/** Maximum words in the name of a country or state that follows an area's without a comma. */
const maxWords = 4;

/** A country, group or state takes precedence over states elsewhere this many times smaller. */
const clearWide = 9;
/** The same ratio for natural regions: the larger one is better known. */
const clearRegion = 3;

/**
 * Areas of a name, as people write it: "Oregon", "US-OR", "Minas Gerais, Brazil",
 * "Trinity County California", "Georgia (country)"; in any case, with or without marks.
 */
export function findAreas(areas: Areas, text: string): FoundAreas {
  if (fold(text) === "") return { best: null, others: [] };
  const [, bare = "", kind = ""] = /^(.*\S)\s*\(([^)]+)\)\s*$/.exec(text) ?? [];
  const ofKind = namedAreas(areas, bare).filter((each) => isOfKind(each, kind));
  if (ofKind.length > 0) return choose(areas, ofKind);
  const found = besideGreater(areas, fold(text), choose(areas, namedAreas(areas, text)));
  if (found.best === null) return found;
  // "CA" is Canada to some and California to others; "the East" is another for each.
  const key = fold(text);
  const isOfSeveral = contested.has(key) || isOnlyCode(areas, key);
  const isUnclear = vague.test(key) || (found.others.length > 0 && isOfSeveral);
  return isUnclear ? { best: null, others: [found.best, ...found.others] } : found;
}

/**
 * With the areas of longer names that may be meant as well: other countries where the name is not
 * the country's own, as "Congo" or "Korea"; countries and states beside a county or an island that
 * is much smaller, as "Carolina" in Puerto Rico.
 */
function besideGreater(areas: Areas, key: string, { best, others }: FoundAreas): FoundAreas {
  const found = best ? [best, ...others] : others;
  const [first] = found;
  const isCountry = first?.kind === "country";
  const isOwn = isCountry && (fold(first.name) === key || areas.coded(key).includes(first.index));
  if (!first || isOwn || (!isCountry && rankOf(first.kind) < ranks.natural))
    return { best, others };
  const greater = namesakes(areas, key).filter(({ index, kind, km2 }) =>
    isCountry ? kind === "country" && index !== first.index : km2 > first.km2 * clearRegion,
  );
  return greater.length > 0
    ? { best: null, others: sorted([...found, ...greater]) }
    : { best, others };
}

/**
 * Countries and states whose own name has the text as one or several of its words, the largest
 * first of each kind: "Kivu" in "Nord-Kivu", but not "Zealand" in "New Zealand".
 */
function namesakes(areas: Areas, key: string): AreaRecord[] {
  if (key === "") return [];
  const found = areas.containing(key).map(areas.area);
  return sorted(
    found.filter(({ name, kind }) => {
      const own = ` ${fold(name)} `;
      const isPart = own.includes(` ${key} `) && own.trim() !== key;
      const isOther = own.startsWith(" new ") && !key.startsWith("new ");
      const isWide = [ranks.country, ranks.region].some((rank) => rank === rankOf(kind));
      return isPart && !isOther && isWide;
    }),
  );
}

const directions =
  "north|south|east|west|northern|southern|eastern|western|northeast|northwest|southeast|southwest|" +
  "central|center|centre|upper|lower|atlantic|pacific|norte|sul|sur|este|oeste|leste|nord|" +
  "sud|est|ouest|centro";
const vague = new RegExp(
  `^(?:the )?(?:${directions})?(?: (?:east|west))?(?: ?(?:coast|region|province|state))?$`,
);

/** Names by which a much smaller area is better known. */
const contested = new Set(["gaza"]);

function isOnlyCode(areas: Areas, key: string): boolean {
  const { length } = areas.coded(key);
  return length > 1 && length === areas.named(key).length;
}

/**
 * The areas of several names. One that alone may be several areas, such as "CA" or "Georgia", is
 * the one beside the others: a state where they are states of its country, or a country.
 */
export function findEachArea(areas: Areas, texts: readonly string[]): FoundAreas[] {
  const found = texts.map((text) => findAreas(areas, text));
  if (found.every(({ best }) => best) || found.length < 2) return found;
  const holders = found.map(({ best, others }) => (best ? [best] : others).map(holderOf));
  const clear = found.flatMap(({ best }) => (best ? [holderOf(best)] : []));
  const beside =
    clear.length > 0
      ? clear
      : holders.reduce((common, each) => common.filter((holder) => each.includes(holder)));
  return found.map((each) => {
    if (each.best) return each;
    const near = each.others.filter((area) => beside.includes(holderOf(area)));
    const isOfOne = new Set(near.map(holderOf)).size === 1;
    const chosen = choose(areas, near);
    return isOfOne && chosen.best ? chosen : each;
  });
}

/** The country of a state, the state of a county; none for countries. */
function holderOf({ parents }: AreaRecord): number | undefined {
  return parents[0];
}

function isOfKind({ kind }: AreaRecord, wanted: string): boolean {
  return [kind, kindWord(kind)].some((each) => fold(each) === fold(wanted));
}

/** The areas found by the first interpretation of the text that finds any. */
function namedAreas(areas: Areas, text: string): AreaRecord[] {
  const parts = text
    .replace(/\bI(s?)\.(?=\s|$)/g, "Island$1")
    .split(/[,;，、]/)
    .map((part) => part.trim())
    .filter(Boolean);
  for (let count = parts.length; count >= 1; count--) {
    // Some names contain a comma.
    const key = fold(parts.slice(0, count).join(" "));
    const found = count > 1 ? areas.named(key).map(areas.area) : named(areas, key);
    const inner = heldBy(areas, found, parts.slice(count));
    if (inner.length > 0) return inner;
  }
  // As lists have them: "Korea, South", "Congo, Dem. Rep.".
  if (parts.length === 2) return named(areas, fold(`${parts[1]} ${parts[0]}`));
  if (parts.length !== 1) return [];
  const words = fold(parts[0]!).split(" ");
  for (let count = 1; count <= Math.min(words.length - 1, maxWords); count++) {
    const found = named(areas, words.slice(0, -count).join(" "));
    const inner = heldBy(areas, found, [words.slice(-count).join(" ")]);
    if (inner.length > 0) return inner;
  }
  // "Bosnia" is Bosnia and Herzegovina to all.
  const key = fold(text);
  return namesakes(areas, key).filter(
    ({ name, kind }) => kind === "country" && fold(name.split(/ (?:and|&) /)[0]!) === key,
  );
}

/** The areas that lie in all of the named countries or states. */
function heldBy(
  areas: Areas,
  found: readonly AreaRecord[],
  holderNames: readonly string[],
): AreaRecord[] {
  if (found.length === 0) return [];
  const holders = holderNames.map((name) => holdersNamed(areas, fold(name)));
  return found.filter((area) =>
    holders.every((each) => each.some((holder) => isIn(areas, area, holder))),
  );
}

/** By name or code, else by name without its kind. */
function named(areas: Areas, key: string): AreaRecord[] {
  if (key === "") return [];
  const whole = vague.test(key) ? key.replace(/\b(north|south) (?=east|west)/, "$1") : key;
  const exact = [...new Set([...areas.named(key), ...areas.named(whole)])];
  if (exact.length > 0) return exact.map(areas.area);
  const bare = withoutKind(key);
  const isNatural = naturalKinds.test(key);
  const similar = new Set<number>();
  for (const [spelling, index] of areas.spellings())
    if (spelling.includes(bare) && withoutKind(spelling) === bare) similar.add(index);
  const found = [...similar].map(areas.area);
  // The Klamath Mountains are not Klamath County.
  return isNatural ? found.filter(({ kind }) => rankOf(kind) === ranks.natural) : found;
}

/** Countries and states of a name, as containers of other areas. */
function holdersNamed(areas: Areas, key: string): AreaRecord[] {
  return named(areas, key).filter(({ kind }) => rankOf(kind) < ranks.natural);
}

/** Whether one area lies in another; for natural regions and parks, whether it may. */
function isIn(areas: Areas, area: AreaRecord, holder: AreaRecord): boolean {
  if (area.index === holder.index) return false;
  if (area.parents.some((each) => each === holder.index || isIn(areas, areas.area(each), holder)))
    return true;
  if (rankOf(area.kind) !== ranks.natural || !area.parents.includes(holder.parents[0] ?? -1))
    return false;
  const [own, its] = [area, holder].map(({ index }) => boxOfRings(areas.polygons(index)));
  return boxesOverlap(own!, its!);
}

const naturalKinds = /\b(?:desert|mountains?|mts?|plateau|range)\b/;

const kinds =
  /\b(?:all|archipelago|autonomous|borough|canton|census area|city|coast|commonwealth|county|department|desert|district|governorate|group|isla|islands?|isle|krai|municipality|mountains?|mts?|national|np|oblast|of|okrug|parish|park|peninsula|plateau|prefecture|province|range|region|republic|state|the|voivodeship)\b/g;

/** "Sverdlovsk Oblast" as "sverdlovsk": people omit the kind of area. */
function withoutKind(key: string): string {
  return key.replace(kinds, "").replace(/ +/g, " ").trim() || key;
}

/** Countries, groups, states, natural regions and parks, counties; the largest first. */
function sorted(found: readonly AreaRecord[]): AreaRecord[] {
  return found.toSorted(
    (a, b) => rankOf(a.kind) - rankOf(b.kind) || b.km2 - a.km2 || a.index - b.index,
  );
}

function choose(areas: Areas, found: readonly AreaRecord[]): FoundAreas {
  const [first, ...others] = sorted(found);
  if (!first) return { best: null, others: [] };
  const isClear = others.every((other) => isClearly(areas, first, other));
  return isClear ? { best: first, others } : { best: null, others: [first, ...others] };
}

/** Whether the first takes precedence over the other. */
function isClearly(areas: Areas, first: AreaRecord, other: AreaRecord): boolean {
  const [rank, otherRank] = [rankOf(first.kind), rankOf(other.kind)];
  const isWide = rank <= ranks.region && otherRank <= ranks.region;
  if (isWide && otherRank > ranks.country)
    return isIn(areas, other, first) || first.km2 > other.km2 * clearWide;
  if (rank !== otherRank) return true;
  return rank === ranks.natural && first.km2 > other.km2 * clearRegion;
}

/** Countries and states whose names contain the words; for "Kivu, Congo" those in Congo. */
export function longerNames(areas: Areas, text: string): AreaRecord[] {
  const [first = "", ...holders] = text.split(",");
  return heldBy(areas, namesakes(areas, fold(first)), holders);
}

/**
 * The areas that a text may mean which is no area's name: those with it among the words of their
 * name, else those spelled most like it; at most `count`.
 */
export function similarAreas(areas: Areas, text: string, count: number): AreaRecord[] {
  const longer = longerNames(areas, text);
  if (longer.length > 0) return longer.slice(0, count);
  const key = fold(text.split(",", 1)[0]!);
  if (key === "") return [];
  let least = key.length < 8 ? 1 : Math.floor(key.length / 4);
  const nearest = new Set<number>();
  for (const [spelling, index] of areas.spellings()) {
    if (Math.abs(spelling.length - key.length) > least) continue;
    const steps = stepsBetween(spelling, key);
    // The Jura is not the Ural, nor Germania Birmania.
    if (steps > least || (steps > 1 && spelling[0] !== key[0])) continue;
    if (steps < least) nearest.clear();
    least = steps;
    nearest.add(index);
  }
  const rank = (index: number) => rankOf(areas.area(index).kind);
  return [...nearest]
    .sort((a, b) => rank(a) - rank(b) || a - b)
    .slice(0, count)
    .map((index) => areas.area(index));
}

/** Letters to change; two neighbours in the other order are one. */
function stepsBetween(a: string, b: string): number {
  const steps = distance(a, b);
  if (steps !== 2 || a.length !== b.length) return steps;
  const i = [...a].findIndex((_, at) => a[at] !== b[at]);
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2) ? 1 : 2;
}

/** "Trinity County, California"; an area shared by several countries has only its name. */
export function labelOfArea(areas: Areas, { name, parents }: AreaRecord): string {
  return parents.length === 1 ? `${name}, ${areas.area(parents[0]!).name}` : name;
}

/** The value of `within` that selects exactly this area. */
export function argumentOfArea(areas: Areas, area: AreaRecord): string {
  const label = labelOfArea(areas, area);
  const [parent] = area.parents;
  const forms = [
    label,
    `${label} (${kindWord(area.kind)})`,
    ...(parent === undefined ? [] : [`${area.name}, ${areas.area(parent).name}`]),
  ];
  return forms.find((each) => findAreas(areas, each).best?.index === area.index) ?? label;
}
