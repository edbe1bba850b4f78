import type { Case, Draft, Kind } from "../draw/kind.ts";
import type { Slot, Words } from "../draw/words.ts";
import { pointsNear } from "../oracle/selections.ts";
import type { Expected, Language } from "../values/question.ts";
import { detectionsIn, drawPeriod, type Period, periodFacts, withoutDays } from "./periods.ts";

const words: Words = {
  en: [
    "When (UTC, to the minute) was the {which} satellite detection within {km} km of {place} between {from} and {to}, both days included?",
    "Date and time, UTC, of the {which} satellite hotspot at most {km} km from {place}, from {from} to {to} (both days included)?",
    "From {from} to {to}: on what day and at what time (UTC) did a satellite make its {which} detection around {place}, radius {km} km?",
  ],
  es: [
    "¿Cuándo (UTC, al minuto) fue {which} detección de satélite a menos de {km} km de {place}, del {from} al {to}?",
  ],
  fr: [
    "Quand (UTC, à la minute) a eu lieu {which} détection par satellite à moins de {km} km de {place}, du {from} au {to} ?",
  ],
  id: [
    "Kapan (UTC, sampai ke menit) terjadi deteksi satelit {which} dalam radius {km} km dari {place}, dari {from} sampai {to}?",
  ],
  pt: [
    "Quando (UTC, até o minuto) foi {which} detecção de satélite a menos de {km} km de {place}, de {from} a {to}?",
  ],
};

type Which = "first" | "last";

const whichText: Readonly<Record<Which, Readonly<Record<Language, string>>>> = {
  first: { en: "first", es: "la primera", fr: "la première", id: "pertama", pt: "a primeira" },
  last: { en: "last", es: "la última", fr: "la dernière", id: "terakhir", pt: "a última" },
};

/** Members of `facts`: those of `periodFacts`, and `which`: first or last. */
function ask(period: Period, which: Which, expected: Expected): Draft {
  const { facts, slots } = periodFacts(period);
  const slot: Slot = (language) => whichText[which][language];
  return {
    facts: { ...facts, which },
    slots: { ...slots, which: slot },
    words,
    expected,
    isAllClearFalse: true,
  };
}

const answered: Case = {
  times: 9,
  draw(random, data) {
    const period = drawPeriod(random, data);
    const near = period && pointsNear(detectionsIn(data, period), period.place, period.km);
    if (!near || near.length < 3) return undefined;
    const times = near.map(({ datetime }) => datetime.slice(0, 16)).sort();
    const which = random.pick<Which>(["first", "last"]);
    const value = `${which === "first" ? times[0]! : times.at(-1)!}Z`;
    return [ask(period!, which, { is: "time", value })];
  },
};

const noDays = withoutDays(4, (period, expected) => ask(period, "first", expected));

export const firstDetection: Kind = {
  name: "first-detection",
  form: "minute",
  cases: [answered, noDays],
};
