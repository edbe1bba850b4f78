import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import type { Expected } from "../values/question.ts";
import {
  drawOtherState,
  drawStateMonth,
  monthFacts,
  perimetersOf,
  type StateMonth,
} from "./fires-of-month.ts";

const words: Words = {
  en: [
    "How many different fires in {state} had their perimeter mapped in {month}?",
    "Count the fires (incidents, each once) whose perimeter was mapped in {state} in {month}.",
    "In {month}, how many distinct fires in {state} had a perimeter mapped?",
  ],
  es: ["¿De cuántos incendios distintos de {state} se cartografió un perímetro en {month}?"],
  fr: [
    "Combien d'incendies différents de l'État {state} ont eu leur périmètre cartographié en {month} ?",
  ],
  id: ["Berapa kebakaran berbeda di {state} yang perimeternya dipetakan pada {month}?"],
  pt: ["Quantos incêndios diferentes em {state} tiveram um perímetro mapeado em {month}?"],
};

/** Members of `facts`: the state, such as US-CA, and the month. */
function ask(of: StateMonth, expected: Expected): Draft {
  return { ...monthFacts(of), words, expected, isAllClearFalse: true };
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const of = drawStateMonth(random);
    const fires = new Set(perimetersOf(data, of).map(({ incident_id: fire }) => fire));
    return fires.size < 2 ? undefined : [ask(of, number(fires.size, "count"))];
  },
};

const otherState: Case = {
  times: 4,
  draw: (random) => [ask(drawOtherState(random), obstacle("no-data-for-place"))],
};

export const countFires: Kind = {
  name: "count-fires",
  form: "count",
  cases: [answered, otherState],
};
