import type { FireData } from "../data/load-data.ts";
import { type Case, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { dayAfter } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import {
  type Around,
  askAround,
  detectionsAround,
  drawAround,
  withoutDay,
  withoutPlace,
} from "./around.ts";
import { dayAfterWords } from "./common-words.ts";

const words: Words = {
  en: [
    "How many satellite fire detections (hotspots) were there within {km} km of {place} on {day} (UTC)?",
    "Count the satellite hotspots of {day}, UTC, that lie at most {km} km from {place}.",
    "I need the number of satellite hotspots around {place}, radius {km} km, for {day} UTC.",
  ],
  es: [
    "¿Cuántos focos de calor detectaron los satélites a menos de {km} km de {place} el {day} (UTC)?",
  ],
  fr: [
    "Combien de points chauds les satellites ont-ils détectés à moins de {km} km de {place} le {day} (UTC) ?",
  ],
  id: [
    "Berapa titik panas yang terdeteksi satelit dalam radius {km} km dari {place} pada {day} (UTC)?",
  ],
  pt: [
    "Quantos focos de calor os satélites detectaram a menos de {km} km de {place} em {day} (UTC)?",
  ],
};

/** Members of `facts`: those of `aroundFacts`. */
const ask = askAround(words);

/** The number, if it is sure and not 0. */
function countAround(data: FireData, around: Around): Expected | undefined {
  const near = detectionsAround(data, around);
  return near && near.length > 0 ? number(near.length, "count") : undefined;
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const around = drawAround(random, data);
    const expected = around && countAround(data, around);
    return expected && [ask(around!, expected)];
  },
};

/** The day after has an answer too, or is the first without data. */
const followed: Case = {
  times: 6,
  draw(random, data) {
    const around = drawAround(random, data);
    if (!around) return undefined;
    const next = { ...around, day: dayAfter(around.day) };
    const first = countAround(data, around);
    const second = around.isLast ? obstacle("no-data-for-time") : countAround(data, next);
    return first && second && [ask(around, first), { ...ask(next, second), words: dayAfterWords }];
  },
};

export const countNear: Kind = {
  name: "count-near",
  form: "count",
  cases: [answered, followed, withoutDay(5, ask), withoutPlace(5, ask)],
};
