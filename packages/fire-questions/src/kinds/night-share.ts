import { type Case, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { askAround, detectionsAround, drawAround, withoutDay } from "./around.ts";

const words: Words = {
  en: [
    "What share, in percent, of the satellite detections within {km} km of {place} on {day} (UTC) is flagged as night-time?",
    "Of the satellite hotspots of {day}, UTC, at most {km} km from {place}: what percentage is flagged as night-time?",
    "Percentage flagged as night-time among the satellite hotspots around {place}, radius {km} km, {day} UTC?",
  ],
  es: [
    "¿Qué porcentaje de las detecciones de satélite a menos de {km} km de {place} el {day} (UTC) está marcado como nocturno?",
  ],
  fr: [
    "Quel pourcentage des détections par satellite à moins de {km} km de {place} le {day} (UTC) est marqué comme nocturne ?",
  ],
  id: [
    "Berapa persen titik panas satelit dalam radius {km} km dari {place} pada {day} (UTC) yang ditandai sebagai deteksi malam?",
  ],
  pt: [
    "Que porcentagem das detecções de satélite a menos de {km} km de {place} em {day} (UTC) está marcada como noturna?",
  ],
};

/** Members of `facts`: those of `aroundFacts`. */
const ask = askAround(words);

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
