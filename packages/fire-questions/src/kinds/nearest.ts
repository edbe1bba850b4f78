import type { Detection, FireData } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { distanceKm } from "../oracle/distance.ts";
import { detectionsOn } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { type Around, aroundFacts, drawAround, withoutDay, withoutPlace } from "./around.ts";

const words: Words = {
  en: [
    "How far from {place} was the nearest satellite detection on {day} (UTC), in km?",
    "Distance in km from {place} to the closest satellite hotspot of {day}, UTC?",
    "On {day} UTC, how many kilometres away from {place} was the closest satellite hotspot?",
  ],
  es: [
    "¿A cuántos km de {place} estaba el foco de calor detectado por satélite más cercano el {day} (UTC)?",
  ],
  fr: [
    "À combien de km de {place} se trouvait le point chaud vu par satellite le plus proche le {day} (UTC) ?",
  ],
  id: ["Berapa km jarak titik panas satelit terdekat dari {place} pada {day} (UTC)?"],
  pt: [
    "A quantos km de {place} estava o foco de calor detectado por satélite mais próximo em {day} (UTC)?",
  ],
};

const powerWords: Words = {
  en: [
    "And what was its fire radiative power, in MW?",
    "How strong was it, in MW of fire radiative power?",
    "How many MW of FRP did it have?",
  ],
  es: ["¿Y qué potencia radiativa tenía, en MW?"],
  fr: ["Et quelle était sa puissance radiative, en MW ?"],
  id: ["Dan berapa MW daya radiasinya?"],
  pt: ["E qual era a potência radiativa dele, em MW?"],
};

/** Members of `facts`: those of `aroundFacts` without km; of the follow-up also `asks`: `power`. */
function ask(around: Around, expected: Expected): Draft {
  const { facts, slots } = aroundFacts(around);
  const { km: _, ...rest } = facts;
  return { facts: rest, slots, words, expected, isAllClearFalse: true };
}

/** The second nearest is at least this much farther, so that every formula finds the same one. */
const margin = 1.02;

/** The nearest detection, within the distance that the set surely covers. */
function nearestOf(data: FireData, { place, km: maxKm, day }: Around) {
  const measured = detectionsOn(data, day)
    .filter(({ lat }) => Math.abs(lat - place.lat) < maxKm / 110)
    .map((detection) => ({ detection, km: distanceKm(place, detection) }))
    .sort((a, b) => a.km - b.km);
  const [first, second] = measured as readonly { detection: Detection; km: number }[];
  const isSure =
    first && first.km > 2 && first.km < maxKm && (second?.km ?? maxKm) > margin * first.km;
  return isSure ? first : undefined;
}

const distance = (km: number) => number(km, "km", 0.01 * km + 0.05);

const answered: Case = {
  times: 6,
  draw(random, data) {
    const around = drawAround(random, data);
    const nearest = around && nearestOf(data, around);
    return nearest && [ask(around!, distance(nearest.km))];
  },
};

const followed: Case = {
  times: 4,
  draw(random, data) {
    const around = drawAround(random, data);
    const nearest = around && nearestOf(data, around);
    if (!nearest) return undefined;
    const first = ask(around!, distance(nearest.km));
    const power: Draft = {
      ...first,
      facts: { ...first.facts, asks: "power" },
      words: powerWords,
      expected: number(nearest.detection.frp, "MW", 0.05),
    };
    return [first, power];
  },
};

export const nearest: Kind = {
  name: "nearest",
  form: "km",
  cases: [answered, followed, withoutDay(3, ask), withoutPlace(2, ask)],
};
