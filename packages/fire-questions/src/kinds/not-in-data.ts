import { type Case, type Draft, type Kind, obstacle } from "../draw/kind.ts";
import type { Words } from "../draw/words.ts";
import { namedFires, spoken } from "../oracle/fires.ts";
import { stateName } from "./fire-names.ts";

interface Topic {
  readonly asks: string;
  readonly words: Words;
}

/** What no set of the data has. */
const topics: readonly Topic[] = [
  {
    asks: "injuries",
    words: {
      en: [
        "How many people were injured by the {fire} fire in {state}?",
        "Number of injuries in the {fire} fire ({state})?",
        "Was anybody hurt in the {fire} fire, {state}, and if so how many?",
      ],
      es: ["¿Cuántas personas resultaron heridas en el incendio {fire} en {state}?"],
      fr: ["Combien de personnes ont été blessées par l'incendie {fire} ({state}) ?"],
      id: ["Berapa orang yang terluka akibat kebakaran {fire} di {state}?"],
      pt: ["Quantas pessoas ficaram feridas no incêndio {fire} em {state}?"],
    },
  },
  {
    asks: "cost",
    words: {
      en: [
        "What did it cost to fight the {fire} fire in {state}, in dollars?",
        "Suppression costs of the {fire} fire ({state}), in US dollars?",
        "How many dollars were spent on the {fire} fire, {state}?",
      ],
      es: ["¿Cuántos dólares costó combatir el incendio {fire} en {state}?"],
      fr: ["Combien de dollars la lutte contre l'incendie {fire} ({state}) a-t-elle coûté ?"],
      id: ["Berapa dolar biaya pemadaman kebakaran {fire} di {state}?"],
      pt: ["Quantos dólares custou combater o incêndio {fire} em {state}?"],
    },
  },
  {
    asks: "cause",
    words: {
      en: [
        "What caused the {fire} fire in {state}?",
        "How did the {fire} fire ({state}) start: lightning or people?",
        "Cause of ignition of the {fire} fire, {state}?",
      ],
      es: ["¿Qué causó el incendio {fire} en {state}?"],
      fr: ["Quelle est la cause de l'incendie {fire} ({state}) ?"],
      id: ["Apa penyebab kebakaran {fire} di {state}?"],
      pt: ["O que causou o incêndio {fire} em {state}?"],
    },
  },
  {
    asks: "containment",
    words: {
      en: [
        "What percentage of the {fire} fire in {state} was contained?",
        "How contained was the {fire} fire ({state}), in percent, at its last mapping?",
        "Containment of the {fire} fire, {state}, in percent?",
      ],
      es: ["¿Qué porcentaje del incendio {fire} en {state} estaba contenido?"],
      fr: ["Quel pourcentage de l'incendie {fire} ({state}) était maîtrisé ?"],
      id: ["Berapa persen kebakaran {fire} di {state} yang sudah terkendali?"],
      pt: ["Que porcentagem do incêndio {fire} em {state} estava contida?"],
    },
  },
  {
    asks: "buildings",
    words: {
      en: [
        "How many homes did the {fire} fire in {state} destroy?",
        "Buildings destroyed by the {fire} fire ({state}): how many?",
        "How many structures burned down in the {fire} fire, {state}?",
      ],
      es: ["¿Cuántas viviendas destruyó el incendio {fire} en {state}?"],
      fr: ["Combien de maisons l'incendie {fire} ({state}) a-t-il détruites ?"],
      id: ["Berapa rumah yang hancur akibat kebakaran {fire} di {state}?"],
      pt: ["Quantas casas o incêndio {fire} em {state} destruiu?"],
    },
  },
  {
    asks: "air",
    words: {
      en: [
        "What was the PM2.5 concentration next to the {fire} fire in {state} on its last day?",
        "How bad was the air near the {fire} fire ({state}), as an AQI value?",
        "Air quality index downwind of the {fire} fire, {state}?",
      ],
      es: ["¿Qué índice de calidad del aire hubo junto al incendio {fire} en {state}?"],
      fr: ["Quel était l'indice de qualité de l'air près de l'incendie {fire} ({state}) ?"],
      id: ["Berapa indeks kualitas udara di dekat kebakaran {fire} di {state}?"],
      pt: ["Qual era o índice de qualidade do ar perto do incêndio {fire} em {state}?"],
    },
  },
];

/** Members of `facts`: the fire's name and state, and `asks`: the topic. */
const anyTopic: Case = {
  times: 14,
  draw(random, data) {
    const { name, state } = random.pick(namedFires(data));
    const { asks, words } = random.pick(topics);
    const draft: Draft = {
      facts: { fire: name, state, asks },
      slots: { fire: spoken(name), state: stateName(state) },
      words,
      expected: obstacle("out-of-scope"),
      isAllClearFalse: true,
    };
    return [draft];
  },
};

export const notInData: Kind = { name: "not-in-data", form: "anything", cases: [anyTopic] };
