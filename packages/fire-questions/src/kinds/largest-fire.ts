import type { FireData, Perimeter } from "../data/load-data.ts";
import type { Case, Kind } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { spoken } from "../oracle/fires.ts";
import { groupBy } from "../oracle/selections.ts";
import { areaKm2 } from "../oracle/shapes.ts";
import type { Expected } from "../values/question.ts";
import {
  askOfMonth,
  drawStateMonth,
  otherState,
  perimetersOf,
  type StateMonth,
} from "./fires-of-month.ts";

const words: Words = {
  en: [
    "Which fire in {state} was the largest, going by the perimeters mapped in {month}?",
    "According to the perimeters mapped in {month}, what is the name of the largest fire in {state}?",
    "Name the fire in {state} with the largest perimeter mapped in {month}.",
  ],
  es: ["¿Qué incendio de {state} fue el mayor según los perímetros cartografiados en {month}?"],
  fr: [
    "Quel incendie de l'État de {state} était le plus grand d'après les périmètres cartographiés en {month} ?",
  ],
  id: ["Kebakaran mana di {state} yang terbesar menurut perimeter yang dipetakan pada {month}?"],
  pt: ["Qual incêndio no estado de {state} foi o maior segundo os perímetros mapeados em {month}?"],
};

const ask = askOfMonth(words);

const km2PerAcre = 0.0040468564224;

/**
 * The least and the most of the sizes that attributes and outlines give for one fire. A size that is
 * not given may be any, so the fire cannot be the largest by it.
 */
function sizeRange(perimeters: readonly Perimeter[]): readonly [number, number] {
  const sizes = perimeters.flatMap(({ polygons, gis_acres: acres }) => [
    areaKm2(polygons),
    (acres ?? 0) * km2PerAcre,
  ]);
  return [sizes.reduce((a, b) => Math.min(a, b)), sizes.reduce((a, b) => Math.max(a, b))];
}

/** The fire that is the largest whichever of its sizes is taken. */
function largestFire(data: FireData, of: StateMonth): string | undefined {
  const byFire = groupBy(perimetersOf(data, of), ({ incident_id: fire }) => fire);
  const sized = [...byFire.values()].map((perimeters) => {
    const [least, most] = sizeRange(perimeters);
    return { name: perimeters[0]!.incident_name, least, most };
  });
  if (sized.length < 2) return undefined;
  const first = sized.reduce((a, b) => (b.least > a.least ? b : a));
  const isFirst = sized.every((each) => each === first || each.most < first.least);
  return isFirst ? first.name : undefined;
}

const answered: Case = {
  times: 5,
  draw(random, data) {
    const of = drawStateMonth(random);
    const name = largestFire(data, of);
    return name === undefined ? undefined : [ask(of, { is: "name", value: spoken(name) })];
  },
};

/** "None" is then true. */
const noneMapped: Expected = {
  is: "obstacle",
  because: "false-premise",
  instead: { is: "number", value: 0, unit: "count", tolerance: 0 },
};

/** A month in which no fire of the state was mapped; the question assumes that one was. */
const none: Case = {
  times: 3,
  draw(random, data) {
    const of = drawStateMonth(random);
    return perimetersOf(data, of).length > 0 ? undefined : [ask(of, noneMapped)];
  },
};

export const largestFires: Kind = {
  name: "largest-fire",
  form: "name",
  cases: [answered, none, otherState(3, ask)],
};
