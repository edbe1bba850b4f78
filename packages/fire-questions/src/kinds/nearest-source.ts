import type { FireData, Place } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import { drawPlaceNear } from "../draw/spots.ts";
import type { Words } from "../draw/words.ts";
import { distanceKm } from "../oracle/distance.ts";
import type { Expected } from "../values/question.ts";
import { placeText } from "./common-words.ts";
import { type Category, drawCategory, sourceText } from "./heat-sources.ts";

const words: Words = {
  en: [
    "Which {source} in the list of static heat sources is nearest to {place}?",
    "What is the name of the listed {source} closest to {place}?",
    "Closest {source} to {place}, by the list of static heat sources: which one?",
  ],
  es: ["¿Qué {source} de la lista de fuentes de calor fijas está más cerca de {place}?"],
  fr: [
    "Quel élément « {source} » de la liste des sources de chaleur fixes est le plus proche de {place} ?",
  ],
  id: ["{source} mana dalam daftar sumber panas tetap yang paling dekat dengan {place}?"],
  pt: ["Qual item « {source} » da lista de fontes fixas de calor fica mais perto de {place}?"],
};

const distanceWords: Words = {
  en: [
    "And how far away is it, in km?",
    "How many km is it from there?",
    "At what distance in km?",
  ],
  es: ["¿Y a cuántos km está?"],
  fr: ["Et à combien de km se trouve-t-il ?"],
  id: ["Dan berapa km jaraknya?"],
  pt: ["E a quantos km fica?"],
};

/** Members of `facts`: the place, lon and lat in degrees, the category; also `asks`: `distance`. */
function ask(place: Place, category: Category, expected: Expected): Draft {
  const { name, lon, lat } = place;
  return {
    facts: { place: name, lon, lat, category },
    slots: { place: placeText(place), source: sourceText(category) },
    words,
    expected,
    isAllClearFalse: false,
  };
}

const maxKm = 200;
const margin = 1.05;

function nearestSource(data: FireData, place: Place, category: Category) {
  const [first, second] = data.heatSources
    .filter((each) => each.category === category && Math.abs(each.lat - place.lat) < maxKm / 110)
    .map((source) => ({ source, km: distanceKm(place, source) }))
    .sort((a, b) => a.km - b.km);
  const isSure = first && first.km > 2 && first.km < maxKm;
  const isAlone = isSure && (second?.km ?? maxKm) > margin * first.km;
  return isAlone ? first : undefined;
}

const nearest = (times: number, hasFollowUp: boolean): Case => ({
  times,
  draw(random, data) {
    const category = drawCategory(random);
    const near = random.pick(data.heatSources.filter((each) => each.category === category));
    const place = drawPlaceNear(random, data, near);
    const found = place && nearestSource(data, place, category);
    if (!found) return undefined;
    const first = ask(place, category, { is: "name", value: found.source.name });
    const distance: Draft = {
      ...first,
      facts: { ...first.facts, asks: "distance" },
      words: distanceWords,
      expected: number(found.km, "km", 0.01 * found.km + 0.05),
    };
    return hasFollowUp ? [first, distance] : [first];
  },
});

export const nearestSources: Kind = {
  name: "nearest-source",
  form: "name",
  cases: [nearest(6, false), nearest(3, true)],
};
