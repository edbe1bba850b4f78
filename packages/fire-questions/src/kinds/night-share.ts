import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import type { Expected } from "../values/question.ts";
import { type Around, aroundFacts, detectionsAround, drawAround, withoutDay } from "./around.ts";

const words: Words = {
  en: [
    "What share, in percent, of the satellite detections within {km} km of {place} on {day} (UTC) was made at night?",
    "Of the satellite hotspots of {day}, UTC, at most {km} km from {place}: what percentage is flagged as night-time?",
    "Percentage of night detections among the satellite hotspots around {place}, radius {km} km, {day} UTC?",
  ],
  es: [
    "¿Qué porcentaje de las detecciones de satélite a menos de {km} km de {place} el {day} (UTC) fue nocturno?",
  ],
  fr: [
    "Quel pourcentage des détections par satellite à moins de {km} km de {place} le {day} (UTC) est nocturne ?",
  ],
  id: [
    "Berapa persen titik panas satelit dalam radius {km} km dari {place} pada {day} (UTC) yang terdeteksi pada malam hari?",
  ],
  pt: [
    "Que porcentagem das detecções de satélite a menos de {km} km de {place} em {day} (UTC) foi noturna?",
  ],
};

/** Members of `facts`: those of `aroundFacts`. */
function ask(around: Around, expected: Expected): Draft {
  return { ...aroundFacts(around), words, expected, isAllClearFalse: true };
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const around = drawAround(random, data);
    const near = around && detectionsAround(data, around);
    if (!around || !near) return undefined;
    const atNight = near.filter(({ daynight }) => daynight === "N").length;
    if (near.length < 8 || atNight === 0 || atNight === near.length) return undefined;
    return [ask(around, number((100 * atNight) / near.length, "share", 0.6))];
  },
};

export const nightShare: Kind = {
  name: "night-share",
  form: "share",
  cases: [answered, withoutDay(3, ask)],
};
