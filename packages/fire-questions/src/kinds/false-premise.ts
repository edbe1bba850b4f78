import type { Case, Draft, Kind } from "../draw/kind.ts";
import { monthText, type Words } from "../draw/words.ts";
import { namedFires, spoken } from "../oracle/fires.ts";
import { dayAfter } from "../oracle/selections.ts";
import { comparisonFacts, drawComparison } from "./compare-places.ts";
import { stateName } from "./fire-names.ts";

const growthWords: Words = {
  en: [
    "How many km² did the mapped perimeter of the {fire} fire in {state} gain in {month}?",
    "The {fire} fire ({state}) kept growing in {month}: by how many km², according to its perimeters?",
    "What was the growth of the {fire} fire, {state}, in {month}, in km² of mapped perimeter?",
  ],
  es: [
    "El incendio {fire} ({state}) siguió creciendo en {month}: ¿cuántos km², según sus perímetros?",
  ],
  fr: [
    "L'incendie {fire} ({state}) a encore grandi en {month} : de combien de km², d'après ses périmètres ?",
  ],
  id: ["Kebakaran {fire} di {state} terus meluas pada {month}: berapa km² menurut perimeternya?"],
  pt: [
    "O incêndio {fire} ({state}) continuou a crescer em {month}: quantos km², pelos seus perímetros?",
  ],
};

/**
 * The fire was last mapped before the month. Members of `facts`: its name and state, the month.
 */
const grewLater: Case = {
  times: 6,
  draw(random, data) {
    const { name, state, newest } = random.pick(namedFires(data));
    const month = dayAfter(newest.day, 35 + random.below(60)).slice(0, 7);
    const draft: Draft = {
      facts: { fire: name, state, month },
      slots: { fire: spoken(name), state: stateName(state), month: monthText(month) },
      words: growthWords,
      expected: {
        is: "obstacle",
        because: "false-premise",
        instead: { is: "time", value: newest.day },
      },
      isAllClearFalse: true,
    };
    return [draft];
  },
};

const moreWords: Words = {
  en: [
    "Why were there more satellite hotspots within {km} km of {fewer} than of {more} on {day} (UTC)?",
    "On {day}, UTC, {fewer} had more hotspots within {km} km than {more}: by how many?",
    "How many more hotspots than {more} did {fewer} have on {day} UTC, within {km} km?",
  ],
  es: [
    "¿Por qué hubo más focos de calor a menos de {km} km de {fewer} que de {more} el {day} (UTC)?",
  ],
  fr: [
    "Pourquoi y a-t-il eu plus de points chauds à moins de {km} km de {fewer} que de {more} le {day} (UTC) ?",
  ],
  id: [
    "Mengapa titik panas dalam radius {km} km dari {fewer} lebih banyak daripada di sekitar {more} pada {day} (UTC)?",
  ],
  pt: [
    "Por que houve mais focos de calor a menos de {km} km de {fewer} do que de {more} em {day} (UTC)?",
  ],
};

/** The other place had more. Members of `facts`: those of `comparisonFacts`. */
const hadMore: Case = {
  times: 6,
  draw(random, data) {
    const drawn = drawComparison(random, data);
    if (!drawn) return undefined;
    const { facts, slots } = comparisonFacts(drawn.comparison);
    const isFirst = drawn.comparison.places[0] === drawn.more;
    const { first, second, ...rest } = slots;
    const draft: Draft = {
      facts,
      slots: { ...rest, more: isFirst ? first : second, fewer: isFirst ? second : first },
      words: moreWords,
      expected: {
        is: "obstacle",
        because: "false-premise",
        instead: { is: "name", value: drawn.more.name },
      },
      isAllClearFalse: true,
    };
    return [draft];
  },
};

export const falsePremise: Kind = {
  name: "false-premise",
  form: "anything",
  cases: [grewLater, hadMore],
};
