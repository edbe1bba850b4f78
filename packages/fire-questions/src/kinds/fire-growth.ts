import type { FireData } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number, obstacle } from "../draw/kind.ts";
import { dayText, type Words } from "../draw/words.ts";
import { type Fire, namedFires, spoken } from "../oracle/fires.ts";
import { dayAfter } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { stateName } from "./fire-names.ts";

const words: Words = {
  en: [
    "By how many km² did the {fire} fire in {state} grow from {from} to {to}, going by its perimeters mapped on these two days?",
    "{fire} fire ({state}): how much larger, in km², is the perimeter mapped on {to} than the one mapped on {from}?",
    "What is the growth in km² of the {fire} fire, {state}, between its mapped perimeters of {from} and {to}?",
  ],
  es: [
    "¿Cuántos km² creció el incendio {fire} ({state}) entre los perímetros cartografiados el {from} y el {to}?",
  ],
  fr: [
    "De combien de km² l'incendie {fire} ({state}) a-t-il grandi entre les périmètres cartographiés le {from} et le {to} ?",
  ],
  id: [
    "Berapa km² kebakaran {fire} di {state} meluas antara perimeter yang dipetakan pada {from} dan {to}?",
  ],
  pt: [
    "Quantos km² o incêndio {fire} ({state}) cresceu entre os perímetros mapeados em {from} e {to}?",
  ],
};

/** Members of `facts`: the fire's name and state, and the days of the two perimeters. */
function ask({ name, state }: Fire, from: string, to: string, expected: Expected): Draft {
  return {
    facts: { fire: name, state, from, to },
    slots: { fire: spoken(name), state: stateName(state), from: dayText(from), to: dayText(to) },
    words,
    expected,
    isAllClearFalse: true,
  };
}

const minGrowth = 1.15;
/** Of the larger size. */
const growthTolerance = 0.03;

/** Pairs of days with outlines that nothing disputes, between which a fire grew. */
function growths(data: FireData) {
  return namedFires(data).flatMap((fire) =>
    fire.mappings.flatMap((first, i) =>
      fire.mappings
        .slice(i + 1)
        .filter(({ km2 }) => km2 > minGrowth * first.km2)
        .map((second) => ({ fire, first, second })),
    ),
  );
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const { fire, first, second } = random.pick(growths(data));
    const expected = number(second.km2 - first.km2, "km2", growthTolerance * second.km2);
    return [ask(fire, first.day, second.day, expected)];
  },
};

/** The fire was never mapped again on the later day, nor after it. */
const noLaterMapping: Case = {
  times: 6,
  draw(random, data) {
    const fire = random.pick(namedFires(data));
    const later = dayAfter(fire.newest.day, 5 + random.below(60));
    return [ask(fire, fire.newest.day, later, obstacle("no-data-for-time"))];
  },
};

export const fireGrowth: Kind = {
  name: "fire-growth",
  form: "km2",
  cases: [answered, noLaterMapping],
};
