import type { HeatSource } from "../data/load-data.ts";
import type { Random } from "../draw/random.ts";
import type { Slot } from "../draw/words.ts";
import type { Language } from "../values/question.ts";

export type Category = HeatSource["category"];

/** In French with its question word, whose gender it has. */
const one: Readonly<Record<Category, Readonly<Record<Language, string>>>> = {
  power_plant: {
    en: "power plant",
    es: "central eléctrica",
    fr: "quelle centrale électrique",
    id: "pembangkit listrik",
    pt: "usina elétrica",
  },
  steel_plant: {
    en: "steel plant",
    es: "acería",
    fr: "quelle aciérie",
    id: "pabrik baja",
    pt: "siderúrgica",
  },
  volcano: { en: "volcano", es: "volcán", fr: "quel volcan", id: "gunung api", pt: "vulcão" },
};

const several: Readonly<Record<Category, Readonly<Record<Language, string>>>> = {
  power_plant: {
    en: "power plants",
    es: "centrales eléctricas",
    fr: "centrales électriques",
    id: "pembangkit listrik",
    pt: "usinas elétricas",
  },
  steel_plant: {
    en: "steel plants",
    es: "acerías",
    fr: "aciéries",
    id: "pabrik baja",
    pt: "siderúrgicas",
  },
  volcano: { en: "volcanoes", es: "volcanes", fr: "volcans", id: "gunung api", pt: "vulcões" },
};

const categories: readonly Category[] = ["power_plant", "steel_plant", "volcano"];

export function drawCategory(random: Random): Category {
  return random.pick(categories);
}

export function sourceText(category: Category): Slot {
  return (language) => one[category][language];
}

export function sourcesText(category: Category): Slot {
  return (language) => several[category][language];
}

/** Things that the list of heat sources does not have, by language. */
export const unlisted: readonly Readonly<Record<Language, string>>[] = [
  {
    en: "coal mines",
    es: "minas de carbón",
    fr: "mines de charbon",
    id: "tambang batu bara",
    pt: "minas de carvão",
  },
  {
    en: "hospitals",
    es: "hospitales",
    fr: "hôpitaux",
    id: "rumah sakit",
    pt: "hospitais",
  },
  {
    en: "fire stations",
    es: "parques de bomberos",
    fr: "casernes de pompiers",
    id: "pos pemadam kebakaran",
    pt: "quartéis de bombeiros",
  },
  {
    en: "charcoal kilns",
    es: "hornos de carbón vegetal",
    fr: "fours à charbon de bois",
    id: "tungku arang",
    pt: "fornos de carvão vegetal",
  },
];
