import type { Detection } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { askAround, detectionsAround, drawAround, withoutDay, withoutPlace } from "./around.ts";

const words: Words = {
  en: [
    "How strong was the strongest satellite detection within {km} km of {place} on {day} (UTC), in MW of fire radiative power?",
    "What is the highest fire radiative power (MW) among the satellite hotspots within {km} km of {place} for {day}, UTC?",
    "Peak FRP in MW around {place}, radius {km} km, on {day} UTC?",
  ],
  es: [
    "¿Cuál fue la mayor potencia radiativa (FRP, en MW) de una detección de satélite a menos de {km} km de {place} el {day} (UTC)?",
  ],
  fr: [
    "Quelle est la puissance radiative maximale (FRP, en MW) des détections par satellite à moins de {km} km de {place} le {day} (UTC) ?",
  ],
  id: [
    "Berapa daya radiasi api (FRP, MW) tertinggi dari titik panas dalam radius {km} km dari {place} pada {day} (UTC)?",
  ],
  pt: [
    "Qual foi a maior potência radiativa (FRP, em MW) de uma detecção de satélite a menos de {km} km de {place} em {day} (UTC)?",
  ],
};

const timeWords: Words = {
  en: [
    "And at what time of that day, in UTC and to the minute, was it detected?",
    "When exactly was that detection, in hours and minutes UTC?",
    "At what time (UTC, hh:mm) did the satellite see it?",
  ],
  es: ["¿Y a qué hora UTC, con minutos, se detectó?"],
  fr: ["Et à quelle heure UTC, à la minute près, a-t-elle été détectée ?"],
  id: ["Dan pukul berapa (UTC, jam dan menit) titik itu terdeteksi?"],
  pt: ["E a que horas UTC, com minutos, ela foi detectada?"],
};

/** Members of `facts`: those of `aroundFacts`; of the follow-up also `asks`: `time`. */
const ask = askAround(words);

/** Undefined where two are equally strong. */
function strongestOf(near: readonly Detection[] | undefined): Detection | undefined {
  if (!near || near.length < 2) return undefined;
  const [first, second] = [...near].sort((a, b) => b.frp - a.frp) as [Detection, Detection];
  return first.frp > second.frp ? first : undefined;
}

const power = ({ frp }: Detection) => number(frp, "MW", 0.05);

const answered: Case = {
  times: 6,
  draw(random, data) {
    const around = drawAround(random, data);
    const strongest = around && strongestOf(detectionsAround(data, around));
    return strongest && [ask(around!, power(strongest))];
  },
};

const followed: Case = {
  times: 4,
  draw(random, data) {
    const around = drawAround(random, data);
    const strongest = around && strongestOf(detectionsAround(data, around));
    if (!strongest) return undefined;
    const first = ask(around!, power(strongest));
    const minute = `${strongest.datetime.slice(0, 16)}Z`;
    const time: Draft = {
      ...first,
      facts: { ...first.facts, asks: "time" },
      words: timeWords,
      expected: { is: "time", value: minute },
    };
    return [first, time];
  },
};

export const strongest: Kind = {
  name: "strongest",
  form: "MW",
  cases: [answered, followed, withoutDay(3, ask), withoutPlace(2, ask)],
};
