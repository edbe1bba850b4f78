import type { FireData, HeatSource, Place } from "../data/load-data.ts";
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
    "Among the static heat sources on file, what is the name of the {source} closest to {place}?",
    "Closest {source} to {place}, in the list of static heat sources: which one?",
  ],
  es: ["¿Qué {source} de la lista de fuentes de calor fijas está más cerca de {place}?"],
  fr: ["Dans la liste des sources de chaleur fixes, {source} se trouve le plus près de {place} ?"],
  id: ["{source} mana dalam daftar sumber panas tetap yang paling dekat dengan {place}?"],
  pt: ["Qual {source} da lista de fontes fixas de calor fica mais perto de {place}?"],
};

const distanceWords: Words = {
  en: [
    "And how far away is it, in km?",
    "How many km is it from there?",
    "At what distance in km?",
  ],
  es: ["¿Y a cuántos km está?"],
  fr: ["Et à quelle distance, en km ?"],
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
  return isAlone && first.source.name !== "Unnamed" ? first : undefined;
}

/** Also without its country, and without what it is: "Rades Power Plant", "Rades". */
function nameOf({ name }: HeatSource): Expected {
  const [whole, short] =
    /^(.{4,}?)(?: (?:steel )?plant| Power (?:Plant|Station))/iu.exec(name) ?? [];
  return { is: "name", value: name, ...(whole && short && { also: [whole, short] }) };
}

const nearest = (times: number, hasFollowUp: boolean): Case => ({
  times,
  draw(random, data) {
    const category = drawCategory(random);
    const near = random.pick(data.heatSources.filter((each) => each.category === category));
    const place = drawPlaceNear(random, data, near);
    const found = place && nearestSource(data, place, category);
    if (!found) return undefined;
    const first = ask(place, category, nameOf(found.source));
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
