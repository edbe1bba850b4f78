import { type Case, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { askOfMonth, drawStateMonth, otherState, perimetersOf } from "./fires-of-month.ts";

const words: Words = {
  en: [
    "How many different fires in {state} had their perimeter mapped in {month}?",
    "Count the fires (incidents, each once) whose perimeter was mapped in {state} in {month}.",
    "In {month}, how many distinct fires in {state} had a perimeter mapped?",
  ],
  es: ["¿De cuántos incendios distintos de {state} se cartografió un perímetro en {month}?"],
  fr: [
    "Combien d'incendies différents de l'État de {state} ont eu leur périmètre cartographié en {month} ?",
  ],
  id: ["Berapa kebakaran berbeda di {state} yang perimeternya dipetakan pada {month}?"],
  pt: [
    "Quantos incêndios diferentes no estado de {state} tiveram um perímetro mapeado em {month}?",
  ],
};

const ask = askOfMonth(words);

const answered: Case = {
  times: 8,
  draw(random, data) {
    const of = drawStateMonth(random);
    const fires = new Set(perimetersOf(data, of).map(({ incident_id: fire }) => fire));
    return fires.size < 2 ? undefined : [ask(of, number(fires.size, "count"))];
  },
};

export const countFires: Kind = {
  name: "count-fires",
  form: "count",
  cases: [answered, otherState(4, ask)],
};
