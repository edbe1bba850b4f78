import { distance } from "fastest-levenshtein";
import { fold } from "../../gazetteer/fold.js";
import type { Gazetteer, Territory } from "./gazetteer.ts";

/** Matches for a name in the gazetteer. */
export interface Found {
  /** Greatest weight first. */
  readonly places: readonly FoundPlace[];
  /** Countries and regions of the same name, such as "Georgia". */
  readonly territories: readonly Territory[];
  /** Unknown parts of the text after the place's name, such as a region. */
  readonly unknownParts: readonly string[];
}

interface FoundPlace {
  readonly index: number;
  /** Whether the text is the place's name rather than another spelling. */
  readonly isName: boolean;
  /** Its population; a quarter of it if the text is another spelling. */
  readonly weight: number;
}

/** One reading of the text: a place's name and the territories around it. */
interface Interpretation {
  readonly key: string;
  readonly within: readonly (readonly Territory[])[];
  readonly unknownParts: readonly string[];
}

/** Maximum words in the name of a country or region that follows a place without a comma. */
const maxWords = 5;

/**
 * Places of a name as people write it, in any case, with or without diacritics: "Coimbra",
 * "Paris, TX", "Santa Rosa California".
 */
export function findPlaces(gazetteer: Gazetteer, text: string): Found {
  for (const { key, within, unknownParts } of interpretations(gazetteer, text)) {
    const named = spelled(gazetteer, key);
    const places = named
      .filter((index) => within.every((names) => holds(names, index)))
      .map((index) => weigh(gazetteer, index, key))
      .sort((a, b) => b.weight - a.weight);
    if (places.length === 0) continue;
    const territories = within.length === 0 ? gazetteer.territories(key) : [];
    return { places, territories, unknownParts };
  }
  return { places: [], territories: gazetteer.territories(fold(text)), unknownParts: [] };
}

function* interpretations(gazetteer: Gazetteer, text: string): Iterable<Interpretation> {
  const [first = "", ...parts] = text
    .trim()
    .replace(/^near\s+/i, "")
    .split(/[,;，、]/)
    .map((part) => part.trim());
  const key = fold(first);
  if (key === "") return;
  const known = parts
    .filter(Boolean)
    .map((part) => [part, gazetteer.territories(fold(part))] as const);
  const within = known.map(([, territories]) => territories).filter((each) => each.length > 0);
  const unknownParts = known.filter(([, each]) => each.length === 0).map(([part]) => part);
  // With only an unknown region, every place of that name would match.
  if (within.length > 0 || unknownParts.length === 0) yield { key, within, unknownParts };
  if (parts.length > 0) return;
  const words = key.split(" ");
  for (let count = 1; count <= Math.min(words.length - 1, maxWords); count++) {
    const territories = gazetteer.territories(words.slice(-count).join(" "));
    if (territories.length > 0)
      yield { key: words.slice(0, -count).join(" "), within: [territories], unknownParts: [] };
  }
}

function spelled(gazetteer: Gazetteer, key: string): number[] {
  const named = gazetteer.named(key);
  return named.length > 0 ? named : gazetteer.named(withoutDigraphs(key));
}

function weigh(gazetteer: Gazetteer, index: number, key: string): FoundPlace {
  const { name, population } = gazetteer.place(index);
  const isName = withoutDigraphs(fold(name)) === withoutDigraphs(key);
  return { index, isName, weight: isName ? population : population / 4 };
}

/** ae, oe and ue may stand for ä, ö and ü: "Muenchen" is München. */
function withoutDigraphs(key: string): string {
  return key.replace(/([aou])e/g, "$1");
}

function holds(territories: readonly Territory[], index: number): boolean {
  return territories.some((territory) => territory.holds(index));
}

/** At most `count` places whose names begin with the text or are spelled most like it. */
export function similarPlaces(gazetteer: Gazetteer, text: string, count: number): number[] {
  const [first = "", ...parts] = text.split(",");
  const key = fold(first);
  const within = parts
    .map((part) => gazetteer.territories(fold(part)))
    .filter((territories) => territories.length > 0);
  const most = key.length < 5 ? Math.floor((key.length - 1) / 2) : Math.max(2, key.length / 4);
  const best = new Map<number, number>();
  for (const [spelling, index] of gazetteer.spellings()) {
    const isLonger = key.length >= 4 && spelling.startsWith(`${key} `);
    if (!isLonger && Math.abs(spelling.length - key.length) > most) continue;
    const steps = isLonger ? 1 : distance(spelling, key);
    if (steps <= most && steps < (best.get(index) ?? Number.POSITIVE_INFINITY))
      best.set(index, steps);
  }
  return [...best]
    .filter(([index]) => within.every((territories) => holds(territories, index)))
    .sort(([a, stepsToA], [b, stepsToB]) => stepsToA - stepsToB || a - b)
    .slice(0, count)
    .map(([index]) => index);
}
