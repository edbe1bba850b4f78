import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import { dayText, type Words } from "../draw/words.ts";
import { dayAfter } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { type Around, aroundFacts, detectionsAround, drawAround } from "./around.ts";

const words: Words = {
  en: [
    "How many more satellite hotspots were there within {km} km of {place} on {later} than on {day} (both UTC days)?",
    "By how many did the number of hotspots within {km} km of {place} rise from {day} to {later}, counting UTC days?",
    "Around {place}, radius {km} km: what is the increase in the number of satellite detections from {day} to {later} (UTC)?",
  ],
  es: [
    "¿Cuántos focos de calor más detectaron los satélites a menos de {km} km de {place} el {later} que el {day} (días UTC)?",
  ],
  fr: [
    "Combien de points chauds de plus les satellites ont-ils détectés à moins de {km} km de {place} le {later} que le {day} (jours UTC) ?",
  ],
  id: [
    "Berapa titik panas satelit lebih banyak dalam radius {km} km dari {place} pada {later} daripada pada {day} (hari UTC)?",
  ],
  pt: [
    "Quantos focos de calor a mais os satélites detectaram a menos de {km} km de {place} em {later} do que em {day} (dias UTC)?",
  ],
};

/** Members of `facts`: those of `aroundFacts`, and `later`: the later UTC day. */
function ask(around: Around, later: string, expected: Expected): Draft {
  const { facts, slots } = aroundFacts(around);
  return {
    facts: { ...facts, later },
    slots: { ...slots, later: dayText(later) },
    words,
    expected,
    isAllClearFalse: true,
  };
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const around = drawAround(random, data, 1);
    if (!around) return undefined;
    const later = dayAfter(around.day);
    const before = detectionsAround(data, around);
    const after = detectionsAround(data, { ...around, day: later });
    if (!before || !after || before.length === 0 || after.length <= before.length) return undefined;
    return [ask(around, later, number(after.length - before.length, "count"))];
  },
};

/** The later day lies behind the end of the data. */
const noLaterDay: Case = {
  times: 4,
  draw(random, data) {
    const around = drawAround(random, data);
    if (!around?.isLast || !detectionsAround(data, around)?.length) return undefined;
    return [ask(around, dayAfter(around.day), obstacle("no-data-for-time"))];
  },
};

export const dayChange: Kind = { name: "day-change", form: "count", cases: [answered, noLaterDay] };
