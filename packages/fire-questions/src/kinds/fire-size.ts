import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { type Fire, namedFires, spoken } from "../oracle/fires.ts";
import type { Expected } from "../values/question.ts";
import { drawUnknownFire, stateName } from "./fire-names.ts";

const words: Words = {
  en: [
    "How large is the {fire} fire in {state}, in km², going by its last mapped perimeter?",
    "What area in square kilometres does the newest mapped perimeter of the {fire} fire ({state}) have?",
    "{fire} fire, {state}: how many km² does its latest mapped perimeter cover?",
  ],
  es: ["¿Cuántos km² mide el último perímetro cartografiado del incendio {fire} en {state}?"],
  fr: [
    "Quelle est la superficie, en km², du dernier périmètre cartographié de l'incendie {fire} ({state}) ?",
  ],
  id: ["Berapa km² luas perimeter terakhir yang dipetakan dari kebakaran {fire} di {state}?"],
  pt: ["Quantos km² tem o último perímetro mapeado do incêndio {fire} em {state}?"],
};

const mappedWords: Words = {
  en: [
    "And on which day was that perimeter mapped?",
    "What is the date of that perimeter?",
    "When was it last mapped, as a date?",
  ],
  es: ["¿Y de qué día es ese perímetro?"],
  fr: ["Et de quel jour date ce périmètre ?"],
  id: ["Dan perimeter itu dari tanggal berapa?"],
  pt: ["E de que dia é esse perímetro?"],
};

const sizeTolerance = 0.03;

/** Members of `facts`: the fire's name, and its state, such as US-CA. */
function ask(name: string, state: string, expected: Expected): Draft {
  return {
    facts: { fire: name, state },
    words,
    slots: { fire: spoken(name), state: stateName(state) },
    expected,
    isAllClearFalse: expected.is !== "obstacle",
  };
}

const size = ({ newest }: Fire) => number(newest.km2, "km2", sizeTolerance * newest.km2);

const answered: Case = {
  times: 6,
  draw(random, data) {
    const fire = random.pick(namedFires(data));
    return [ask(fire.name, fire.state, size(fire))];
  },
};

/** The follow-up asks for the day of that perimeter: `facts.asks` is `day`. */
const followed: Case = {
  times: 4,
  draw(random, data) {
    const fire = random.pick(namedFires(data));
    const first = ask(fire.name, fire.state, size(fire));
    const day: Draft = {
      ...first,
      facts: { ...first.facts, asks: "day" },
      words: mappedWords,
      expected: { is: "time", value: fire.newest.day },
    };
    return [first, day];
  },
};

const noFire: Case = {
  times: 5,
  draw(random, data) {
    const { name, state } = drawUnknownFire(random, data);
    return [ask(name, state, obstacle("no-such-fire"))];
  },
};

export const fireSize: Kind = {
  name: "fire-size",
  form: "km2",
  cases: [answered, followed, noFire],
};
