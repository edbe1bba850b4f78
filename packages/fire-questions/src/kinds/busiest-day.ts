import type { FireData } from "../data/load-data.ts";
import { type Case, type Draft, type Kind, number } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { countRange, groupBy, pointsNear } from "../oracle/selections.ts";
import type { Expected } from "../values/question.ts";
import { detectionsIn, drawPeriod, type Period, periodFacts, withoutDays } from "./periods.ts";

const words: Words = {
  en: [
    "On which UTC day from {from} to {to} were there the most satellite hotspots within {km} km of {place}?",
    "From {from} to {to}, which day (UTC) had the most satellite hotspots at most {km} km from {place}?",
    "Busiest day for satellite fire detections around {place}, radius {km} km, between {from} and {to} (UTC days, both included)?",
  ],
  es: [
    "¿Qué día UTC, del {from} al {to}, hubo más focos de calor detectados por satélite a menos de {km} km de {place}?",
  ],
  fr: [
    "Quel jour UTC, du {from} au {to}, y a-t-il eu le plus de points chauds vus par satellite à moins de {km} km de {place} ?",
  ],
  id: [
    "Pada tanggal berapa (UTC), dari {from} sampai {to}, titik panas satelit dalam radius {km} km dari {place} paling banyak?",
  ],
  pt: [
    "Em que dia UTC, de {from} a {to}, houve mais focos de calor detectados por satélite a menos de {km} km de {place}?",
  ],
};

const countWords: Words = {
  en: [
    "And how many were there on that day?",
    "How many hotspots were there that day?",
    "How many was that?",
  ],
  es: ["¿Y cuántos hubo ese día?"],
  fr: ["Et combien y en a-t-il eu ce jour-là ?"],
  id: ["Dan berapa jumlahnya pada hari itu?"],
  pt: ["E quantos houve nesse dia?"],
};

/** Members of `facts`: those of `periodFacts`; of the follow-up also `asks`: `count`. */
function ask(period: Period, expected: Expected): Draft {
  return { ...periodFacts(period), words, expected, isAllClearFalse: true };
}

/** The day, if it is first by any formula for distances. */
function busiestDay(data: FireData, period: Period) {
  const byDay = groupBy(detectionsIn(data, period), ({ datetime }) => datetime.slice(0, 10));
  const days = [...byDay].map(([day, detections]) => {
    const [least, most] = countRange(detections, period.place, period.km);
    return { day, least, most, detections };
  });
  const first = days.reduce((a, b) => (b.least > a.least ? b : a));
  const isFirst = days.every((each) => each === first || each.most < first.least);
  return isFirst && first.least > 2 ? first : undefined;
}

const answered: Case = {
  times: 6,
  draw(random, data) {
    const period = drawPeriod(random, data);
    const busiest = period && busiestDay(data, period);
    return busiest && [ask(period!, { is: "time", value: busiest.day })];
  },
};

const followed: Case = {
  times: 3,
  draw(random, data) {
    const period = drawPeriod(random, data);
    const busiest = period && busiestDay(data, period);
    const near = busiest && pointsNear(busiest.detections, period!.place, period!.km);
    if (!near) return undefined;
    const first = ask(period!, { is: "time", value: busiest.day });
    const count: Draft = {
      ...first,
      facts: { ...first.facts, asks: "count" },
      words: countWords,
      expected: number(near.length, "count"),
    };
    return [first, count];
  },
};

export const busiestDays: Kind = {
  name: "busiest-day",
  form: "date",
  cases: [answered, followed, withoutDays(4, ask)],
};
