import { type Case, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { sum } from "../oracle/selections.ts";
import { askAround, detectionsAround, drawAround, withoutDay, withoutPlace } from "./around.ts";

const words: Words = {
  en: [
    "What is the total fire radiative power (FRP, in MW) of all satellite detections within {km} km of {place} on {day} (UTC)?",
    "Add up the FRP of the satellite hotspots at most {km} km from {place} on {day}, UTC: how many MW?",
    "Sum of fire radiative power in MW over the detections of {day} UTC around {place}, radius {km} km?",
  ],
  es: [
    "¿Cuál es la potencia radiativa total (FRP, en MW) de las detecciones de satélite a menos de {km} km de {place} el {day} (UTC)?",
  ],
  fr: [
    "Quelle est la puissance radiative totale (FRP, en MW) des détections par satellite à moins de {km} km de {place} le {day} (UTC) ?",
  ],
  id: [
    "Berapa total daya radiasi api (FRP, dalam MW) dari semua titik panas dalam radius {km} km dari {place} pada {day} (UTC)?",
  ],
  pt: [
    "Qual é a potência radiativa total (FRP, em MW) das detecções de satélite a menos de {km} km de {place} em {day} (UTC)?",
  ],
};

const powerTolerance = 0.002;

/** Members of `facts`: those of `aroundFacts`. */
const ask = askAround(words);

const answered: Case = {
  times: 9,
  draw(random, data) {
    const around = drawAround(random, data);
    const near = around && detectionsAround(data, around);
    if (!around || !near || near.length < 3) return undefined;
    const power = sum(near.map(({ frp }) => frp));
    return [ask(around, number(power, "MW", powerTolerance * power))];
  },
};

export const totalPower: Kind = {
  name: "total-power",
  form: "MW",
  cases: [answered, withoutDay(3, ask), withoutPlace(2, ask)],
};
