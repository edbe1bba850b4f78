import type { FireData } from "../data/load-data.ts";
import { hotspotSets } from "../data/sets.ts";
import { type Case, type Draft, type Kind, obstacle } from "../draw/kind.ts";
import type { Random } from "../draw/random.ts";
import { drawDay, drawMissingDay } from "../draw/spots.ts";
import { dayText, type Slot, type Words } from "../draw/words.ts";
import { countByArea } from "../oracle/areas.ts";
import { detectionsOn } from "../oracle/selections.ts";
import type { Expected, Language } from "../values/question.ts";

const words: Words = {
  en: [
    "Which {part} of {country} had the most satellite hotspots on {day} (UTC)?",
    "In which {part} of {country} did the satellites make the most fire detections on {day}, UTC?",
    "By satellite hotspots on {day} UTC, which {part} of {country} ranks first?",
  ],
  es: [
    "¿Qué estado, provincia, territorio o departamento {country} tuvo más focos de calor detectados por satélite el {day} (UTC)?",
  ],
  fr: [
    "Quel État, territoire, département ou quelle province {country} a eu le plus de points chauds vus par satellite le {day} (UTC) ?",
  ],
  id: [
    "Negara bagian, provinsi, wilayah, atau departemen mana {country} yang memiliki titik panas satelit terbanyak pada {day} (UTC)?",
  ],
  pt: [
    "Que estado, província, território ou departamento {country} teve mais focos de calor detectados por satélite em {day} (UTC)?",
  ],
};

const parts: Readonly<Record<string, string>> = {
  Angola: "province",
  Australia: "state or territory",
  Bolivia: "department",
  Brazil: "state",
  Canada: "province or territory",
  "South Africa": "province",
  Zambia: "province",
};
const allCountries = Object.keys(parts);

/** With the word before them, in the order above. */
const countryTexts: Readonly<Record<Exclude<Language, "en">, string>> = {
  es: "de Angola|de Australia|de Bolivia|de Brasil|de Canadá|de Sudáfrica|de Zambia",
  fr: "en Angola|en Australie|en Bolivie|au Brésil|au Canada|en Afrique du Sud|en Zambie",
  id: "di Angola|di Australia|di Bolivia|di Brasil|di Kanada|di Afrika Selatan|di Zambia",
  pt: "de Angola|da Austrália|da Bolívia|do Brasil|do Canadá|da África do Sul|da Zâmbia",
};

function countryText(country: string): Slot {
  return (language) =>
    language === "en" ? country : countryTexts[language].split("|")[allCountries.indexOf(country)]!;
}

/** Members of `facts`: the country and the UTC day. */
function ask(country: string, day: string, expected: Expected): Draft {
  return {
    facts: { country, day },
    slots: { country: countryText(country), part: parts[country]!, day: dayText(day) },
    words,
    expected,
    isAllClearFalse: true,
  };
}

/** The first of the states by so much that no drawing of borders changes it. */
function topArea(data: FireData, country: string, day: string): Expected | undefined {
  const [first, second] = countByArea(data, detectionsOn(data, day), country);
  if (!first || first.count < 8) return undefined;
  const isSure = first.count > 1.15 * (second?.count ?? 0) + 3;
  return isSure
    ? { is: "name", value: first.name, also: [`${first.name}, ${country}`] }
    : undefined;
}

const [australia, world] = hotspotSets;

function drawCountryAndDay(random: Random): readonly [string, string] {
  return random.below(2) === 0
    ? ["Australia", drawDay(random, australia!)]
    : [random.pick(allCountries), drawDay(random, world!)];
}

const answered: Case = {
  times: 8,
  draw(random, data) {
    const [country, day] = drawCountryAndDay(random);
    const expected = topArea(data, country, day);
    return expected && [ask(country, day, expected)];
  },
};

const noDay: Case = {
  times: 3,
  draw: (random) => [
    ask(random.pick(allCountries), drawMissingDay(random), obstacle("no-data-for-time")),
  ],
};

/** A day on which the data is of Australia alone. */
const noPlace: Case = {
  times: 3,
  draw(random) {
    const country = random.pick(allCountries.filter((each) => each !== "Australia"));
    return [ask(country, drawDay(random, australia!), obstacle("no-data-for-place"))];
  },
};

export const topAreas: Kind = { name: "top-area", form: "name", cases: [answered, noDay, noPlace] };
