import { type Case, type Draft, type Kind, obstacle } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { namedFires, spoken } from "../oracle/fires.ts";
import type { Expected } from "../values/question.ts";
import { drawUnknownFire, stateName } from "./fire-names.ts";

const words: Words = {
  en: [
    "On which day was the perimeter of the {fire} fire in {state} mapped for the first time?",
    "Date of the first mapped perimeter of the {fire} fire ({state})?",
    "{fire} fire, {state}: when was its perimeter first mapped, according to the data?",
  ],
  es: ["¿Qué día se cartografió por primera vez el perímetro del incendio {fire} en {state}?"],
  fr: [
    "Quel jour le périmètre de l'incendie {fire} ({state}) a-t-il été cartographié pour la première fois ?",
  ],
  id: ["Pada tanggal berapa perimeter kebakaran {fire} di {state} pertama kali dipetakan?"],
  pt: ["Em que dia o perímetro do incêndio {fire} em {state} foi mapeado pela primeira vez?"],
};

const lastWords: Words = {
  en: ["And for the last time?", "And when was it last mapped?", "What about its last perimeter?"],
  es: ["¿Y por última vez?"],
  fr: ["Et pour la dernière fois ?"],
  id: ["Dan terakhir kali?"],
  pt: ["E pela última vez?"],
};

/** Members of `facts`: the fire's name and state, and `which`: first or last. */
function ask(name: string, state: string, expected: Expected): Draft {
  return {
    facts: { fire: name, state, which: "first" },
    slots: { fire: spoken(name), state: stateName(state) },
    words,
    expected,
    isAllClearFalse: expected.is !== "obstacle",
  };
}

const followed: Case = {
  times: 4,
  draw(random, data) {
    const { name, state, days } = random.pick(namedFires(data));
    if (days.length < 2) return undefined;
    const first = ask(name, state, { is: "time", value: days[0]! });
    const last: Draft = {
      ...first,
      facts: { ...first.facts, which: "last" },
      words: lastWords,
      expected: { is: "time", value: days.at(-1)! },
    };
    return [first, last];
  },
};

const noFire: Case = {
  times: 3,
  draw(random, data) {
    const { name, state } = drawUnknownFire(random, data);
    return [ask(name, state, obstacle("no-such-fire"))];
  },
};

export const fireMapped: Kind = { name: "fire-mapped", form: "date", cases: [followed, noFire] };
