// Other spellings of a place, folded; GeoNames has many, mostly transcriptions.

import { fold } from "@emberline/areas/fold";
import { distance } from "fastest-levenshtein";

/**
 * Other spellings of all places would double the file; seats of first-level regions get them from a
 * lower population on.
 */
const minPopulation = { seat: 40_000, other: 110_000 };

/** Other spellings in Latin letters, and the four most usual in the country's own script. */
export function otherSpellings({ name, others, othersByHand, country, isSeat, population }) {
  const byHand = othersByHand.map(fold);
  if (population < (isSeat ? minPopulation.seat : minPopulation.other)) return byHand;
  const own = fold(name);
  const script = scriptOf(country);
  const isOwnScript = new RegExp(`^[\\p{Script=${script}} ]+$`, "u");
  const spellings = new Set();
  for (const spelling of others) {
    // Lower case is a transcription (but Georgian has no other), capitals are an airport's code,
    // Lungsod is Tagalog for city.
    const isName =
      /^[\p{Lu}\p{Lo}\p{Script=Geor}]/u.test(spelling) &&
      !/^(?:[A-Z]{2,4}$|Lungsod ng )/.test(spelling);
    const folded = fold(spelling);
    if (isName && folded !== own && !/\p{N}/u.test(folded)) spellings.add(folded);
  }
  const latin = [...spellings].filter((each) => /^[\p{Script=Latin} ]{3,22}$/u.test(each));
  const native = script === "Latn" ? [] : [...spellings].filter((each) => isOwnScript.test(each));
  return [...new Set([...mostUsual(native, 4), ...latin, ...byHand])];
}

/** The spellings with the smallest differences from all others, which languages share. */
function mostUsual(spellings, count) {
  const differenceOf = (one, other) => distance(one, other) / Math.max(one.length, other.length);
  const differences = new Map(
    spellings.map((each) => [
      each,
      spellings.reduce((sum, other) => sum + differenceOf(each, other), 0),
    ]),
  );
  return spellings.sort((a, b) => differences.get(a) - differences.get(b)).slice(0, count);
}

const scripts = new Map();

function scriptOf(country) {
  const known = scripts.get(country);
  if (known) return known;
  const { script = "Latn" } = new Intl.Locale(`und-${country}`).maximize();
  const named = { Hans: "Hani", Hant: "Hani", Jpan: "Hani", Kore: "Hang" }[script] ?? script;
  scripts.set(country, named);
  return named;
}
