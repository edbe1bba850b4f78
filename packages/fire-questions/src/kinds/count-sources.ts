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
    "How many {sources} of the list of static heat sources lie within {km} km of {place}?",
    "Count the {sources} at most {km} km from {place}, by the list of static heat sources.",
    "By the static heat sources on record: number of {sources} around {place}, radius {km} km?",
  ],
  es: [
    "¿Cuántas/os {sources} de la lista de fuentes de calor fijas hay a menos de {km} km de {place}?",
  ],
  fr: [
    "Combien de {sources} de la liste des sources de chaleur fixes y a-t-il à moins de {km} km de {place} ?",
  ],
  id: ["Berapa {sources} dalam daftar sumber panas tetap dalam radius {km} km dari {place}?"],
  pt: ["Quantas/os {sources} da lista de fontes fixas de calor há a menos de {km} km de {place}?"],
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

export const countSources: Kind = { name: "count-sources", cases: [answered, otherCategory] };
