import type { FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { coversAround, drawMissingDay, drawPlace, drawPlaceNear, drawSpot } from "../draw/spots.ts";
import { dayText, type Words } from "../draw/words.ts";
import { countRange, pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { placeText } from "./common-words.ts";

const words: Words = {
  en: [
    "Which had more satellite hotspots within {km} km on {day} (UTC): {first} or {second}?",
    "{first} or {second}: around which of them, radius {km} km, did satellites make more fire detections on {day} UTC?",
    "Compare {first} with {second} for {day}, UTC: which one had more satellite hotspots within {km} km?",
  ],
  es: [
    "¿Dónde hubo más focos de calor detectados por satélite a menos de {km} km el {day} (UTC): {first} o {second}?",
  ],
  fr: [
    "Où y a-t-il eu plus de points chauds vus par satellite à moins de {km} km le {day} (UTC) : {first} ou {second} ?",
  ],
  id: [
    "Di mana terdapat lebih banyak titik panas satelit dalam radius {km} km pada {day} (UTC): {first} atau {second}?",
  ],
  pt: [
    "Onde houve mais focos de calor detectados por satélite a menos de {km} km em {day} (UTC): {first} ou {second}?",
  ],
};

const differenceWords: Words = {
  en: ["And by how many?", "How many more is that?", "What is the difference, in hotspots?"],
  es: ["¿Y cuántos más?"],
  fr: ["Et combien de plus ?"],
  id: ["Dan berapa selisihnya?"],
  pt: ["E quantos a mais?"],
};

export interface Comparison {
  readonly places: readonly [Place, Place];
  readonly km: number;
  readonly day: string;
}

/** `facts` of a question: both places with lon and lat in degrees, km, day; and its slots. */
export function comparisonFacts({ places, km, day }: Comparison) {
  const [first, second] = places.map(placeText) as [string, string];
  return {
    facts: { places: places.map(({ name, lon, lat }) => ({ place: name, lon, lat })), km, day },
    slots: { first, second, km, day: dayText(day) },
  };
}

/** Members of `facts`: those of `comparisonFacts`; of the follow-up also `asks`: `difference`. */
function ask(comparison: Comparison, expected: Expected): Draft {
  return { ...comparisonFacts(comparison), words, expected, isAllClearFalse: true };
}

const drawKm = (random: Random) => random.pick([30, 50, 75]);

/** Two places of one day, of which one surely has more detections around it. */
export function drawComparison(random: Random, data: FireData) {
  const spot = drawSpot(random, data);
  const second = spot && drawPlaceNear(random, data, random.pick(spot.detections));
  if (!spot || !second || second.name === spot.place.name) return undefined;
  const { day, detections, place } = spot;
  const comparison: Comparison = { places: [place, second], km: drawKm(random), day };
  if (!comparison.places.every((each) => coversAround(spot.set, each, comparison.km)))
    return undefined;
  const ranges = comparison.places.map((each) => countRange(detections, each, comparison.km));
  const [[least0, most0], [least1, most1]] = ranges as [[number, number], [number, number]];
  if (most0 === 0 || most1 === 0) return undefined;
  if (least0 > most1) return { comparison, more: place, fewer: second, detections };
  if (least1 > most0) return { comparison, more: second, fewer: place, detections };
  return undefined;
}

const answered: Case = {
  times: 7,
  draw(random, data) {
    const drawn = drawComparison(random, data);
    return drawn && [ask(drawn.comparison, { is: "name", value: drawn.more.name })];
  },
};

const followed: Case = {
  times: 3,
  draw(random, data) {
    const drawn = drawComparison(random, data);
    if (!drawn) return undefined;
    const { comparison, more, fewer, detections } = drawn;
    const [most, least] = [more, fewer].map(
      (place) => pointsNear(detections, place, comparison.km)?.length,
    );
    if (most === undefined || least === undefined) return undefined;
    const first = ask(comparison, { is: "name", value: more.name });
    const difference: Draft = {
      ...first,
      facts: { ...first.facts, asks: "difference" },
      words: differenceWords,
      expected: number(most - least, "count"),
    };
    return [first, difference];
  },
};

const noDay: Case = {
  times: 4,
  draw(random, data) {
    const places = [drawPlace(random, data), drawPlace(random, data)] as const;
    const comparison = { places, km: drawKm(random), day: drawMissingDay(random) };
    return [ask(comparison, obstacle("no-data-for-time"))];
  },
};

export const comparePlaces: Kind = {
  name: "compare-places",
  form: "name",
  cases: [answered, followed, noDay],
};
