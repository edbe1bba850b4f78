// Parses each input of the list on stdin in every language, alternating between the whole and its
// first quarter, and prints the milliseconds of each one's fastest round.
import { text } from "node:stream/consumers";
import { parse } from "@emberline/cql2";

const rounds = 9;
const languages = /** @type {const} */ (["cql2-text", "cql2-json", "ecql-text"]);

/** @type {string[]} */
const inputs = JSON.parse(await text(process.stdin));
const times = inputs.flatMap((input) =>
  languages.map((lang) => {
    const start = `${lang}: ${input.slice(0, 20)}`;
    const quickest = { start, whole: Number.POSITIVE_INFINITY, quarter: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round++) {
      const quarter = milliseconds(input.slice(0, input.length / 4), lang);
      quickest.quarter = Math.min(quickest.quarter, quarter);
      quickest.whole = Math.min(quickest.whole, milliseconds(input, lang));
    }
    return quickest;
  }),
);
process.stdout.write(JSON.stringify(times));

/**
 * @param {string} source
 * @param {typeof languages[number]} lang
 */
function milliseconds(source, lang) {
  const startMs = performance.now();
  try {
    parse(source, { lang });
  } catch {
    // Most of them are not filters.
  }
  return performance.now() - startMs;
}
