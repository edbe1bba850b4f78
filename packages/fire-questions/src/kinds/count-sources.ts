import type { Place } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { drawPlace, drawPlaceNear } from "../draw/spots.ts";
import type { Slot, Words } from "../draw/words.ts";
import { pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { placeText } from "./common-words.ts";
import { drawCategory, sourcesText, unlisted } from "./heat-sources.ts";

const words: Words = {
  en: [
    "According to the list of static heat sources, how many {sources} are there within {km} km of {place}?",
    "In the list of static heat sources, how many {sources} lie at most {km} km from {place}?",
    "Number of {sources} around {place}, radius {km} km, in the list of static heat sources?",
  ],
  es: [
    "Según la lista de fuentes de calor fijas, ¿qué cantidad de {sources} hay a menos de {km} km de {place}?",
  ],
  fr: [
    "D'après la liste des sources de chaleur fixes, combien de {sources} y a-t-il à moins de {km} km de {place} ?",
  ],
  id: [
    "Menurut daftar sumber panas tetap, berapa {sources} yang ada dalam radius {km} km dari {place}?",
  ],
  pt: [
    "Segundo a lista de fontes fixas de calor, qual é o número de {sources} a menos de {km} km de {place}?",
  ],
};

/** Members of `facts`: the place, lon and lat in degrees, km, and the category in English. */
function ask(place: Place, km: number, category: string, sources: Slot, expected: Expected): Draft {
  const { name, lon, lat } = place;
  return {
    facts: { place: name, lon, lat, km, category },
    slots: { place: placeText(place), km, sources },
    words,
    expected,
    isAllClearFalse: false,
  };
}

const drawKm = (random: Random) => random.pick([50, 100, 150, 200]);

const answered: Case = {
  times: 8,
  draw(random, data) {
    const category = drawCategory(random);
    const listed = data.heatSources.filter((each) => each.category === category);
    const place = drawPlaceNear(random, data, random.pick(listed));
    const km = drawKm(random);
    const near = place && pointsNear(listed, place, km);
    if (!near || near.length < 2) return undefined;
    return [ask(place, km, category, sourcesText(category), number(near.length, "count"))];
  },
};

/** The list has none of this category anywhere. */
const otherCategory: Case = {
  times: 4,
  draw(random, data) {
    const names = random.pick(unlisted);
    const sources: Slot = (language) => names[language];
    return [
      ask(drawPlace(random, data), drawKm(random), names.en, sources, obstacle("out-of-scope")),
    ];
  },
};

export const countSources: Kind = {
  name: "count-sources",
  form: "count",
  cases: [answered, otherCategory],
};
